// What an earlier version sealed is sealed for its hosts, at a start or before a backup becomes the vault: kill -9 there.
import { spawn } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import Database from 'better-sqlite3';
import { DiskVaultKeyFile } from '../../../src/adapters/out/files/vault-key-file.ts';
import { openVault } from '../../../src/adapters/out/sqlite/vault/open.ts';
import { SqliteStagedVault } from '../../../src/adapters/out/sqlite/vault/staged-vault.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';
import { isRefusal } from '../../../src/core/kernel/refusal.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { secretsOver } from '../../harness/secrets.ts';
import { underTest } from '../../harness/under-test.ts';
import { verifies } from '../../spec/verifies.ts';
import { EARLIER, earlierVault, KEPT, STAGED } from './earlier-vault.ts';

/** @returns the number of moments if it was not killed */
function sealed(...given: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, [underTest('sealing'), ...given], {
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

const opened = (dataDir: string) =>
  secretsOver({
    database: openVault(join(dataDir, 'vault.db')),
    file: new DiskVaultKeyFile({ gate: new WriteGate(), dataDir }),
  });

const HOSTS = ['a.test', 'b.test', 'shop.test', 'evil.test'];

/** Each secret goes where it went before, and nowhere else, also not once a host was added by hand. */
async function expectBound(dataDir: string): Promise<void> {
  const told = async () => {
    const { secrets, store, database, log } = await opened(dataDir);
    const goes = ({ name }: { readonly name: string }, host: string): string => {
      try {
        return secrets.resolve(name, host);
      } catch (error) {
        if (isRefusal(error)) return error.code;
        throw error;
      }
    };
    const all = EARLIER.map((one) => HOSTS.map((host) => goes(one, host)));
    const hosts = store.all().map((one) => one.hosts);
    await database.close();
    return { all, hosts, warned: log.events('warn').length };
  };
  const places = EARLIER.map(({ own, ofProfile }) => [...own, ...ofProfile]);
  expect(await told()).toEqual({
    all: EARLIER.map(({ value }, nth) =>
      HOSTS.map((host) => (places[nth]!.includes(host) ? value : 'secret_not_for_host')),
    ),
    hosts: places.map((some) => some.toSorted()),
    warned: 0,
  });
  const connection = new Database(join(dataDir, 'vault.db'));
  expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
  for (const { name } of EARLIER)
    connection.prepare("INSERT INTO bindings VALUES (?, 9, 'evil.test')").run(name);
  connection.close();
  expect((await told()).all.flat()).toEqual(
    Array.from({ length: EARLIER.length * HOSTS.length }, () => 'secret_hosts_changed'),
  );
}

/** Two columns that came since, each secret, and that it was done; and the end. */
const LEAST = 2 + EARLIER.length + 1 + 1;

verifies(
  'secrets.sealed-hosts',
  'a start that is killed at any write leaves each secret bound to its hosts, and to no others',
  async () => {
    const diesAt = async (nth: number): Promise<number | null> => {
      const dataDir = temporaryDir();
      await earlierVault(dataDir);
      const moments = await sealed(dataDir, String(nth));
      await expectBound(dataDir);
      return moments;
    };
    const moments = (await diesAt(0)) ?? 0;
    expect(moments).toBeGreaterThanOrEqual(LEAST);
    for (let nth = 1; nth <= moments; nth += 1) expect([nth, await diesAt(nth)]).toEqual([nth, null]);
  },
);

verifies(
  'secrets.sealed-hosts',
  'the vault of an earlier backup that is killed at any write before it is taken over is as it was, or as it has to be',
  async () => {
    const diesAt = async (nth: number): Promise<number | null> => {
      const dataDir = temporaryDir();
      const [kept, staged] = [join(dataDir, KEPT), join(dataDir, STAGED)];
      await earlierVault(kept);
      const key = await earlierVault(staged);
      const first = await opened(kept);
      await first.database.close();
      const moments = await sealed(dataDir, String(nth), key);
      const { vault, database } = await opened(kept);
      const again = new SqliteStagedVault((stored, given) => vault.resealed(stored, given));
      expect(await again.seal(join(staged, 'vault.db'), key, null)).toBeNull();
      await database.close();
      copyFileSync(join(kept, 'vault.key'), join(staged, 'vault.key'));
      await expectBound(staged);
      return moments;
    };
    const moments = (await diesAt(0)) ?? 0;
    expect(moments).toBeGreaterThanOrEqual(LEAST);
    for (let nth = 1; nth <= moments; nth += 1) expect([nth, await diesAt(nth)]).toEqual([nth, null]);
  },
);
