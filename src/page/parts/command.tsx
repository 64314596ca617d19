import type { VNode } from 'preact';
import { partWords } from '#words/parts.ts';
import { CopyButton } from './copy-button.tsx';

/** What is typed in a terminal, with a button that copies it. */
export const Command = ({ text }: { text: string }): VNode => (
  <span class="command">
    <code>{text}</code>
    <CopyButton text={() => text} label={partWords.copyCommand(text)} />
  </span>
);
