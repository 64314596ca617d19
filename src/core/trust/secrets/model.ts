// Room: the vault, and values for the hosts that they are bound to. No plain value and no key in a store,
// an answer, an event or a prompt.

import type { Says } from '../../kernel/says.ts';

/**
 * `ready`: secrets can be read and kept. `locked`: there is a vault, and no key for it. `disabled`: the operator has set
 * SVC_VAULT_KEY to nothing, which turns the key off (specification › Backup operations).
 */
export type VaultState = 'ready' | 'locked' | 'disabled';

/** How a secret is called, also in a reference: `secret:NAME`. */
export const isSecretName = (text: string): boolean => /^[A-Z][A-Z0-9_]{0,63}$/u.test(text);

/** The secret that clients of the tool server show. The agent can neither refer to it nor ask for it. */
export const TOOL_SERVER_SECRET = 'SVC_MCP_SECRET';

/** The beginning of the names of the engine's own logins at tool servers. */
export const TOOL_SERVER_LOGIN = 'SVC_MCP_LOGIN_';

/** The engine's own access to the cloud account, and the secret of the owner's client there. */
export const CLOUD_GRANT = 'SVC_GOOGLE_GRANT';
export const CLOUD_CLIENT_ID = 'GOOGLE_CLIENT_ID';
export const CLOUD_CLIENT_SECRET = 'GOOGLE_CLIENT_SECRET';

/** Of this engine at the provider that people sign in with. */
export const OIDC_CLIENT_SECRET = 'SVC_OIDC_CLIENT_SECRET';

const ENGINE_ALONE: ReadonlySet<string> = new Set([
  TOOL_SERVER_SECRET,
  CLOUD_GRANT,
  CLOUD_CLIENT_SECRET,
  OIDC_CLIENT_SECRET,
]);

/** Names of secrets that are for the engine alone. */
export const isForEngineAlone = (name: string): boolean =>
  ENGINE_ALONE.has(name) || name.startsWith(TOOL_SERVER_LOGIN);

/** One key of the ring. The current one is kept outside the vault; retired ones inside, sealed with the current one. */
export interface RingKey {
  readonly keyId: string;
  readonly createdAt: number;
  readonly retiredAt: number | null;
  /** Null for the current key. */
  readonly wrapped: Uint8Array | null;
}

/** A secret as stored. */
export interface SealedSecret {
  readonly name: string;
  readonly keyId: string;
  readonly sealed: Uint8Array;
  /** The hosts that are part of its seal, sorted; null: an earlier version sealed it, for no hosts in particular. */
  readonly hosts: readonly string[] | null;
  readonly updatedAt: number;
}

/** A secret as it was, and sealed anew. */
export interface SealedAnew extends Pick<SealedSecret, 'keyId' | 'sealed' | 'hosts'> {
  readonly was: SealedSecret;
}

/** A secret, and a host it may be sent to, in normalized spelling. */
export interface BoundHost {
  readonly name: string;
  readonly host: string;
}

/** A binding that lasts as long as a profile of an API uses it. */
export interface ProfileBinding extends BoundHost {
  readonly profile: string;
}

/** The metadata of a secret: everything except its value. */
export interface SecretFacts {
  readonly name: string;
  readonly source: 'environment' | 'vault';
  /** The hosts it may be sent to, as in a URL; if empty, it may go nowhere. */
  readonly hosts: readonly string[];
  /** Null for a secret from the environment: its age is unknown. */
  readonly updatedAt: number | null;
}

export interface SecretStatus {
  readonly vault: VaultState;
  /** What is wrong with the vault. */
  readonly problem: readonly Says[] | null;
  /** The number of secrets in the vault, and of those from the environment. */
  readonly secrets: number;
  readonly fromEnvironment: number;
  /** The secret stored longest ago; below, the names of those that are so old that they should be replaced. */
  readonly oldest: { readonly name: string; readonly updatedAt: number; readonly ageDays: number } | null;
  readonly old: readonly string[];
  /** Names of secrets that the key of the vault does not decrypt. */
  readonly unreadable: readonly string[];
}

/** The key of a vault, as its owner stores it. */
export interface VaultKey {
  readonly key: string;
  readonly keyId: string;
  readonly createdAt: number;
}

export interface Rotation {
  readonly keyId: string;
  readonly previousKeyId: string;
  readonly rotatedAt: number;
  /** How many secrets were encrypted with the new key. */
  readonly secrets: number;
}

/**
 * Normalizes a host for comparison: as in `URL.host`, without the default port, in lower case, without a trailing dot.
 * Null if it is not a valid host.
 */
export function hostFrom(text: string): string | null {
  if (!/^[^\s/?#@\\]{1,255}$/u.test(text) || !URL.canParse(`https://${text}/`)) return null;
  const host = new URL(`https://${text}/`).host.replace(/\.(?=$|:)/u, '');
  // A URL may contain characters that a shell would obey, and hosts are shown as part of a command.
  return /^(?:[a-z\d_.-]+|\[[\da-f:.]+\])(?::\d+)?$/u.test(host) ? host : null;
}
