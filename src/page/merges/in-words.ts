import type { Merge } from './merges.ts';

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
