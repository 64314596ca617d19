import type { Provider } from './model.ts';
import type { ModelEnvironment, Said } from './settings.ts';

/** The address of the next request. */
export interface Destination {
  readonly provider: Provider;
  /** Null: the provider's own host. */
  readonly endpoint: Said<string> | null;
  readonly isEuProvider: boolean;
  /** The key in a profile, for the profile's own address. */
  readonly ownKey: string | null;
  /** Whether this is the address in the top-level configuration, so that its `api_key` applies. */
  readonly isTopLevel: boolean;
  /** Whether `COMPAT_API_KEY`, which names no address, may apply to this one. */
  readonly takesCompatKey: boolean;
}

export type Keys = Pick<ModelEnvironment, 'primaryKey' | 'compatKey' | 'euKey'> & {
  /** `PRIMARY_API_KEY` from the vault. */
  readonly vaultKey: string | null;
  /** `api_key` from the configuration. */
  readonly apiKey: string | null;
};

/**
 * The one table of which key goes to which address. Null: no key is sent.
 * The environment comes before the vault, the vault before the configuration, and a profile's own key before all.
 */
export function keyFor(to: Destination, keys: Keys): string | null {
  const configured = to.isTopLevel ? keys.apiKey : null;
  // A key from the environment names no address; it applies to an address that also comes from the environment.
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
      // Authenticates with a service account's file, never with a key.
      return null;
  }
}
