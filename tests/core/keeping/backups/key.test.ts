import { expect } from '@jest/globals';
import { nodeCrypto } from '../../../../src/adapters/out/system/node-crypto.ts';
import { VaultBackupKeys, type KeySource } from '../../../../src/core/keeping/backups/key.ts';
import { keyFrom } from '../../../../src/core/trust/secrets/key-ring.ts';
import { verifies } from '../../../spec/verifies.ts';

const salt = new Uint8Array(16).fill(9);
const keyOf = (text: string, ofVault: Uint8Array) => keyFrom(text, ofVault, nodeCrypto);
const [now, before] = ['n'.repeat(43), 'b'.repeat(43)];

async function vaultWith(
  current: string | null,
  retired: Readonly<Record<string, string>> = {},
): Promise<KeySource> {
  const key = current === null ? null : await keyOf(current, salt);
  return {
    outside: () => key && { key, salt },
    isKeyed: key !== null,
    retired: (keyId) => retired[keyId] ?? null,
    keyOf,
  };
}

verifies(
  'security.crypto',
  'a key for files, one for manifests, and neither is a key of the vault',
  async () => {
    const keys = new VaultBackupKeys(await vaultWith(now));
    const { files, manifest } = keys.current()!;
    const others = ['svc vault', 'svc vault key id'].map((purpose) =>
      nodeCrypto.derive(Buffer.from(now), purpose),
    );
    const all = [files, manifest, ...others, Buffer.from(now)].map((key) => Buffer.from(key).toString('hex'));
    expect(new Set(all).size).toBe(all.length);
  },
);

verifies(
  'backups.encryption.key-needed',
  'the key comes from the vault, also an earlier one, or from the owner',
  async () => {
    const earlier = await keyOf(before, salt);
    const keys = new VaultBackupKeys(await vaultWith(now, { [earlier.keyId]: before }));
    const found = await keys.withId(earlier.keyId, null);
    expect(found?.keyId).toBe(earlier.keyId);
    expect(await keys.withId('0'.repeat(16), null)).toBeNull();
    expect(await keys.given(before, found?.salt ?? '')).toEqual(found);
    const none = new VaultBackupKeys(await vaultWith(null));
    expect([none.current(), await none.withId(earlier.keyId, null)]).toEqual([null, null]);
  },
);

verifies(
  'security.crypto',
  'a key that a person chose gives the same keys with the salt of its vault, and no others',
  async () => {
    const keys = new VaultBackupKeys(await vaultWith(now));
    const words = 'correct horse battery staple';
    const [one, same, other] = await Promise.all(
      ['09', '09', '08'].map((byte) => keys.given(words, byte.repeat(16))),
    );
    expect(one).toEqual(same);
    expect(other?.keyId).not.toBe(one?.keyId);
  },
);
