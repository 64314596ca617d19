import type { Merge, Preview } from './merges.ts';

export type MergeState = 'inEffect' | 'chained' | 'takenBack' | 'superseded' | 'unfinished';

/** How a merge stands. */
export function stateOf({
  applied,
  inEffect,
  superseded,
  takeBackFirst,
}: Pick<Merge, 'applied' | 'inEffect' | 'superseded' | 'takeBackFirst'>): MergeState {
  // The graph is merged before the rest follows, so one that did not complete may hold.
  if (!applied) return 'unfinished';
  if (inEffect) return 'inEffect';
  if (takeBackFirst !== null) return 'chained';
  if (superseded) return 'superseded';
  return 'takenBack';
}

/** Rows by what they are, such as “2 interactions, 1 deal”; '' if there are none. */
export const rowsInWords = (rows: Preview['rowsByKind']): string =>
  rows
    .map(({ kind, count }) =>
      count === 1 ? `1 ${kind.replace(/^(interaction|deal|record)s/u, '$1')}` : `${count} ${kind}`,
    )
    .join(', ');
