import { describe, expect } from '@jest/globals';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { exited, spawnEngine, type SpawnedEngine } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf } from '../http/runs.ts';

/** An engine started with umask 0. */
const startWithoutUmask = (dataDir: string): Promise<SpawnedEngine> =>
  spawnEngine(dataDir, {}, ['/bin/sh', '-c', 'umask 000; exec "$0" "$@"']);

/** `mode name` of everything in a directory, the directory itself as `.`; folders end with a slash. */
function modesIn(dir: string): readonly string[] {
  const shown = (name: string) => {
    const stats = lstatSync(join(dir, name));
    return `${(stats.mode & 0o7777).toString(8)} ${name}${stats.isDirectory() ? '/' : ''}`;
  };
  return [shown('.'), ...readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort().map(shown)];
}

async function writeAFile({ client }: SpawnedEngine): Promise<void> {
  const { sessionId: id } = await client['sessions.create']({ body: {} });
  const written = client['runs.start']({ params: { id }, body: { task: 'write notes/a.txt: hello' } });
  expect((await allOf(written)).at(-1)?.type).toBe('done');
}

const ALL = [
  '700 ./',
  '600 clock.json',
  '600 datastore.db',
  '600 datastore.db-shm',
  '600 datastore.db-wal',
  '600 engine.db',
  '600 engine.db-shm',
  '600 engine.db-wal',
  '600 engine.json',
  '600 engine.sock',
  '600 history.db',
  '600 history.db-shm',
  '600 history.db-wal',
  '600 lock.db',
  '600 lock.db-journal',
  '600 memory.db',
  '600 memory.db-shm',
  '600 memory.db-wal',
  '600 vault.db',
  '600 vault.db-shm',
  '600 vault.db-wal',
  '600 vault.key',
  '600 vault.sealed',
  '700 workspace/',
  '700 workspace/notes/',
  '600 workspace/notes/a.txt',
];

describe('what the engine keeps', () => {
  verifies('security.modes', 'is private, even with umask 0', async () => {
    const dataDir = join(temporaryDir(), 'made');
    await writeAFile(await startWithoutUmask(dataDir));
    expect(modesIn(dataDir)).toEqual(ALL);
  });

  verifies('security.modes', 'becomes private if others could read it', async () => {
    const dataDir = join(temporaryDir(), 'old');
    mkdirSync(dataDir);
    await openHistory(join(dataDir, 'history.db')).close();
    for (const name of ['lock.db', 'engine.json', 'engine.sock']) writeFileSync(join(dataDir, name), '');
    for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o644);
    chmodSync(dataDir, 0o755);
    const engine = await startWithoutUmask(dataDir);
    await writeAFile(engine);
    expect(modesIn(dataDir)).toEqual(ALL);
    await exited(engine);
    expect(existsSync(join(dataDir, 'engine.sock'))).toBe(false);
    const open = modesIn(dataDir).filter((line) => !/^(?:700 .*\/|600 .*[^/])$/u.test(line));
    expect(open).toEqual([]);
  });
});
