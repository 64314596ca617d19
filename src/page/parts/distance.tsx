import type { VNode } from 'preact';
import { moment } from './format.ts';

/**
 * How far a time is from now, in words. When exactly it is, is written once a pointer rests on it: the browser's tables for
 * dates take long to load, and where only distances are shown nothing else needs them.
 */
export const Distance = ({
  time,
  words,
  exactly = moment,
}: {
  time: string;
  words: string;
  exactly?: (time: string) => string;
}): VNode => (
  <time
    class="hint"
    datetime={time}
    onPointerEnter={({ currentTarget }) => (currentTarget.title = exactly(time))}
  >
    {words}
  </time>
);
