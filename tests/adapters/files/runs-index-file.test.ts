import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { RunsIndexFile, type RunsIndexDeps } from '../../../src/adapters/out/files/runs-index-file.ts';
import { systemDisk } from '../../../src/adapters/out/files/disk.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';

const OWNER = 'aaaaaaaaaaaa';
const given = [
  { runId: 'a', sessionId: 'b', done: true, error: null, updatedAt: '2026-01-01T00:00:00.000Z' },
];
const runs = given.map((run) => ({ ...run, owner: OWNER }));

function index(more: Partial<RunsIndexDeps> = {}) {
  const told: string[] = [];
  const path = more.path ?? join(temporaryDir(), '.svc', 'mcp-runs.json');
  const file = new RunsIndexFile({
    path,
    mayBeLinked: false,
    owner: () => OWNER,
    tell: (line) => void told.push(line),
    ...more,
  });
  return { path, file, told, read: () => JSON.parse(readFileSync(path, 'utf8')) as { runs: unknown[] } };
}

const modeOf = (path: string) => lstatSync(path).mode & 0o777;

test('it is written whole into a private folder, and replaced', async () => {
  const { path, file, told, read } = index();
  await file.write([]);
  await file.write(given);
  expect(read()).toEqual({ version: 1, runs });
  expect([modeOf(dirname(path)), modeOf(path), told]).toEqual([0o700, 0o600, []]);
});

test('a folder that is a link is refused unless the operator named it', async () => {
  const real = temporaryDir();
  const link = join(temporaryDir(), '.svc');
  symlinkSync(real, link);
  const came = index({ path: join(link, 'mcp-runs.json') });
  await came.file.write(given);
  await came.file.write(given);
  expect([readdirSync(real), came.told]).toEqual([[], [expect.stringMatching(/is a link/u)]]);
  const named = index({ path: join(link, 'mcp-runs.json'), mayBeLinked: true });
  await named.file.write(given);
  expect([readdirSync(real), named.told]).toEqual([['mcp-runs.json'], []]);
});

test('what is no index of runs is set aside with one line', async () => {
  for (const content of ['not JSON', '{"mine": true}', 'x'.repeat(2 ** 20 + 1)]) {
    const { path, file, told, read } = index();
    mkdirSync(dirname(path));
    writeFileSync(path, content);
    await file.write(given);
    expect(read().runs).toEqual(runs);
    expect(readFileSync(`${path}.foreign`, 'utf8')).toBe(content);
    expect(told).toEqual([expect.stringContaining('mcp-runs.json.foreign')]);
  }
  const { path, file, read } = index();
  mkdirSync(path, { recursive: true });
  await file.write(given);
  expect([read().runs, existsSync(`${path}.foreign`)]).toEqual([runs, true]);
});

test('what belongs to another user stays as it is', async () => {
  const foreign = {
    ...systemDisk,
    lstat: (async (path: string) => {
      const stats = await systemDisk.lstat(path);
      return path.endsWith('.json') ? Object.assign(stats, { uid: stats.uid + 1 }) : stats;
    }) as never,
  };
  const { path, file, told } = index({ disk: foreign });
  mkdirSync(dirname(path));
  writeFileSync(path, 'theirs');
  await file.write(given);
  expect([readFileSync(path, 'utf8'), told]).toEqual(['theirs', [expect.stringMatching(/another user/u)]]);
});

test('a folder that cannot be written is told once, and again after it could be', async () => {
  let isFull = true;
  const disk = {
    ...systemDisk,
    open: (async (...given: Parameters<typeof systemDisk.open>) => {
      if (isFull) throw Object.assign(new Error('no'), { code: 'EACCES' });
      return await systemDisk.open(...given);
    }) as typeof systemDisk.open,
  };
  const { file, told, read } = index({ disk });
  await file.write(given);
  await file.write(given);
  expect(told).toEqual([expect.stringMatching(/cannot be written \(\w+\).*SVC_MCP_STATE_DIR/u)]);
  isFull = false;
  await file.write(given);
  expect([read().runs, told]).toEqual([runs, [expect.any(String)]]);
});

test('a folder with other rights than 0700 is used as it is: it may be the owner’s', async () => {
  const { path, file, read } = index();
  mkdirSync(dirname(path));
  chmodSync(dirname(path), 0o755);
  await file.write(given);
  expect([read().runs, modeOf(dirname(path))]).toEqual([runs, 0o755]);
});

test('engines that share a folder keep the runs of each other', async () => {
  const first = index();
  const second = index({ path: first.path, owner: () => 'bbbbbbbbbbbb' });
  const named = (runId: string) => ({ ...given[0]!, runId });
  await first.file.write([named('1'), named('2')]);
  await second.file.write([named('3')]);
  await first.file.write([named('4')]);
  const listed = () =>
    (first.read().runs as { runId: string; owner: string }[]).map((run) => [run.runId, run.owner]);
  expect(listed()).toEqual([
    ['4', OWNER],
    ['3', 'bbbbbbbbbbbb'],
  ]);
  // Also when both write at once, again and again.
  await Promise.all(
    Array.from({ length: 10 }, async (_, at) => {
      await first.file.write([named(`first ${at}`)]);
      await second.file.write([named(`second ${at}`)]);
    }),
  );
  expect(new Set(listed().map(([, owner]) => owner))).toEqual(new Set([OWNER, 'bbbbbbbbbbbb']));
});

test('a write that another process overtakes begins anew, so that nothing of the other is lost', async () => {
  const path = join(temporaryDir(), 'mcp-runs.json');
  const other = index({ path, owner: () => 'bbbbbbbbbbbb' });
  let isOvertaken = false;
  const disk = {
    ...systemDisk,
    open: (async (...asked: Parameters<typeof systemDisk.open>) => {
      const isTemporary = String(asked[0]).includes('.svc-tmp-');
      if (isTemporary && !isOvertaken) {
        isOvertaken = true;
        await other.file.write(given);
      }
      return await systemDisk.open(...asked);
    }) as typeof systemDisk.open,
  };
  const { file, read } = index({ path, disk });
  await file.write(given);
  expect(read().runs).toEqual([...runs, { ...given[0], owner: 'bbbbbbbbbbbb' }]);
});

test('of an index of runs from elsewhere only runs are kept, and only as many as fit', async () => {
  const { path, file, read, told } = index();
  mkdirSync(dirname(path));
  const theirs = { ...given[0]!, owner: 'bbbbbbbbbbbb' };
  const odd = [null, 7, { ...theirs, owner: 'me' }, { ...given[0], runId: 7 }, { ...theirs, done: 'no' }];
  const long = { ...theirs, error: 'x'.repeat(300_000) };
  const older = { ...long, updatedAt: '2020' };
  writeFileSync(path, JSON.stringify({ runs: [...odd, older, { ...long, more: 'more' }] }));
  await file.write(given);
  expect([read().runs, told]).toEqual([[...runs, long], []]);
});

test('a folder whose parent is missing is not made, and the operator reads what to do', async () => {
  const place = temporaryDir();
  const { file, told } = index({ path: join(place, 'missing', 'state', 'mcp-runs.json'), mayBeLinked: true });
  await file.write(given);
  expect(told).toEqual([expect.stringContaining(`there is no folder ${join(place, 'missing')}: make it`)]);
  expect(readdirSync(place)).toEqual([]);
});
