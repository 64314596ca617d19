import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { DiskVaultKeyFile } from '../../../src/adapters/out/files/vault-key-file.ts';
import { openVault } from '../../../src/adapters/out/sqlite/vault/open.ts';
import { removeTemporaryDirs, temporaryDir } from '../../harness/in-process-engine.ts';
import { secretsOver } from '../../harness/secrets.ts';
import { verifies } from '../../spec/verifies.ts';
import { HOST, SECRETS } from './vault-secrets.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';

const gate = new WriteGate();

afterAll(removeTemporaryDirs);

const underTest = fileURLToPath(new URL('./vault-under-test.ts', import.meta.url));

/** Two rotations, killed at this point. @returns the number of points if it was not killed */
function rotated(dataDir: string, nth: number): Promise<number | null> {
  const child = spawn(process.execPath, [underTest, dataDir, String(nth)], {
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
  ).toEqual(['vault.db', 'vault.key']);
  return keys.length;
}

describe('kill -9 during rotations', () => {
  let moments = 0;
  beforeAll(async () => {
    moments = (await rotated(temporaryDir(), 0)) ?? 0;
  });

  verifies(
    'promise.vault.rotate-kill',
    'at any point leaves every secret readable with the one recorded key',
    async () => {
      expect(moments).toBe(MOMENTS);
      const keysAfter: number[] = [];
      // Two at a time, because each is a separate process.
      for (let nth = 1; nth <= moments; nth += 2)
        keysAfter.push(
          ...(await Promise.all(
            [nth, nth + 1]
              .filter((one) => one <= moments)
              .map(async (one) => {
                const dataDir = temporaryDir();
                expect(await rotated(dataDir, one)).toBeNull();
                return await expectWhole(dataDir);
              }),
          )),
        );
      // One key before the first commit, two between the commits, three at the end.
      expect(keysAfter).toEqual(keysAfter.toSorted((a, b) => a - b));
      expect(new Set(keysAfter)).toEqual(new Set([1, 2, 3]));
    },
  );

  test('without a kill both rotations succeed', async () => {
    const dataDir = temporaryDir();
    await rotated(dataDir, 0);
    expect(await expectWhole(dataDir)).toBe(3);
  });
});

/**
 * Around two files in each rotation; in the transaction of the second, before each of the two keys that it retires, the
 * new key, each secret and the last condition.
 */
const MOMENTS = 2 * (2 + 2) + 2 + 1 + SECRETS.length + 1;
