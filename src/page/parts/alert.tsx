import type { VNode } from 'preact';
import { EngineText } from './engine-text.tsx';

/** What went wrong, told as soon as it appears. Its place stays while nothing is wrong. */
export const Alert = ({ text }: { text: string }): VNode => (
  <p class="bad" role="alert">
    <EngineText text={text} />
  </p>
);
