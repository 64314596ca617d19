import type { Connection, Draft, Outline } from '../../instance/models/model.ts';
import type { Says } from '../../kernel/says.ts';
import type { Model, ModelFault } from '../../ports/model.ts';
import type { ListedModel } from './model.ts';

/** What the settings lead to, and the way to try it. */
export interface Trials {
  /** @throws Refusal profile_unknown */
  outline(draft: Draft, profile: string | null): Outline;
  openOnce(connection: Connection): Promise<Model>;
}

/** Where a list of models is, in one of the two formats. */
export type ListAddress = Pick<Connection, 'provider' | 'endpoint' | 'key'>;

export type Listing =
  | { readonly kind: 'models'; readonly models: readonly ListedModel[] }
  /** The server answers and has no list. */
  | { readonly kind: 'none' }
  /** It quotes no key. */
  | { readonly kind: 'failed'; readonly fault: ModelFault | null; readonly says: readonly Says[] };

export interface ModelLists {
  /**
   * The server's own list of its models: each id once, none with control characters. Sends one GET for each page to this
   * address and follows no redirect. Never throws; ends at once when `signal` aborts.
   */
  list(address: ListAddress, signal: AbortSignal): Promise<Listing>;
}
