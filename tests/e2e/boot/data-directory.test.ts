import { lstatSync, mkdirSync, readdirSync, symlinkSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { DiskArtifacts } from '../../../src/adapters/out/files/disk-artifacts.ts';
import { DiskApiFiles } from '../../../src/adapters/out/files/api-files.ts';
import type { Disk } from '../../../src/adapters/out/files/disk.ts';
import { DiskMergeRecords } from '../../../src/adapters/out/files/disk-merge-records.ts';
import { DiskVaultKeyFile } from '../../../src/adapters/out/files/vault-key-file.ts';
import {
  asideFolder,
  entryOf,
  inventory,
  scratchFolder,
  stagingFolder,
  exportScratch,
  incomingFolder,
  outgoingFolder,
  type DataName,
} from '../../../src/core/instance/data-directory/inventory.ts';
import { REMOTE_CLIENT } from '../../../src/core/ports/web.ts';
import { everyDeath } from '../../adapters/files/faulty-disk.ts';
import { aProfile } from '../../harness/apis.ts';
import { backedUp, restored } from '../backups/backups.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { aMergeRecord } from '../../ports/merge-builders.ts';
import { verifies } from '../../spec/verifies.ts';
import { exited, spawnEngine, type SpawnedEngine } from '../../harness/spawned-engine.ts';
import { RunsIndexFile } from '../../../src/adapters/out/files/runs-index-file.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';

const gate = new WriteGate();

let engine: SpawnedEngine | undefined;

/** The names in a data directory when it is listed, and those that come and go in between. */
function observed(dataDir: string) {
  const seen = new Set<DataName>();
  const unknown = new Set<string>();
  const note = (path: string): DataName | null => {
    const name = entryOf(path);
    if (name === null) unknown.add(path);
    else seen.add(name);
    return name;
  };
  const look = (folder = ''): void => {
    for (const child of readdirSync(join(dataDir, folder))) {
      const path = folder === '' ? child : `${folder}/${child}`;
      const name = note(path);
      const isFolder = lstatSync(join(dataDir, path)).isDirectory();
      if (isFolder && name !== null && inventory[name].kind !== 'set aside') look(path);
    }
  };
  const watcher = watch(dataDir, (_, name) => void (name !== null && note(name)));
  return { seen, unknown, look, close: () => watcher.close() };
}

/** Leaves what a process leaves that dies while it writes a profile or the next key. */
async function dyingWrites(dataDir: string): Promise<void> {
  const die = (write: (disk: Disk) => Promise<unknown>) =>
    everyDeath(async (disk) => void (await write(disk).catch(() => undefined)));
  await die((disk) => new DiskArtifacts({ gate, folder: join(dataDir, 'artifacts'), disk }).keep('cut off'));
  await die((disk) => new DiskApiFiles({ gate, folder: join(dataDir, 'apis'), disk }).write('shop', '{}'));
  await die((disk) =>
    new DiskMergeRecords({ gate, folder: join(dataDir, 'sweeps'), disk }).write(aMergeRecord()),
  );
  await die((disk) => new DiskVaultKeyFile({ gate, dataDir, disk }).replaceNext('k'.repeat(43)));
  // The index of runs, where the file of that name was another one.
  const path = join(dataDir, 'mcp-runs.json');
  for (let n = 0; n < 2; n += 1) {
    writeFileSync(path, 'not an index');
    await new RunsIndexFile({
      path,
      mayBeLinked: false,
      owner: () => 'aaaaaaaaaaaa',
      tell: () => undefined,
    }).write([]);
  }
  // A backup, and a restore before anything of it was begun and after it has ended.
  const ofMoves = [exportScratch, outgoingFolder, incomingFolder];
  for (const folder of [scratchFolder, stagingFolder, asideFolder, ...ofMoves]) {
    mkdirSync(join(dataDir, folder, 'some'), { recursive: true });
    writeFileSync(join(dataDir, folder, 'some', 'history.db'), '');
  }
}

async function started(dataDir: string): Promise<SpawnedEngine> {
  engine = await spawnEngine(dataDir);
  return engine;
}

/** Uses every feature that stores something. */
async function used({ client, baseUrl }: SpawnedEngine): Promise<void> {
  const { sessionId: id } = await client['sessions.create']({ body: {} });
  const run = await client['runs.start']({ params: { id }, body: { task: 'write notes/a.txt: new' } });
  const types: string[] = [];
  for await (const { type } of run.events) types.push(type);
  expect(types.at(-1)).toBe('done');
  await client['secrets.put']({ params: { name: 'SHOP_KEY' }, body: { value: 'a value' } });
  await client['vault.rotate']();
  await client['config.set']({ body: { default_tier: 'deep' }, query: { replace: true } });
  await client['memory.replace']({
    params: { ns: 'knowledge' },
    body: { content: 'The sky is blue.' },
  });
  await client['artifacts.save']({ body: { title: 'A report', content: 'All is well.' } });
  const names = ['A. Weber', 'Anna Weber'];
  for (const name of names) await client['graph.save']({ body: { kind: 'person', name } });
  const [merged = '', kept = ''] = names;
  await client['merges.merge']({ body: { merged, kept } });
  const { backupId } = await client['backups.create']();
  const { events } = await client['backups.events']({ params: { id: backupId } });
  for await (const { type } of events) types.push(type);
  expect(types.at(-1)).toBe('done');
  const { token } = await client['auth.token']();
  // A page on another machine logs in.
  const login = await fetch(`${baseUrl}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [REMOTE_CLIENT]: '1' },
    body: JSON.stringify({ token }),
  });
  expect(await login.json()).toEqual({ required: true, loggedIn: true });
  expect(await restored({ client }, await backedUp({ client }))).toMatchObject({ status: 'completed' });
}

verifies(
  'engine.inventory',
  'the inventory lists everything that the engine leaves, and nothing else',
  async () => {
    const dataDir = temporaryDir();
    for (const folder of [
      'apis',
      'engine.json',
      'workspace',
      'workspace/notes',
      'backup-scratch',
      'export-scratch',
      'past-imports',
      'storage-copy',
    ])
      mkdirSync(join(dataDir, folder));
    const files = {
      'config.json': '{"x":',
      'token.json': 'no token',
      'logins.json': 'no logins',
      'people.json': '{"signingIn":false,"disabled":[],"removed":[]}',
      'pricing.json': '{}',
      'uploads.json': 'no notes',
      'migration.json': 'no migration',
      'clouddrive-backup-root': 'an-id-of-the-drive',
      'apis/shop.json': JSON.stringify(aProfile({ id: 'shop' })),
      'workspace/notes/a.txt': 'old',
      'backup-scratch/left': 'of a backup whose process died',
      'export-scratch/left': 'of an export whose process died',
      'past-imports/left': 'of an import whose process died',
      'storage-copy/datastore.db': '',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(dataDir, name), text);
    // No backup holds it, so a restore keeps the folder.
    symlinkSync('nowhere', join(dataDir, 'workspace/link'));

    const found = observed(dataDir);
    try {
      found.look();
      const first = await started(dataDir);
      await used(first);
      found.look();
      await exited(first, 'SIGKILL');
      found.look();
      await dyingWrites(dataDir);
      found.look();
      const second = await started(dataDir);
      const left = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
      expect(left.filter((path) => path.includes('.svc-tmp-'))).toEqual([]);
      found.look();
      writeFileSync(join(dataDir, 'pricing.json'), '{}');
      mkdirSync(join(dataDir, 'erasure-going/some'), { recursive: true });
      writeFileSync(join(dataDir, 'erasure-going/some/history.db'), '');
      found.look();
      expect(await second.client['data.erase']({ body: { confirm: 'DELETE_ALL_DATA' } })).toMatchObject({
        deleted: true,
      });
      found.look();
      await exited(second, 'SIGTERM');
      found.look();
    } finally {
      found.close();
    }
    const unseen = Object.keys(inventory).filter((name) => !found.seen.has(name as DataName));
    expect({ unknown: [...found.unknown], unseen }).toEqual({ unknown: [], unseen: [] });
  },
);
