import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from '@jest/globals';
import { DiskWorkspace } from '../../../src/adapters/out/files/disk-workspace.ts';
import { systemDisk, type Disk } from '../../../src/adapters/out/files/disk.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';
import { attachmentLimits } from '../../../src/core/workspace/attachments/limits.ts';
import { gate, ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectProblem, expectRefusal, refusal, refuses } from './problems.ts';
import { allOf, newSession, startRun } from './runs.ts';
import { ask, request, until, Wire } from './wire.ts';

let engine: TestEngine;
let root: string, folder: string;
beforeEach(async () => {
  const dataDir = temporaryDir();
  root = join(dataDir, 'workspace');
  folder = join(root, 'attachments');
  mkdirSync(root);
  engine = await startTestEngine({ dataDir, model: new ScriptedModel() });
});
afterEach(() => expect(engine.log.events('error')).toEqual([]));

const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (sign) => sign.charCodeAt(0),
);
const bytesOf = (text: string) => new TextEncoder().encode(text);
const upload = (name: string, body: Blob | Uint8Array<ArrayBuffer>) =>
  engine.client['attachments.upload']({ query: { name }, body });
const names = () => (existsSync(folder) ? readdirSync(folder).toSorted() : []);
const OCTETS = ['Content-Type', 'application/octet-stream'] as const;
const POSTED = { method: 'POST', target: '/api/files/attachments?name=a.bin' } as const;

/** An upload that has begun: its head is sent. */
async function posting(headers: Readonly<Record<string, string>>): Promise<Wire> {
  const wire = await Wire.to(engine.port);
  wire.send(request(engine.port, { ...POSTED, headers: [OCTETS, ...Object.entries(headers)] }));
  return wire;
}

verifies(
  ['attachments.upload', 'attachments.media-type'],
  'an upload is a file of the workspace, in no changeset; its type is that of its bytes',
  async () => {
    expect(await upload('photo.png', PNG)).toEqual({
      path: 'attachments/photo.png',
      name: 'photo.png',
      mediaType: 'image/png',
      sizeBytes: PNG.length,
    });
    expect(new Uint8Array(readFileSync(join(folder, 'photo.png')))).toEqual(PNG);
    // Twice at once, and once more, also as a Blob.
    const again = await Promise.all([upload('photo.png', PNG), upload('photo.png', new Blob([PNG]))]);
    expect(again.map(({ name }) => name).toSorted()).toEqual(['photo (2).png', 'photo (3).png']);
    for (const [name, bytes, mediaType] of [
      ['notes.png', bytesOf('only text: ä'), 'text/plain'],
      ['empty', new Uint8Array(), 'text/plain'],
      ['cut.txt', Uint8Array.of(0x61, 0xc3), 'application/octet-stream'],
    ] as const)
      expect(await upload(name, bytes)).toMatchObject({ mediaType, sizeBytes: bytes.length });
    const { id } = await newSession(engine);
    expect(await engine.client['changesets.get']({ params: { id } })).toMatchObject({ files: [] });
  },
);

verifies(
  'attachments.names',
  'no name leads out of the folder, hides the file or deceives the eye',
  async () => {
    const odd: readonly (readonly [string, string])[] = [
      ['../../secret.txt', '_.._secret.txt'],
      ['..\\..\\a.txt', '_.._a.txt'],
      ['/etc/passwd', '_etc_passwd'],
      ['.bashrc', 'bashrc'],
      ['~/.ssh/id', '_.ssh_id'],
      ['C:\\a.txt', 'C__a.txt'],
      ['a\u0000b\nc\u202egnp.exe', 'abcgnp.exe'],
      ['%2e%2e%2fx', '_2e_2e_2fx'],
      ['%252e%252e', '_252e_252e'],
      ['．．／x', '___x'],
      ['wait….txt', 'wait_.txt'],
      ['.svc-tmp-1', 'svc-tmp-1'],
      ['  .. ', 'file'],
      ['\u200b', 'file (2)'],
      ['trailing. . ', 'trailing'],
      ['日本.png', '日本.png'],
      [`${'é'.repeat(600)}.tar.gz`, `${'é'.repeat(98)}.gz`],
    ];
    for (const [given, kept] of odd)
      expect([given, (await upload(given, bytesOf('x'))).name]).toEqual([given, kept]);
    expect(names()).toEqual(odd.map(([, kept]) => kept).toSorted());
    expect(readdirSync(root)).toEqual(['attachments']);
  },
);

