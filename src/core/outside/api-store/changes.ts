import type { KeptWindow } from './model.ts';

export type ApiStoreChange =
  /** Replaces the stored state of these windows. */
  { readonly change: 'rate.count'; readonly windows: readonly KeptWindow[] };
