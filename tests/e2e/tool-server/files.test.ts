import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect } from '@jest/globals';
import { hangUntilAbort, text, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from '../http/problems.ts';
import { hostOf, startScene, type Scene } from './host.ts';

let dataDir: string;
let at: Scene;
beforeEach(async () => {
  dataDir = temporaryDir();
  at = await startScene({ dataDir });
});

const MIB = 1024 * 1024;
const sent = (name: string, content: string | Buffer, mimetype = 'application/octet-stream') => {
  const bytes = Buffer.from(content);
  return { name, mimetype, data: bytes.toString('base64'), size: bytes.length };
};
const folderOf = (runId: string) => join(`${dataDir}-files`, runId);
/** Beside them are the notes of the engine that made them. */
const foldersOfRuns = () => readdirSync(`${dataDir}-files`).filter((name) => !name.startsWith('.'));
const workspace = (...path: readonly string[]) => join(dataDir, 'workspace', ...path);
const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8);

verifies(
  ['mcp.attachments.written', 'mcp.attachments.inline', 'mcp.attachments.names'],
  'small texts stand in the task; other files are in a private folder, where the model can read them',
  async () => {
    // The path is not known before, so the model asks for the one that it was told.
    const read: Step[] = [];
    at.runs.push([read, [text('read')]]);
    const path = '/nowhere';
    read.push(toolCalls({ name: 'read_file', input: { path } }));
    const { runId } = await at.host.start('look at these', {
      userContext: 'Ada is in a hurry.',
      files: [
        sent('notes.txt', 'small & plain', 'text/plain'),
        sent('../data.bin', 'alpha'),
        sent('data.bin', 'beta'),
      ],
    });
    expect(readdirSync(folderOf(runId)).toSorted()).toEqual(['data (2).bin', 'data.bin']);
    expect([
      modeOf(`${dataDir}-files`),
      modeOf(folderOf(runId)),
      modeOf(join(folderOf(runId), 'data.bin')),
    ]).toEqual(['700', '700', '600']);
    await at.host.done(runId);
    const first = JSON.stringify(at.models[0]?.requests[0]?.messages);
    expect(first).toContain('small &amp; plain');
    expect(first).toContain('Ada is in a hurry.');
    expect(first).toContain(join(folderOf(runId), 'data (2).bin'));
    // A run of its own is told its own path only: that of another run is none of its.
    const own = join(folderOf(runId), 'data.bin');
    at.runs.push([[toolCalls({ name: 'read_file', input: { path: own } })], [text('done')]]);
    const other = await at.host.start('read that', { files: [sent('x.bin', 'x')] });
    await at.host.done(other.runId);
    expect(at.told()).not.toContain('alpha');
  },
);

verifies('mcp.attachments.written', 'read_file reads files of its own run, and none beside', async () => {
  const reads: Step[][] = [[], [], [], [text('done')]];
  at.runs.push(reads);
  // The first turn waits for the path, which the test learns from the start.
  const ready = Promise.withResolvers<void>();
  reads[0]?.push({ step: 'wait', until: () => ready.promise });
  const { runId } = await at.host.start('read', { files: [sent('data.bin', 'alpha')] });
  const folder = folderOf(runId);
  symlinkSync('/etc/hostname', join(folder, 'link.bin'));
  reads[0]?.push(toolCalls({ name: 'read_file', input: { path: join(folder, 'data.bin') } }));
  reads[1]?.push(toolCalls({ name: 'read_file', input: { path: join(folder, 'link.bin') } }));
  reads[2]?.push(toolCalls({ name: 'read_file', input: { path: `${folder}/../../etc/hostname` } }));
  ready.resolve();
  await at.host.done(runId);
  const { events = [] } = await at.host.poll(runId, { cursor: 0 });
  const results = events.filter(({ type }) => type === 'tool_result').map(({ data }) => data);
  expect(results).toMatchObject([
    { success: true, preview: expect.stringContaining('alpha') },
    { success: false },
    { success: false },
  ]);
});

verifies(
  ['mcp.limits.attachments', 'promise.tool-server.limits'],
  'files of 25 MB are taken in one start; above a limit nothing is written, and nothing starts',
  async () => {
    const full = [
      sent('a.bin', Buffer.alloc(10 * MIB, 1)),
      sent('b.bin', Buffer.alloc(10 * MIB, 2)),
      sent('c.bin', Buffer.alloc(5 * MIB, 3)),
    ];
    const { runId } = await at.host.start('keep', { files: full });
    expect(readFileSync(join(folderOf(runId), 'c.bin')).equals(Buffer.alloc(5 * MIB, 3))).toBe(true);
    await at.host.done(runId);
    const before = await at.engine.client['threads.list']({ query: {} });
    const refused: readonly [string, number, typeof full][] = [
      ['attachments_limit', 25 * MIB, [...full, sent('d', 'x')]],
      ['attachment_limit', 10 * MIB, [sent('a', Buffer.alloc(10 * MIB + 1))]],
    ];
    for (const [code, limit, files] of refused)
      expect(await refusal(at.host.start('more', { files }))).toMatchObject({ status: 413, code, limit });
    expect(foldersOfRuns()).toEqual([runId]);
    expect((await at.engine.client['threads.list']({ query: {} })).threads.length).toBe(
      before.threads.length,
    );
  },
);

