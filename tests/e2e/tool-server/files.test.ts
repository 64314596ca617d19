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
import { ScriptedModel, hangUntilAbort, text, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from '../http/problems.ts';
import { hostOf, startHostedEngine, type HostedEngine } from './host.ts';

let dataDir: string;
let engine: HostedEngine;
let host: ReturnType<typeof hostOf>;
/** What the models of the next runs play. */
let runs: (readonly (readonly Step[])[])[];
let models: ScriptedModel[];

const start = async () => {
  const open = async () => {
    const model = new ScriptedModel(runs.shift() ?? [[text('fine')]]);
    models.push(model);
    return model;
  };
  engine = await startHostedEngine({ dataDir, models: { open } });
  host = hostOf(engine);
};

beforeEach(async () => {
  dataDir = temporaryDir();
  runs = [];
  models = [];
  await start();
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
const told = () => JSON.stringify(models.at(-1)?.requests.at(-1)?.messages);
const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8);

verifies(
  ['mcp.attachments.written', 'mcp.attachments.inline', 'mcp.attachments.names'],
  'small texts stand in the task; other files are in a private folder, where the model can read them',
  async () => {
    // The path is not known before, so the model asks for the one that it was told.
    const read: Step[] = [];
    runs.push([read, [text('read')]]);
    const path = '/nowhere';
    read.push(toolCalls({ name: 'read_file', input: { path } }));
    const { runId } = await host.start('look at these', {
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
    await host.done(runId);
    const first = JSON.stringify(models[0]?.requests[0]?.messages);
    expect(first).toContain('small &amp; plain');
    expect(first).toContain('Ada is in a hurry.');
    expect(first).toContain(join(folderOf(runId), 'data (2).bin'));
    // A run of its own is told its own path only: that of another run is none of its.
    const own = join(folderOf(runId), 'data.bin');
    runs.push([[toolCalls({ name: 'read_file', input: { path: own } })], [text('done')]]);
    const other = await host.start('read that', { files: [sent('x.bin', 'x')] });
    await host.done(other.runId);
    expect(told()).not.toContain('alpha');
  },
);

verifies(
  'mcp.attachments.written',
  'read_file reads a file of its own run under the absolute path, and nothing beside it',
  async () => {
    const reads: Step[][] = [[], [], [], [text('done')]];
    runs.push(reads);
    // The first turn waits for the path, which the test learns from the start.
    const ready = Promise.withResolvers<void>();
    reads[0]?.push({ step: 'wait', until: () => ready.promise });
    const { runId } = await host.start('read', { files: [sent('data.bin', 'alpha')] });
    const folder = folderOf(runId);
    symlinkSync('/etc/hostname', join(folder, 'link.bin'));
    reads[0]?.push(toolCalls({ name: 'read_file', input: { path: join(folder, 'data.bin') } }));
    reads[1]?.push(toolCalls({ name: 'read_file', input: { path: join(folder, 'link.bin') } }));
    reads[2]?.push(toolCalls({ name: 'read_file', input: { path: `${folder}/../../etc/hostname` } }));
    ready.resolve();
    await host.done(runId);
    const { events = [] } = await host.poll(runId, { cursor: 0 });
    const results = events.filter(({ type }) => type === 'tool_result').map(({ data }) => data);
    expect(results).toMatchObject([
      { success: true, preview: expect.stringContaining('alpha') },
      { success: false },
      { success: false },
    ]);
  },
);

verifies(
  ['mcp.limits.attachments', 'promise.tool-server.limits'],
  'files of 25 MB are taken in one start; above a limit nothing is written, and nothing starts',
  async () => {
    const full = [
      sent('a.bin', Buffer.alloc(10 * MIB, 1)),
      sent('b.bin', Buffer.alloc(10 * MIB, 2)),
      sent('c.bin', Buffer.alloc(5 * MIB, 3)),
    ];
    const { runId } = await host.start('keep', { files: full });
    expect(readFileSync(join(folderOf(runId), 'c.bin')).equals(Buffer.alloc(5 * MIB, 3))).toBe(true);
    await host.done(runId);
    const before = await engine.client['threads.list']({ query: {} });
    expect(await refusal(host.start('more', { files: [...full, sent('d', 'x')] }))).toMatchObject({
      status: 413,
      code: 'attachments_limit',
      limit: 25 * MIB,
    });
    expect(
      await refusal(host.start('more', { files: [sent('a', Buffer.alloc(10 * MIB + 1))] })),
    ).toMatchObject({
      code: 'attachment_limit',
      limit: 10 * MIB,
    });
    expect(foldersOfRuns()).toEqual([runId]);
    expect((await engine.client['threads.list']({ query: {} })).threads).toHaveLength(before.threads.length);
  },
);

verifies(
  'mcp.attachments.written',
  'the folder of a run that did not start is removed, and that of one that is not tracked at the next start',
  async () => {
    const { runId, sessionId } = await host.start('one', { files: [sent('a.bin', 'a')] });
    await host.done(runId);
    // The owner starts a run in the same thread: the host's start fails after its files were written.
    const { threadId } = await engine.client['history.run']({ params: { id: runId } });
    runs.push([[hangUntilAbort()]]);
    const own = await engine.client['sessions.create']({ body: { threadId: threadId ?? '' } });
    const stop = new AbortController();
    await engine.client['runs.start']({
      params: { id: own.sessionId },
      body: { task: 'mine' },
      signal: stop.signal,
    });
    const refused = await refusal(host.start('two', { sessionId, files: [sent('b.bin', 'b')] }));
    expect(refused).toMatchObject({ code: 'tool_run_in_progress' });
    expect(refused).not.toHaveProperty('run_id');
    expect(refused).not.toHaveProperty('runId');
    expect(foldersOfRuns()).toEqual([runId]);
    stop.abort();
    // One that another engine of this user put there stays, as does what is no folder of a run.
    const foreign = join(`${dataDir}-files`, '01900000-0000-7000-8000-ffffffffffff');
    mkdirSync(foreign);
    const left = folderOf(own.sessionId);
    const { runs: all } = await engine.client['history.runs']({ query: {} });
    const untracked = folderOf(all.find(({ task }) => task === 'mine')?.runId ?? '');
    mkdirSync(untracked);
    writeFileSync(join(untracked, 'left.bin'), 'x');
    expect(existsSync(left)).toBe(false);
    await engine.stop();
    await start();
    expect([foreign, untracked, folderOf(runId)].map(existsSync)).toEqual([true, false, true]);
  },
);

verifies(
  'security.tool-server-files',
  'a host gets files of the workspace by either path and its own, and no others',
  async () => {
    mkdirSync(workspace('sub'), { recursive: true });
    writeFileSync(workspace('sub', 'a.txt'), 'hello');
    writeFileSync(workspace('.env'), 'KEY=1');
    writeFileSync(workspace('big.bin'), Buffer.alloc(10 * MIB + 1));
    writeFileSync(workspace('full.bin'), Buffer.alloc(10 * MIB, 7));
    symlinkSync('/etc/hostname', workspace('link.txt'));
    expect(await host.file('sub/a.txt')).toEqual({ name: 'a.txt', data: btoa('hello'), size: 5 });
    expect(await host.file(workspace('sub', 'a.txt'))).toMatchObject({ data: btoa('hello') });
    expect((await host.file('full.bin')).size).toBe(10 * MIB);
    const { runId } = await host.start('x', { files: [sent('a.bin', 'mine'), sent('server.pem', 'key')] });
    expect(await host.file(join(folderOf(runId), 'a.bin'))).toEqual({
      name: 'a.bin',
      data: btoa('mine'),
      size: 4,
    });
    const codes = async (ask: typeof host, path: string) => (await refusal(ask.file(path))).code;
    expect(await codes(host, join(folderOf(runId), 'server.pem'))).toBe('secret_file');
    // Those of another principal are answered like one that is not there.
    const detailOf = async (ask: typeof host, path: string) => (await refusal(ask.file(path))).error;
    const foreign = join(folderOf(runId), 'a.bin');
    expect(await codes(hostOf(engine, 'http'), foreign)).toBe('file_not_found');
    expect(await detailOf(hostOf(engine, 'http'), foreign)).toBe(await detailOf(host, `${dataDir}-files/x`));
    for (const [path, code] of [
      ['sub/', 'not_a_file'],
      [`sub/${'n'.repeat(300)}`, 'invalid_path'],
      ['sub/a\0.txt', 'invalid_path'],
      ['sub//a.txt', 'invalid_path'],
    ] as const)
      expect([path, await codes(host, path)]).toEqual([path, code]);
    expect(await codes(host, '.env')).toBe('secret_file');
    expect(await codes(host, 'big.bin')).toBe('output_file_limit');
    expect(await codes(host, 'nothing.txt')).toBe('file_not_found');
    expect(await codes(host, 'sub')).toBe('not_a_file');
    for (const path of [
      'link.txt',
      '/etc/hostname',
      '../history.db',
      join(dataDir, 'history.db'),
      workspace('..', 'history.db'),
      join(folderOf(runId), '..', '..', 'etc', 'hostname'),
    ])
      expect([path, await codes(host, path)]).toEqual([path, 'outside_workspace']);
  },
);

verifies(
  'security.tool-server-secrets',
  'a known secret in what came with a task is masked before it is kept or sent',
  async () => {
    await engine.client['secrets.put']({ params: { name: 'KEY' }, body: { value: 'hunter2-hunter2' } });
    const { runId } = await host.start('look', {
      userContext: 'My key is hunter2-hunter2.',
      files: [sent('notes.txt', 'key: hunter2-hunter2', 'text/plain')],
    });
    await host.done(runId);
    expect(told()).toContain('My key is');
    expect(told()).not.toContain('hunter2');
    const { threadId } = await engine.client['history.run']({ params: { id: runId } });
    const kept = await engine.client['threads.messages']({ params: { id: threadId ?? '' }, query: {} });
    expect(JSON.stringify(kept)).not.toContain('hunter2');
  },
);
