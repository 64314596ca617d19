/**
 * `ready`: secrets can be read and kept. `locked`: there is a vault, and no key for it. `disabled`: the operator has set
 * SVC_VAULT_KEY to nothing, which turns the key off (specification › Backup operations).
 */
export type VaultState = 'ready' | 'locked' | 'disabled';

/** How a secret is called, also in a reference: `secret:NAME`. */
export const isSecretName = (text: string): boolean => /^[A-Z][A-Z0-9_]{0,63}$/u.test(text);

/** One key of the ring. The current one is kept outside of the vault, retired ones in it, sealed with the current one. */
export interface RingKey {
  readonly keyId: string;
  readonly createdAt: number;
  readonly retiredAt: number | null;
  /** Null for the current one. */
  readonly wrapped: Uint8Array | null;
}

/** A secret as it is kept. */
export interface SealedSecret {
  readonly name: string;
  readonly keyId: string;
  readonly sealed: Uint8Array;
  readonly updatedAt: number;
}

/** A secret, and a host it may be sent to, in the spelling that is compared. */
export interface BoundHost {
  readonly name: string;
  readonly host: string;
}

/** One that holds as long as a profile of an API uses it. */
export interface ProfileBinding extends BoundHost {
  readonly profile: string;
}

/** The metadata of a secret: all but its value. */
export interface SecretFacts {
  readonly name: string;
  readonly source: 'environment' | 'vault';
  /** The hosts it may be sent to, as in a URL; none means that it goes nowhere yet. */
  readonly hosts: readonly string[];
  /** Null for one from the environment: its age is unknown. */
  readonly updatedAt: number | null;
}

export interface SecretStatus {
  readonly vault: VaultState;
  /** What is wrong with it, in a sentence. */
  readonly problem: string | null;
  /** How many are in the vault, and how many the environment gives. */
  readonly secrets: number;
  readonly fromEnvironment: number;
  /** Those that were stored longest ago, and so long ago that they should be replaced. */
  readonly oldest: { readonly name: string; readonly updatedAt: number; readonly ageDays: number } | null;
  readonly old: readonly string[];
  /** Names of those that the key of the vault does not open. */
  readonly unreadable: readonly string[];
}

/** The key of a vault, as its owner keeps it. */
export interface VaultKey {
  readonly key: string;
  readonly keyId: string;
  readonly createdAt: number;
}

export interface Rotation {
  readonly keyId: string;
  readonly previousKeyId: string;
  readonly rotatedAt: number;
  /** How many were sealed anew. */
  readonly secrets: number;
}

/**
 * A host in the one spelling that is compared: as `URL.host` has it, so without the usual port and in lower case, and
 * without a dot at its end. Null for what is no host.
 */
export function hostFrom(text: string): string | null {
  if (!/^[^\s/?#@\\]{1,255}$/u.test(text) || !URL.canParse(`https://${text}/`)) return null;
  const host = new URL(`https://${text}/`).host.replace(/\.(?=$|:)/u, '');
  // A URL may contain characters that a shell would obey, and hosts are shown as part of a command.
  return /^(?:[a-z\d_.-]+|\[[\da-f:.]+\])(?::\d+)?$/u.test(host) ? host : null;
}
