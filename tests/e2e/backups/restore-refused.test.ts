import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from '../http/problems.ts';
import { saidIn } from '../http/said-in.ts';
import { backedUp, restored } from './backups.ts';
import { fill, logical } from './logical.ts';

let engine: RestartableEngine;
let id = '';
let kept = '';
let folder = '';
beforeAll(async () => {
  engine = await startRestartable();
  await fill(engine, 'BEFORE');
  id = await backedUp(engine);
  folder = join(engine.dataDir, 'backups', id);
  kept = `${engine.dataDir}-kept`;
  cpSync(folder, kept, { recursive: true });
});
afterAll(async () => {
  await engine.stop();
  rmSync(kept, { recursive: true });
});

/** The bytes of everything outside the folder of backups, but for what engines write beside their work. */
function bytesOfAll(): Readonly<Record<string, string>> {
  const { dataDir } = engine;
  const paths = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !/^(?:backup|lock|engine)|-(?:wal|shm)$/u.test(path) && statSync(join(dataDir, path)).isFile(),
  );
  const hash = (path: string) =>
    createHash('sha256')
      .update(readFileSync(join(dataDir, path)))
      .digest('hex');
  return Object.fromEntries(paths.map((path) => [path, hash(path)]));
}

type Facts = Record<string, unknown> & { files: Record<string, unknown>[] };

function changeManifest(change: (manifest: Facts) => unknown): void {
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Facts;
  change(manifest);
  writeFileSync(path, JSON.stringify(manifest));
}

function flip(name: string, place: number): void {
  const path = join(folder, name);
  const bytes = readFileSync(path);
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

const swapNames = (a: string, b: string) => {
  renameSync(join(folder, a), join(folder, 'x'));
  renameSync(join(folder, b), join(folder, a));
  renameSync(join(folder, 'x'), join(folder, b));
};

const at = (name: string) => join(folder, name);

type Mutations = readonly (readonly [string, string, () => void])[];

/** One for each reason and each way to it: every field is changed in tests/core/keeping/backups/manifest.test.ts. */
const ofTheManifest: Mutations = [
  ['manifest gone', 'manifest_missing', () => rmSync(at('manifest.json'))],
  [
    'manifest a link',
    'manifest_missing',
    () => {
      renameSync(at('manifest.json'), `${kept}.json`);
      symlinkSync(`${kept}.json`, at('manifest.json'));
    },
  ],
  ['manifest of another product', 'unknown_format', () => changeManifest((m) => (m['format'] = 'other'))],
  ['other instance', 'altered', () => changeManifest((m) => (m['instanceId'] = 'x'))],
  ['other id', 'altered', () => changeManifest((m) => (m['backupId'] = '20200101T000000000Z'))],
  [
    'no key and no MAC',
    'altered',
    () => changeManifest((m) => Object.assign(m, { mac: null, keyId: null, keySalt: null })),
  ],
  ['unknown key', 'key_missing', () => changeManifest((m) => (m['keyId'] = '0'.repeat(16)))],
  ['file not listed any more', 'altered', () => changeManifest((m) => m.files.pop())],
];

const ofTheFolder: Mutations = [
  ['database gone', 'altered', () => rmSync(at('memory.db'))],
  ['file more', 'altered', () => writeFileSync(at('extra'), 'x')],
  ['folder more', 'altered', () => mkdirSync(at('apis2'))],
  [
    'link in the place of a file',
    'altered',
    () => {
      rmSync(at('memory.db'));
      symlinkSync(join(kept, 'memory.db'), at('memory.db'));
    },
  ],
  ['file with two names', 'altered', () => linkSync(at('memory.db'), join(kept, '..', `${id}-link`))],
  [
    'folder in the place of a file',
    'altered',
    () => {
      rmSync(at('memory.db'));
      mkdirSync(at('memory.db'));
    },
  ],
  ['two files in each other’s place', 'altered', () => swapNames('memory.db', 'history.db')],
];

/** Every part of a stored file is changed in tests/adapters/files/backup/stored-file.test.ts. */
const ofTheBytes: Mutations = [
  ['content', 'altered', () => flip('memory.db', 1_000)],
  ['cut short', 'altered', () => truncateSync(at('memory.db'), 1_000)],
  ['one byte more', 'altered', () => appendFileSync(at('memory.db'), 'x')],
];

async function refuseAll(mutations: Mutations): Promise<void> {
  const before = bytesOfAll();
  const found: unknown[] = [];
  for (const [name, , mutate] of mutations) {
    mutate();
    const problem = await refusal(engine.client['backups.restore']({ params: { id } }));
    saidIn(problem.detail, problem['says']);
    found.push([name, problem.status, problem['reason'] ?? problem.code]);
    rmSync(folder, { recursive: true });
    for (const beside of [join(kept, '..', `${id}-link`), `${kept}.json`]) rmSync(beside, { force: true });
    cpSync(kept, folder, { recursive: true });
  }
  expect(found).toEqual(mutations.map(([name, reason]) => [name, 422, reason]));
  expect(bytesOfAll()).toEqual(before);
  expect(existsSync(join(engine.dataDir, 'restore-staging'))).toBe(false);
  const { backups } = await engine.client['backups.list']();
  expect(backups).toHaveLength(1);
}

for (const [what, mutations] of Object.entries({
  manifest: ofTheManifest,
  folder: ofTheFolder,
  bytes: ofTheBytes,
}))
  verifies(
    ['backups.restore.refused', 'promise.restore.refused', 'security.archive'],
    `${mutations.length} changes of the ${what} of a backup are refused, each with its reason, and nothing is written`,
    () => refuseAll(mutations),
  );

test('what a check finds is said in each language, and stays with the backup', async () => {
  flip('memory.db', 1_000);
  const { problems, says } = await engine.client['backups.verify']({ params: { id } });
  expect(saidIn(problems.join(' '), says.problems)).toEqual(['backup.altered']);
  const kept = await engine.client['backups.get']({ params: { id } });
  expect([kept.problems, kept.says]).toEqual([problems, says]);
  flip('memory.db', 1_000);
  expect(await engine.client['backups.verify']({ params: { id } })).toMatchObject({ ok: true, problems: [] });
});

test('a plain backup without a key is restored by an engine with one only if its owner says so', async () => {
  const { client } = engine;
  await client['config.set']({ body: { backup_encrypt: false }, query: { replace: true } });
  const plain = await backedUp(engine);
  const manifest = join(engine.dataDir, 'backups', plain, 'manifest.json');
  const written = readFileSync(manifest, 'utf8');
  const bare = { ...(JSON.parse(written) as object), mac: null, keyId: null, keySalt: null };
  writeFileSync(manifest, JSON.stringify(bare));
  const ask = () => refusal(client['backups.restore']({ params: { id: plain } }));
  expect(await ask()).toMatchObject({ reason: 'unauthenticated', allowWith: 'allowUnauthenticated' });
  // Its own, with its MAC.
  writeFileSync(manifest, written);
  const before = await logical(engine);
  expect(await restored(engine, plain)).toMatchObject({ status: 'completed' });
  expect(await logical(engine)).toEqual(before);
});
