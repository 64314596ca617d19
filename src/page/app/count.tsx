import type { VNode } from 'preact';

/** How many things want the person, behind the name of where they are. */
export const Count = ({ count }: { count: number }): VNode | null =>
  count === 0 ? null : <span class="count">{count}</span>;
