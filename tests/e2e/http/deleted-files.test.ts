import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectProblem, expectRefusal } from './problems.ts';
import { ask, type Reply } from './wire.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

let engine: TestEngine;
let dataDir: string, root: string;
let now: number;

/** The clock shows what the test says, and the engine has run for as long. */
const start = async () => {
  const clock = { ...systemClock, now: () => now, monotonic: () => now };
  engine = await startTestEngine({ dataDir, model: new ScriptedModel(), platform: { clock } });
};
beforeEach(async () => {
  dataDir = temporaryDir();
  root = join(dataDir, 'workspace');
  mkdirSync(root);
  now = 1_800_000_000_000;
  await start();
});
afterEach(() => expect(engine.log.events('error')).toEqual([]));

const remove = (path: string, more = ''): Promise<Reply> =>
  ask(engine.port, { method: 'DELETE', target: `/api/files?path=${encodeURIComponent(path)}${more}` });
const deleted = async () => (await engine.client['deletedFiles.list']({ query: {} })).deletedFiles;
const restore = async (id: string | undefined) =>
  (await engine.client['deletedFiles.restore']({ params: { id: id ?? '' } })).path;
const copies = () =>
  existsSync(join(dataDir, 'changesets')) ? readdirSync(join(dataDir, 'changesets')) : [];

verifies(
  'files.deleted',
  'comes back as it was, beside what took its name, and once; a restart changes nothing of that',
  async () => {
    mkdirSync(join(root, 'a'));
    writeFileSync(join(root, 'a/run.sh'), 'echo');
    chmodSync(join(root, 'a/run.sh'), 0o755);
    expect((await remove('a/run.sh')).status).toBe(204);
    expect(existsSync(join(root, 'a/run.sh'))).toBe(false);
    const [first] = await deleted();
    expect(first).toMatchObject({
      path: 'a/run.sh',
      sizeBytes: 4,
      deletedAt: new Date(now).toISOString(),
      goesAt: new Date(now + 30 * DAY_MS).toISOString(),
    });
    writeFileSync(join(root, 'a/run.sh'), 'another');
    await remove('a/run.sh');
    writeFileSync(join(root, 'a/run.sh'), 'a third');
    mkdirSync(join(root, 'a/run (2).sh'));
    symlinkSync('/etc/hostname', join(root, 'a/run (3).sh'));
    await engine.stop();
    await start();
    const [second] = await deleted();
    expect(await restore(second?.deletedFileId)).toBe('a/run (4).sh');
    expect(readFileSync(join(root, 'a/run.sh'), 'utf8')).toBe('a third');
    expect(readFileSync(join(root, 'a/run (4).sh'), 'utf8')).toBe('another');
    expect(await restore(first?.deletedFileId)).toBe('a/run (5).sh');
    expect(readFileSync(join(root, 'a/run (5).sh'), 'utf8')).toBe('echo');
    expect(statSync(join(root, 'a/run (5).sh')).mode & 0o777).toBe(0o755);
    expect([await deleted(), copies()]).toEqual([[], []]);
    const target = `/api/deleted-files/${first?.deletedFileId ?? ''}/restore`;
    await expectRefusal(engine.port, { method: 'POST', target }, 404, 'deleted_file_not_found');
  },
);

verifies(
  'files.deleted',
  'what a crash cut off is settled by the next start: neither a file nor the way back to it is lost',
  async () => {
    for (const name of ['stays.txt', 'gone.txt']) writeFileSync(join(root, name), name);
    await remove('stays.txt');
    await remove('gone.txt');
    await engine.stop();
    // As if the engine had died after the record: once before the file went, once after it.
    const database = new Database(join(dataDir, 'history.db'));
    database.prepare('UPDATE deleted_files SET is_begun = 1').run();
    database.close();
    writeFileSync(join(root, 'stays.txt'), 'stays.txt');
    await start();
    const known = await deleted();
    expect(known.map(({ path }) => path)).toEqual(['gone.txt']);
    expect(copies()).toHaveLength(1);
    expect(await restore(known[0]?.deletedFileId)).toBe('gone.txt');
    // A restore that died after the file was back finds it.
    await remove('gone.txt');
    const [again] = await deleted();
    writeFileSync(join(root, 'gone.txt'), 'gone.txt');
    expect(await restore(again?.deletedFileId)).toBe('gone.txt');
    expect(readdirSync(root).toSorted()).toEqual(['gone.txt', 'stays.txt']);
  },
);

verifies(
  'files.deleted.limits',
  'goes for good on request, after its time, and only on request where it is too large to be kept',
  async () => {
    for (const name of ['old.txt', 'secret.txt', 'new.txt']) writeFileSync(join(root, name), name);
    writeFileSync(join(root, 'large.bin'), '');
    truncateSync(join(root, 'large.bin'), 100 * 1024 * 1024 + 1);
    expectProblem(await remove('large.bin'), 413, 'too_large_to_keep');
    expect(existsSync(join(root, 'large.bin'))).toBe(true);
    expect((await remove('large.bin', '&permanently=true')).status).toBe(204);
    expect((await remove('secret.txt', '&permanently=true')).status).toBe(204);
    expect([await deleted(), copies()]).toEqual([[], []]);
    await remove('old.txt');
    now += 30 * DAY_MS + 1;
    await remove('new.txt');
    const [kept, ...others] = await deleted();
    expect([kept?.path, others.length, copies().length]).toEqual(['new.txt', 0, 1]);
    const target = `/api/deleted-files/${kept?.deletedFileId ?? ''}`;
    expect((await ask(engine.port, { method: 'DELETE', target })).status).toBe(204);
    await expectRefusal(engine.port, { method: 'DELETE', target }, 404, 'deleted_file_not_found');
    expect([await deleted(), copies()]).toEqual([[], []]);
  },
);

test('two requests at once bring one file back once, and a name of 255 bytes makes room for its number', async () => {
  const long = `${'x'.repeat(251)}.txt`;
  writeFileSync(join(root, long), 'kept');
  await remove(long);
  const [gone] = await deleted();
  const params = { id: gone?.deletedFileId ?? '' };
  writeFileSync(join(root, long), 'another');
  const both = await Promise.allSettled([1, 2].map(() => engine.client['deletedFiles.restore']({ params })));
  const [back, refused] = both;
  const path = `${'x'.repeat(192)} (2).txt`;
  expect(back).toEqual({ status: 'fulfilled', value: { deletedFileId: params.id, path } });
  expect(refused).toMatchObject({
    status: 'rejected',
    reason: { problem: { code: 'deleted_file_not_found' } },
  });
  expect(readdirSync(root).toSorted()).toEqual([path, long].toSorted());
  expect(readFileSync(join(root, path), 'utf8')).toBe('kept');
});