verifies(
  'attachments.upload.guard',
  'other types, forms, pages of others and too many bytes are refused; no file is made',
  async () => {
    for (const type of ['application/json', 'multipart/form-data; boundary=x', '']) {
      const asked = { ...POSTED, headers: [['Content-Type', type]], body: 'x' } as const;
      await expectRefusal(engine.port, asked, 415, 'unsupported_media_type');
    }
    // Told on the strength of the headers alone: nothing of the body is sent.
    const short = { 'Content-Length': '5' };
    for (const [headers, status, code] of [
      [{ 'Content-Length': String(attachmentLimits.fileBytes + 1) }, 413, 'body_too_large'],
      [{ ...short, Origin: 'http://evil.example' }, 403, 'origin_not_allowed'],
      [{ ...short, 'Content-Encoding': 'gzip' }, 415, 'unsupported_media_type'],
    ] as const) {
      const wire = await posting(headers);
      expectProblem(await wire.reply(), status, code);
    }
    const nameless = { ...POSTED, target: '/api/files/attachments', headers: [OCTETS], body: 'x' };
    await expectRefusal(engine.port, nameless, 400, 'invalid_request');
    expect(names()).toEqual([]);
  },
);

verifies(
  'attachments.upload.guard',
  '25 MB are kept; one byte more is refused also where no length was told, and leaves nothing',
  async () => {
    const most = new Uint8Array(attachmentLimits.fileBytes);
    expect(await upload('most.bin', most)).toMatchObject({ sizeBytes: most.length });
    expect(readFileSync(join(folder, 'most.bin')).equals(most)).toBe(true);
    const wire = await posting({ 'Transfer-Encoding': 'chunked' });
    wire.send(`${(most.length + 1).toString(16)}\r\n`);
    wire.send(most);
    wire.send('x');
    expectProblem(await wire.reply(), 413, 'body_too_large');
    expect(names()).toEqual(['most.bin']);
    // A client that is still sending when it is refused gets its answer, too: sockets hold far less than it sends.
    const more = new Uint8Array(most.length + 5 * 2 ** 20);
    await refuses(upload('more.bin', more), { status: 413, code: 'body_too_large' });
  },
);

verifies(
  'attachments.upload.whole',
  'a slow client is waited for without holding up others; one that leaves has left nothing',
  async () => {
    const begin = async () => {
      const wire = await posting({ 'Content-Length': '6' });
      wire.send('abc');
      return wire;
    };
    const slow = await begin();
    await until('the first bytes are on disk', () => names().length === 1);
    expect(names()[0]).toMatch(/^\.svc-tmp-/u);
    // It has the name; the next one need not wait for it.
    expect(await upload('a.bin', bytesOf('other'))).toMatchObject({ name: 'a (2).bin' });
    slow.send('def');
    const reply = await slow.reply('POST');
    expect([reply.status, reply.json()]).toMatchObject([201, { name: 'a.bin', sizeBytes: 6 }]);

    const leaving = await begin();
    await until('the first bytes are on disk', () => names().length === 3);
    leaving.destroy();
    await until('the rest is removed', () => names().length === 2);
    expect(names()).toEqual(['a (2).bin', 'a.bin']);
    expect(readFileSync(join(folder, 'a.bin'), 'utf8')).toBe('abcdef');
  },
);

