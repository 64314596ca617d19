import type { Crypto } from '../../ports/crypto.ts';
import { keyFrom, type Key } from './key-ring.ts';
import { CLOUD_GRANT, type RingKey, type SealedSecret } from './model.ts';

/** The content of the vault of a backup. */
export interface StoredVault {
  readonly salt: Uint8Array;
  readonly keys: readonly RingKey[];
  readonly secrets: readonly SealedSecret[];
  /** As in `VaultStore`. */
  readonly isAllSealed: boolean;
  /** The key that proves who made the backup; null: it may be from anyone. */
  readonly provenBy: string | null;
  readonly hostsOf: (name: string) => readonly string[];
}

/** The keys that an engine has. */
interface OwnKeys {
  readonly key: Key;
  readonly createdAt: number;
  /** The whole ring of its vault, the current key as well. */
  readonly former: readonly (RingKey & { readonly text: string })[];
  /** One that its owner gives beside them. */
  readonly given: string | null;
  /** The access to the cloud account, which is that of the machine: a backup does not bring back another. */
  readonly grant: string | null;
  /** Whether everything that was sealed with them was sealed for its hosts. */
  readonly isAllSealed: boolean;
}

/** All keys and all secrets of a vault, in the place of those that it has. */
export interface Resealed {
  readonly keys: readonly RingKey[];
  readonly secrets: readonly SealedSecret[];
  readonly at: number;
}

/** The vault is sealed with a key that is not known. */
export interface MissingKey {
  readonly missing: string;
}

/**
 * Seals the vault of a backup under the current key of an engine, which stays as it is. All earlier keys of both vaults
 * are in the result, so that backups made with any of them stay readable. What the key of the backup does not open stays
 * as it is, and unreadable. What an earlier version sealed is sealed for the hosts that the
 * backup says; where a key of this engine sealed it, only if the same key proves the backup, because who has no key could
 * put an old seal beside other hosts. Null if the vault already is as it has to be.
 */
export async function resealed(
  { salt, keys, secrets, isAllSealed, provenBy, hostsOf }: StoredVault,
  { key, createdAt, former, given, grant, isAllSealed: isOwnSealed }: OwnKeys,
  now: number,
  crypto: Crypto,
): Promise<Resealed | MissingKey | null> {
  const current = keys.find(({ retiredAt }) => retiredAt === null);
  if (!current) return null;
  // The id of a key that a person chose depends on the salt.
  const next = await keyFrom(key.text, salt, crypto);
  const known = new Set(keys.map(({ keyId }) => keyId));
  const isComplete = former.every(({ keyId }) => known.has(keyId));
  const hasGrant = secrets.some(({ name }) => name === CLOUD_GRANT);
  if (next.keyId === current.keyId && isComplete && !hasGrant && grant === null && isAllSealed) return null;
  const texts = [key.text, given, ...former.map(({ text }) => text)].filter((text) => text !== null);
  const before = await keyOf(current.keyId, texts, salt, crypto);
  if (!before) return { missing: current.keyId };
  const isOwn = before.text === key.text || former.some(({ text }) => text === before.text);
  const isTrusted = !isAllSealed && (!isOwn || !isOwnSealed || provenBy === current.keyId);
  const ring = new Map<string, RingKey>();
  const keep = (one: RingKey, text: string | null) =>
    ring.set(one.keyId, {
      ...one,
      retiredAt: one.retiredAt ?? now,
      wrapped: text === null ? one.wrapped : next.seal({ key: one.keyId }, text),
    });
  for (const { text, ...one } of former) keep(one, text);
  for (const one of keys)
    keep(one, one.wrapped === null ? before.text : before.open({ key: one.keyId }, one.wrapped));
  ring.delete(next.keyId);
  return {
    at: now,
    keys: [...ring.values(), { keyId: next.keyId, createdAt, retiredAt: null, wrapped: null }],
    secrets: [
      ...secrets
        .filter(({ name }) => name !== CLOUD_GRANT)
        .map((secret) => {
          const { name, hosts: was } = secret;
          const value =
            was === null && !isTrusted ? null : before.open({ secret: name, hosts: was }, secret.sealed);
          if (value === null) return { ...secret, keyId: next.keyId };
          // Here the hosts are still those of the backup.
          const hosts = was ?? [...new Set(hostsOf(name))].toSorted();
          return { ...secret, keyId: next.keyId, hosts, sealed: next.seal({ secret: name, hosts }, value) };
        }),
      ...(grant === null
        ? []
        : [
            {
              name: CLOUD_GRANT,
              keyId: next.keyId,
              sealed: next.seal({ secret: CLOUD_GRANT, hosts: [] }, grant),
              hosts: [],
              updatedAt: now,
            },
          ]),
    ],
  };
}

async function keyOf(
  keyId: string,
  texts: readonly string[],
  salt: Uint8Array,
  crypto: Crypto,
): Promise<Key | null> {
  for (const text of new Set(texts)) {
    const key = await keyFrom(text, salt, crypto);
    if (key.keyId === keyId) return key;
  }
  return null;
}
