import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { DiskVaultKeyFile } from '../../../src/adapters/out/files/vault-key-file.ts';
import { openVault } from '../../../src/adapters/out/sqlite/vault/open.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { secretsOver } from '../../harness/secrets.ts';
import { verifies } from '../../spec/verifies.ts';
import { HOST, SECRETS } from './vault-secrets.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';
import { underTest } from '../../harness/under-test.ts';

const gate = new WriteGate();

/** Two rotations, killed at this point. @returns the number of points if it was not killed */
function rotated(dataDir: string, nth: number): Promise<number | null> {
  const child = spawn(process.execPath, [underTest('vault'), dataDir, String(nth)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (said += piece));
  return new Promise((resolve, reject) => {
    child.once('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve(null);
      else if (code === 0) resolve(Number(said));
      else reject(new Error(`it exited with ${code}`));
    });
  });
}

/**
 * After the next start every secret is readable with the one recorded and stored key, and the key can be
 * rotated.
 */
async function expectWhole(dataDir: string): Promise<number> {
  const open = () =>
    secretsOver({
      database: openVault(join(dataDir, 'vault.db')),
      file: new DiskVaultKeyFile({ gate, dataDir }),
    });
  const first = await open();
  const keys = first.store.keys();
  const { key, keyId } = first.vault.key();
  for (const [name, value] of SECRETS) expect(first.secrets.resolve(name, HOST)).toBe(value);
  expect(new Set(first.store.all().map((secret) => secret.keyId))).toEqual(new Set([keyId]));
  expect(keys.filter(({ retiredAt }) => retiredAt === null).map((one) => one.keyId)).toEqual([keyId]);
  for (const old of keys)
    if (old.retiredAt !== null) expect(first.vault.retired(old.keyId)).toMatch(/^[\w-]{43}$/u);
  expect(await first.file.read()).toEqual({ found: 'text', text: `${key}\n` });
  expect(await first.file.readNext()).toEqual({ found: 'nothing' });
  expect([first.vault.state, first.log.lines]).toEqual(['ready', []]);
  await first.secrets.put('LATER', 'later', [HOST]);
  await first.vault.rotate();
  await first.database.close();
  const again = await open();
  for (const [name, value] of SECRETS) expect(again.secrets.resolve(name, HOST)).toBe(value);
  expect(again.secrets.resolve('LATER', HOST)).toBe('later');
  await again.database.close();
  const connection = new Database(join(dataDir, 'vault.db'), { readonly: true });
  expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(connection.pragma('foreign_key_check')).toEqual([]);
  connection.close();
  expect(
    readdirSync(dataDir)
      .toSorted()
      .filter((name) => !/-(?:wal|shm)$/u.test(name)),
  ).toEqual(['vault.db', 'vault.key', 'vault.sealed']);
  return keys.length;
}

/**
 * Of each rotation around three writes of files; and in the transaction of the second before each of the two keys that it retires, the
 * new key, each secret and the last condition.
 */
const MOMENTS = 2 * (2 + 2 + 2) + 2 + 1 + SECRETS.length + 1;

describe('kill -9 during rotations', () => {
  const keysAfter: number[] = [];

  for (let nth = 1; nth <= MOMENTS; nth += 1)
    verifies(
      'promise.vault.rotate-kill',
      `at moment ${nth} of ${MOMENTS} leaves every secret readable with the one recorded key`,
      async () => {
        const dataDir = temporaryDir();
        expect(await rotated(dataDir, nth)).toBeNull();
        keysAfter.push(await expectWhole(dataDir));
      },
    );

  test('leaves one key before the first commit, two before the second, and three after it', () => {
    expect(keysAfter).toEqual(keysAfter.toSorted((a, b) => a - b));
    expect(new Set(keysAfter)).toEqual(new Set([1, 2, 3]));
  });

  test('reaches every point, and without a kill both rotations are stored', async () => {
    const dataDir = temporaryDir();
    expect(await rotated(dataDir, 0)).toBe(MOMENTS);
    expect(await expectWhole(dataDir)).toBe(3);
  });
});
