import type { Provider } from './model.ts';
import type { ModelEnvironment, Said } from './settings.ts';

/** An address that is about to be spoken to. */
export interface Destination {
  readonly provider: Provider;
  /** Null: the provider's own host. */
  readonly endpoint: Said<string> | null;
  readonly isEuProvider: boolean;
  /** The key that a profile brings for its own address. */
  readonly ownKey: string | null;
  /** Whether this is the address that the top-level configuration speaks of, so that its `api_key` is meant for it. */
  readonly isTopLevel: boolean;
  /** Whether `COMPAT_API_KEY`, which names no address, may be meant for this one. */
  readonly takesCompatKey: boolean;
}

export type Keys = Pick<ModelEnvironment, 'primaryKey' | 'compatKey' | 'euKey'> & {
  /** `PRIMARY_API_KEY` of the vault. */
  readonly vaultKey: string | null;
  /** `api_key` of the configuration. */
  readonly apiKey: string | null;
};

/**
 * Which key goes to which address: the one table. Null means that none does, and then none is sent.
 * The environment comes before the vault, the vault before the configuration, and what a profile says of itself before all.
 */
export function keyFor(to: Destination, keys: Keys): string | null {
  const configured = to.isTopLevel ? keys.apiKey : null;
  // A key from the environment names no address; beside an address from there, it is meant for that one.
  const paired = to.endpoint?.by === 'environment' ? keys.primaryKey : null;
  switch (to.provider) {
    case 'primary':
      return to.ownKey ?? (to.endpoint === null ? (keys.primaryKey ?? keys.vaultKey) : paired) ?? configured;
    case 'custom':
      return to.ownKey ?? paired ?? configured;
    case 'compat':
      return (
        to.ownKey ??
        (to.isEuProvider ? keys.euKey : null) ??
        configured ??
        (to.takesCompatKey ? keys.compatKey : null)
      );
    case 'cloud_hosted':
      // A service account's file, never a key.
      return null;
  }
}
