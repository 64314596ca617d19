// What an earlier version sealed without its hosts: from a backup that the key proves it is trusted, by hand it is not.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from '@jest/globals';
import { nodeCrypto } from '../../../src/adapters/out/system/node-crypto.ts';
import { isRefusal } from '../../../src/core/kernel/refusal.ts';
import { keyFrom } from '../../../src/core/trust/secrets/key-ring.ts';
import { startRestartable as started, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { backedUp, restored } from './backups.ts';

const HOST = 'api.test';

/** Where the secret A goes, or why it does not. */
function goesTo({ running }: RestartableEngine, host: string): string {
  try {
    return running.engine.services.secrets.resolve('A', host);
  } catch (error) {
    if (isRefusal(error)) return error.code;
    throw error;
  }
}

/** The vault as an earlier version left it. */
async function asBefore({ dataDir, client }: RestartableEngine): Promise<void> {
  const connection = new Database(join(dataDir, 'vault.db'));
  const salt = connection.prepare('SELECT salt FROM vault').pluck().get() as Uint8Array;
  const key = await keyFrom((await client['vault.key']()).key, salt, nodeCrypto);
  const sealed = key.seal({ secret: 'A', hosts: null }, 'value');
  connection.prepare("UPDATE secrets SET sealed = ?, hosts_json = NULL WHERE name = 'A'").run(sealed);
  connection.exec('UPDATE vault SET all_sealed_at = NULL; PRAGMA wal_checkpoint(TRUNCATE)');
  connection.close();
}

verifies(
  'secrets.sealed-hosts',
  'an earlier seal comes back with a backup of this engine, also after a rotation, and not with another vault.db',
  async () => {
    const engine = await started();
    const { client, dataDir } = engine;
    const put = async () =>
      await client['secrets.put']({ params: { name: 'A' }, body: { value: 'value', hosts: [HOST] } });
    await put();
    await asBefore(engine);
    expect(goesTo(engine, HOST)).toBe('secret_not_trusted');
    const { key } = await client['vault.key']();
    const file = readFileSync(join(dataDir, 'vault.db'));
    const id = await backedUp(engine);
    await put();
    for (const isRotated of [false, true]) {
      if (isRotated) await client['vault.rotate']();
      expect(await restored(engine, id)).toMatchObject({ status: 'completed' });
      expect([goesTo(engine, HOST), goesTo(engine, 'other.test')]).toEqual(['value', 'secret_not_for_host']);
    }
    await engine.stop();

    writeFileSync(join(dataDir, 'vault.db'), file);
    for (const beside of ['-wal', '-shm']) rmSync(join(dataDir, `vault.db${beside}`), { force: true });
    const replaced = await started({ dataDir, env: { SVC_VAULT_KEY: key } });
    expect(goesTo(replaced, HOST)).toBe('secret_not_trusted');
    expect(await replaced.client['secrets.status']()).toMatchObject({ vault: 'ready', unreadable: ['A'] });
  },
);
