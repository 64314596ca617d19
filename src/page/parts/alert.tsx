import type { VNode } from 'preact';
import { languageOf } from '../engine/failure.ts';
import { visible } from './visible.ts';

/** What went wrong, told as soon as it appears. Its place stays while nothing is wrong. */
export const Alert = ({ text }: { text: string }): VNode => (
  <p class="bad" role="alert" lang={languageOf(text)}>
    {visible(text)}
  </p>
);
