import type { VNode } from 'preact';
import { visible } from './visible.ts';

/** Text in which a line may end after a dot or a slash, so that the parts of a long host stay whole. */
export const Wrapping = ({ text }: { text: string }): VNode => (
  <>
    {visible(text)
      .split(/(?<=[./])(?=[^\s./])/u)
      .flatMap((part, nth) => (nth === 0 ? [part] : [<wbr key={nth} />, part]))}
  </>
);
