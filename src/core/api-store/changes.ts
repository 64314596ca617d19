import type { KeptWindow } from './model.ts';

export type ApiStoreChange =
  /** These windows are now like this, each in the place of what was kept of it. */
  { readonly change: 'rate.count'; readonly windows: readonly KeptWindow[] };
