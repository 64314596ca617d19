import { testWords } from '../../../doubles/sentences.ts';
import { expect, test } from '@jest/globals';
import { nodeCrypto } from '../../../../src/adapters/out/system/node-crypto.ts';
import type { BackupKey } from '../../../../src/core/keeping/backups/key.ts';
import { manifestText } from '../../../../src/core/keeping/backups/manifest.ts';
import { FORMAT_VERSION, MANIFEST_FORMAT } from '../../../../src/core/keeping/backups/model.ts';
import { confirmTrust, manifestOf, type Trust } from '../../../../src/core/keeping/backups/restore-checks.ts';
import { fileSetsOf } from '../../../../src/core/keeping/backups/restore-plan.ts';
import { isRefusal } from '../../../../src/core/kernel/refusal.ts';
import { verifies } from '../../../spec/verifies.ts';

const key: BackupKey = {
  keyId: 'a'.repeat(16),
  salt: 'b'.repeat(32),
  files: new Uint8Array(32),
  manifest: new Uint8Array(32).fill(1),
};
const ID = '20261123T010203456Z';

async function manifest(facts: object = {}, by: BackupKey | null = key) {
  const of = {
    format: MANIFEST_FORMAT,
    formatVersion: FORMAT_VERSION,
    backupId: ID,
    createdAt: '2026-11-23T01:02:03.456Z',
    kind: 'manual',
    serviceVersion: '2.0.0',
    dataDirectory: '/data',
    instanceId: 'own',
    encrypted: false,
    keyId: by?.keyId ?? null,
    keySalt: by?.salt ?? null,
    workspace: 'included',
    databases: [{ path: 'vault.db', schemaVersion: 2, rows: {} }],
    files: [
      {
        path: 'vault.db',
        kind: 'database',
        sizeBytes: 1,
        contentBytes: 1,
        sha256: 'c'.repeat(64),
        mode: null,
        modifiedAt: null,
      },
    ],
    skipped: [],
    skippedCount: 0,
    ...facts,
  } as const;
  return await manifestOf(await manifestText(of as never, by, nodeCrypto), ID, testWords);
}

const trust: Trust = {
  key,
  crypto: nodeCrypto,
  ownInstanceId: 'own',
  isKeyed: true,
  wishes: {},
  schemas: { 'vault.db': 2 },
  words: testWords,
};

/** The reason of the refusal; null if it is trusted. */
async function reasonFor(facts: object, more: Partial<Trust> = {}): Promise<unknown> {
  const all = { ...trust, ...more };
  try {
    await confirmTrust(await manifest(facts, all.key), all);
    return null;
  } catch (error) {
    return isRefusal(error) ? error.facts['reason'] : error;
  }
}

verifies(
  ['backups.restore.refused', 'backups.restore.foreign'],
  'whether a backup is trusted depends on its key and its instance, and each flag allows one thing',
  async () => {
    const foreign = { instanceId: 'other' };
    const bare = { key: null };
    expect(await reasonFor({})).toBe(null);
    expect(await reasonFor({ databases: [{ path: 'vault.db', schemaVersion: 3, rows: {} }] })).toBe(
      'newer_schema',
    );
    expect(await reasonFor(foreign)).toBe('foreign');
    expect(await reasonFor(foreign, { wishes: { allowUnauthenticated: true } })).toBe('foreign');
    expect(await reasonFor(foreign, { wishes: { allowForeign: true } })).toBe(null);
    expect(await reasonFor({}, bare)).toBe('unauthenticated');
    expect(await reasonFor({}, { ...bare, wishes: { allowForeign: true } })).toBe('unauthenticated');
    expect(await reasonFor({}, { ...bare, wishes: { allowUnauthenticated: true } })).toBe(null);
    // An engine that never had a key: its own, and no other.
    expect(await reasonFor({}, { ...bare, isKeyed: false })).toBe(null);
    const keyless = { ...bare, isKeyed: false, wishes: { allowForeign: true } };
    expect(await reasonFor(foreign, keyless)).toBe('unauthenticated');
    const wishes = { allowForeign: true, allowUnauthenticated: true };
    expect(await reasonFor(foreign, { ...keyless, wishes })).toBe(null);
  },
);

test('everything that backups hold is replaced, the workspace only if this backup has it', async () => {
  const moved = async (facts: object) => fileSetsOf(await manifest(facts)).flatMap((set) => set.out);
  const inside = await moved({});
  expect(inside).toEqual(
    expect.arrayContaining(['history.db-wal', 'memory.db', 'config.json', 'apis', 'workspace']),
  );
  for (const kept of [
    'vault.key',
    'token.json',
    'logins.json',
    'lock.db',
    'backups.json',
    'backups',
    'restores.json',
  ])
    expect([kept, inside.includes(kept)]).toEqual([kept, false]);
  expect(fileSetsOf(await manifest()).flatMap((set) => set.in)).toEqual(['vault.db']);
  expect(await moved({ workspace: 'elsewhere' })).not.toContain('workspace');
  expect(await moved({ skipped: [{ path: 'workspace', reason: 'link' }], skippedCount: 1 })).not.toContain(
    'workspace',
  );
});