verifies(
  'attachments.upload.whole',
  'a full disk is told as such, and nothing is left of the upload',
  async () => {
    const dataDir = temporaryDir();
    const place = join(dataDir, 'workspace');
    mkdirSync(place);
    let isFull = true;
    const disk: Disk = {
      ...systemDisk,
      open: async (...how) => {
        const file = await systemDisk.open(...how);
        const write = file.writeFile.bind(file);
        file.writeFile = async (content, ...rest) => {
          if (!isFull) return await write(content, ...rest);
          await write('abc');
          throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
        };
        return file;
      },
    };
    const full = await startTestEngine({
      dataDir,
      model: new ScriptedModel(),
      workspace: () => new DiskWorkspace({ root: place, gate: new WriteGate(), disk }),
    });
    const asked = { ...POSTED, headers: [OCTETS], body: 'abcdef' };
    await expectRefusal(full.port, asked, 507, 'disk_full');
    expect(readdirSync(join(place, 'attachments'))).toEqual([]);
    isFull = false;
    expect((await ask(full.port, asked)).status).toBe(201);
    expect(readdirSync(join(place, 'attachments'))).toEqual(['a.bin']);
    await full.stop();
  },
);

verifies(
  'attachments.upload.whole',
  'what a killed engine left of an upload is removed at the next start',
  async () => {
    mkdirSync(folder);
    const mark = createHash('sha256').update(engine.dataDir).digest('hex').slice(0, 8);
    writeFileSync(join(folder, `.svc-tmp-${mark}-0123456789abcdef`), 'half');
    writeFileSync(join(folder, 'mine.txt'), 'whole');
    await engine.stop();
    engine = await startTestEngine({ dataDir: engine.dataDir, model: new ScriptedModel() });
    expect(names()).toEqual(['mine.txt']);
  },
);

verifies(
  ['attachments.run', 'attachments.media-type'],
  'attachments are stored with the task as they are, and shown by the messages and the history',
  async () => {
    writeFileSync(join(root, 'notes.md'), 'words');
    const { path } = await upload('photo.txt', PNG);
    const { id, threadId } = await newSession(engine);
    const body = {
      task: 'Look at these.',
      attachments: [{ path }, { path: 'notes.md' }, { path }],
    };
    const stream = await engine.client['runs.start']({ params: { id }, body });
    await allOf(stream);
    const shaOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    const photo = {
      path,
      name: 'photo.txt',
      mediaType: 'image/png',
      sizeBytes: PNG.length,
      sha256: shaOf(PNG),
    };
    const notes = {
      path: 'notes.md',
      name: 'notes.md',
      mediaType: 'text/plain',
      sizeBytes: 5,
      sha256: shaOf(bytesOf('words')),
    };
    const { messages } = await engine.client['threads.messages']({ params: { id: threadId } });
    expect(messages[0]?.content).toEqual([
      { type: 'text', text: 'Look at these.' },
      { type: 'attachment', ...photo },
      { type: 'attachment', ...notes },
    ]);
    const { runs } = await engine.client['history.runs']({ query: {} });
    expect(runs).toMatchObject([{ task: 'Look at these.', attachments: [photo, notes] }]);
    const bundle = await (await engine.client['threads.debugExport']({ params: { id: threadId } })).text();
    expect(bundle).toContain('attachments/photo.txt');
    expect(bundle).not.toContain(Buffer.from(PNG).toString('base64').slice(0, 40));
    // With the thread they are gone.
    await engine.client['threads.delete']({ params: { id: threadId } });
    expect((await engine.client['history.runs']({ query: {} })).runs).toMatchObject([
      { task: '', attachments: [] },
    ]);
  },
);