verifies(
  'mcp.attachments.written',
  'the folder of a run that did not start is removed, and that of one that is not tracked at the next start',
  async () => {
    const { runId, sessionId } = await at.host.start('one', { files: [sent('a.bin', 'a')] });
    await at.host.done(runId);
    // The owner starts a run in the same thread: the host's start fails after its files were written.
    const { threadId } = await at.engine.client['history.run']({ params: { id: runId } });
    at.runs.push([[hangUntilAbort()]]);
    const own = await at.engine.client['sessions.create']({ body: { threadId: threadId ?? '' } });
    const stop = new AbortController();
    await at.engine.client['runs.start']({
      params: { id: own.sessionId },
      body: { task: 'mine' },
      signal: stop.signal,
    });
    const refused = await refusal(at.host.start('two', { sessionId, files: [sent('b.bin', 'b')] }));
    expect(refused).toMatchObject({ code: 'tool_run_in_progress' });
    expect(refused).not.toHaveProperty('run_id');
    expect(refused).not.toHaveProperty('runId');
    expect(foldersOfRuns()).toEqual([runId]);
    stop.abort();
    // One that another engine of this user put there stays, as does what is no folder of a run.
    const foreign = join(`${dataDir}-files`, '01900000-0000-7000-8000-ffffffffffff');
    mkdirSync(foreign);
    const left = folderOf(own.sessionId);
    const { runs: all } = await at.engine.client['history.runs']({ query: {} });
    const untracked = folderOf(all.find(({ task }) => task === 'mine')?.runId ?? '');
    mkdirSync(untracked);
    writeFileSync(join(untracked, 'left.bin'), 'x');
    expect(existsSync(left)).toBe(false);
    await at.engine.stop();
    at = await startScene({ dataDir });
    expect([foreign, untracked, folderOf(runId)].map(existsSync)).toEqual([true, false, true]);
  },
);

verifies('security.tool-server-files', 'a host gets files of the workspace and its own', async () => {
  mkdirSync(workspace('sub'), { recursive: true });
  writeFileSync(workspace('sub', 'a.txt'), 'hello');
  writeFileSync(workspace('.env'), 'KEY=1');
  writeFileSync(workspace('big.bin'), Buffer.alloc(10 * MIB + 1));
  writeFileSync(workspace('full.bin'), Buffer.alloc(10 * MIB, 7));
  symlinkSync('/etc/hostname', workspace('link.txt'));
  expect(await at.host.file('sub/a.txt')).toEqual({ name: 'a.txt', data: btoa('hello'), size: 5 });
  expect(await at.host.file(workspace('sub', 'a.txt'))).toMatchObject({ data: btoa('hello') });
  expect((await at.host.file('full.bin')).size).toBe(10 * MIB);
  const { runId } = await at.host.start('x', { files: [sent('a.bin', 'mine'), sent('server.pem', 'key')] });
  const own = await at.host.file(join(folderOf(runId), 'a.bin'));
  expect(own).toEqual({ name: 'a.bin', data: btoa('mine'), size: 4 });
  const codes = async (ask: Scene['host'], path: string) => (await refusal(ask.file(path))).code;
  // Those of another principal are answered like one that is not there.
  const detailOf = async (ask: Scene['host'], path: string) => (await refusal(ask.file(path))).error;
  const foreign = join(folderOf(runId), 'a.bin');
  expect(await codes(hostOf(at.engine, 'http'), foreign)).toBe('file_not_found');
  expect(await detailOf(hostOf(at.engine, 'http'), foreign)).toBe(
    await detailOf(at.host, `${dataDir}-files/x`),
  );
  for (const [code, ...paths] of [
    ['secret_file', '.env', join(folderOf(runId), 'server.pem')],
    ['output_file_limit', 'big.bin'],
    ['file_not_found', 'nothing.txt'],
    ['not_a_file', 'sub', 'sub/'],
    ['invalid_path', `sub/${'n'.repeat(300)}`, 'sub/a\0.txt', 'sub//a.txt'],
    ['outside_workspace', 'link.txt', '/etc/hostname', '../history.db', join(dataDir, 'history.db')],
    [
      'outside_workspace',
      workspace('..', 'history.db'),
      join(folderOf(runId), '..', '..', 'etc', 'hostname'),
    ],
  ])
    for (const path of paths) expect([path, await codes(at.host, path)]).toEqual([path, code]);
});

verifies('security.tool-server-secrets', 'a known secret in what came is masked', async () => {
  await at.engine.client['secrets.put']({ params: { name: 'KEY' }, body: { value: 'hunter2-hunter2' } });
  const { runId } = await at.host.start('look', {
    userContext: 'My key is hunter2-hunter2.',
    files: [sent('notes.txt', 'key: hunter2-hunter2', 'text/plain')],
  });
  await at.host.done(runId);
  expect(at.told()).toContain('My key is');
  expect(at.told()).not.toContain('hunter2');
  const { threadId } = await at.engine.client['history.run']({ params: { id: runId } });
  const kept = await at.engine.client['threads.messages']({ params: { id: threadId ?? '' }, query: {} });
  expect(JSON.stringify(kept)).not.toContain('hunter2');
});