verifies(
  'attachments.run',
  'where an attachment is no file of the workspace nothing is started, and the answer names it',
  async () => {
    mkdirSync(join(root, 'notes'));
    symlinkSync('/etc/passwd', join(root, 'link'));
    writeFileSync(join(root, 'large'), new Uint8Array(attachmentLimits.fileBytes + 1));
    writeFileSync(join(root, 'fine'), 'x');
    const { id, threadId } = await newSession(engine);
    const start = (...paths: readonly string[]) =>
      refusal(
        engine.client['runs.start']({
          params: { id },
          body: { task: 'go', attachments: paths.map((path) => ({ path })) },
        }),
      );
    for (const path of ['notes', 'link', 'large', '../config.json', 'a\u0000'])
      expect([path, await start('fine', path)]).toEqual([
        path,
        expect.objectContaining({ status: 422, code: 'attachment_unusable' }),
      ]);
    const gone = await start('attachments/gone.png');
    expect(gone).toMatchObject({ status: 404, code: 'attachment_not_found' });
    expect(gone.detail).toContain('attachments/gone.png');
    const many = Array.from({ length: attachmentLimits.perRun + 1 }, () => 'fine');
    expect(await start(...many)).toMatchObject({ status: 400 });
    expect((await engine.client['threads.messages']({ params: { id: threadId } })).messages).toEqual([]);
    expect((await engine.client['history.runs']({ query: {} })).runs).toEqual([]);
  },
);

verifies(
  'attachments.idempotency',
  'a repeat with the same files attaches to the first run, also when one is gone; with others it is refused',
  async () => {
    const { path } = await upload('a.txt', bytesOf('a'));
    const { path: other } = await upload('b.txt', bytesOf('b'));
    const { id } = await newSession(engine);
    const start = (...paths: readonly string[]) =>
      engine.client['runs.start']({
        params: { id },
        body: {
          task: 'go',
          ...(paths.length > 0 ? { attachments: paths.map((one) => ({ path: one })) } : {}),
        },
        headers: { 'idempotency-key': 'k' },
      });
    const first = await start(path);
    await allOf(first);
    await engine.client['files.delete']({ query: { path } });
    const repeat = await start(path);
    expect(repeat.runId).toBe(first.runId);
    await allOf(repeat);
    for (const paths of [[], [other], [path, other]])
      await refuses(start(...paths), {
        status: 409,
        code: 'idempotency_mismatch',
      });
  },
);

verifies(
  ['attachments.run', 'attachments.idempotency'],
  'a task that waits brings its files; one that is gone by then holds the queue',
  async () => {
    const { path } = await upload('a.txt', bytesOf('a'));
    const { path: other } = await upload('b.txt', bytesOf('b'));
    const held = gate();
    await engine.stop();
    const model = new ScriptedModel([[held.step, text('One.')], [text('Two.')], [text('Three.')]]);
    engine = await startTestEngine({ dataDir: engine.dataDir, model });
    const { id, threadId } = await newSession(engine);
    const add = (key: string, ...paths: readonly string[]) =>
      engine.client['queue.add']({
        params: { id: threadId },
        headers: { 'idempotency-key': key },
        body: { task: 'Look.', attachments: paths.map((one) => ({ path: one })) },
      });
    const running = await startRun(engine, id, 'Wait.');
    await refuses(add('none', 'gone'), { status: 404, code: 'attachment_not_found' });
    const first = await add('first', path);
    expect(await add('first', path)).toEqual(first);
    await refuses(add('first', other), { code: 'idempotency_mismatch' });
    await add('second', other);
    const queued = () => engine.client['queue.get']({ params: { id: threadId } });
    expect((await queued()).tasks).toMatchObject([
      { attachments: [{ path }] },
      { attachments: [{ path: other }] },
    ]);
    await engine.client['files.delete']({ query: { path: other } });
    held.open();
    await allOf(running);
    await until('the second is held', async () => (await queued()).reason === 'attachment_not_found');
    expect((await engine.client['history.runs']({ query: {} })).runs).toMatchObject([
      { task: 'Look.', attachments: [{ path, sizeBytes: 1 }] },
      { task: 'Wait.', attachments: [] },
    ]);
  },
);
