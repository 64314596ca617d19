import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { everyPage } from './pages.ts';
import { expectProblem, expectRefusal, expectSomeProblem } from './problems.ts';
import { ask, type Reply } from './wire.ts';

let engine: TestEngine;
let dataDir: string, root: string;
beforeEach(async () => {
  dataDir = temporaryDir();
  root = join(dataDir, 'workspace');
  mkdirSync(root);
  engine = await startTestEngine({ dataDir, model: new ScriptedModel() });
});
afterEach(() => expect(engine.log.events('error')).toEqual([]));

const query = (params: Readonly<Record<string, string>>) => new URLSearchParams(params).toString();
const read = (path: string): Promise<Reply> =>
  ask(engine.port, { target: `/api/files/read?${query({ path })}` });
const download = (path: string) => fetch(`${engine.baseUrl}/api/files/download?${query({ path })}`);
const remove = (path: string): Promise<Reply> =>
  ask(engine.port, { method: 'DELETE', target: `/api/files?${query({ path })}` });

verifies(
  'files.http.list',
  'a folder is listed by name, in pages; links are listed and not followed',
  async () => {
    mkdirSync(join(root, 'notes'));
    for (const name of ['b.txt', 'a.txt', '.hidden', 'é.txt']) writeFileSync(join(root, 'notes', name), name);
    utimesSync(join(root, 'notes/a.txt'), new Date(1_700_000_000_123), new Date(1_700_000_000_123));
    symlinkSync('/etc', join(root, 'notes/link'));
    execFileSync('mkfifo', [join(root, 'notes/fifo')]);
    mkdirSync(join(root, 'notes/sub'));
    const list = engine.client['files.list'];
    const whole = await list({ query: { path: 'notes' } });
    expect(whole).toMatchObject({ path: 'notes', nextCursor: null });
    expect(whole.files.map(({ name, type, sizeBytes }) => [name, type, sizeBytes])).toEqual([
      ['.hidden', 'file', 7],
      ['a.txt', 'file', 5],
      ['b.txt', 'file', 5],
      ['fifo', 'other', null],
      ['link', 'link', null],
      ['sub', 'folder', null],
      ['é.txt', 'file', 6],
    ]);
    expect(whole.files[1]?.modifiedAt).toBe('2023-11-14T22:13:20.123Z');
    const pages = await everyPage((more) => list({ query: { path: 'notes/', limit: 2, ...more } }));
    expect(pages.map(({ files }) => files.length)).toEqual([2, 2, 2, 1]);
    expect(pages.flatMap(({ files }) => files)).toEqual(whole.files);
    mkdirSync(join(root, 'names'));
    for (const name of ['\u65e5\u672c.txt', '\u65e5\u672c2.txt'])
      writeFileSync(join(root, 'names', name), '');
    const { nextCursor } = await list({ query: { path: 'names', limit: 1 } });
    const rest = await list({ query: { path: 'names', limit: 1, cursor: nextCursor ?? '' } });
    expect(rest.files).toHaveLength(1);
    expect((await list({ query: {} })).files.map(({ name }) => name)).toEqual(['names', 'notes']);
    expect((await list({ query: { path: '.' } })).path).toBe('');
    const target = '/api/files?cursor=bm9uZQ';
    await expectRefusal(engine.port, { target }, 400, 'invalid_request');
  },
);

verifies(
  ['files.http.read', 'files.preview'],
  'a preview is at most 1 MB, cut between characters and marked as cut; binary content is base64',
  async () => {
    const MIB = 1024 * 1024;
    const json = async (path: string) => (await read(path)).json() as Record<string, unknown>;
    writeFileSync(join(root, 'a.md'), '\ufeffgrüße\r\n');
    expect(await json('a.md')).toEqual({
      revision: expect.stringMatching(/^[0-9a-f]{64}$/u),
      waitsIn: [],
      path: 'a.md',
      content: 'grüße\r\n',
      encoding: 'utf-8',
      sizeBytes: 12,
      truncated: false,
    });
    writeFileSync(join(root, 'exact.txt'), 'x'.repeat(MIB));
    const exact = await json('exact.txt');
    expect([exact['truncated'], exact['sizeBytes'], String(exact['content']).length]).toEqual([
      false,
      MIB,
      MIB,
    ]);
    // The limit falls into the middle of a character.
    writeFileSync(join(root, 'long.txt'), `${'x'.repeat(MIB - 2)}😀 and more`);
    const long = await json('long.txt');
    expect(long).toMatchObject({ truncated: true, encoding: 'utf-8', sizeBytes: MIB - 2 + 4 + 9 });
    expect(long['content'] === 'x'.repeat(MIB - 2)).toBe(true);
    const bytes = Buffer.from(Array.from({ length: 100_001 }, (_, index) => index % 256));
    writeFileSync(join(root, 'picture.png'), bytes);
    const picture = await json('picture.png');
    expect(picture).toMatchObject({ encoding: 'base64', truncated: false });
    expect(Buffer.from(String(picture['content']), 'base64').equals(bytes)).toBe(true);
    writeFileSync(join(root, 'huge.bin'), Buffer.alloc(MIB + 5, 0));
    const huge = await json('huge.bin');
    expect([huge['truncated'], Buffer.from(String(huge['content']), 'base64').length]).toEqual([true, MIB]);
    writeFileSync(join(root, 'latin1.txt'), Buffer.from('café', 'latin1'));
    expect(await json('latin1.txt')).toMatchObject({ encoding: 'utf-8', content: 'café', sizeBytes: 4 });
  },
);

verifies(
  ['files.http.download', 'files.preview'],
  'a download is the whole file, as an attachment and never with a type of its own',
  async () => {
    const bytes = Buffer.alloc(7 * 1024 * 1024, '<script>');
    mkdirSync(join(root, 'sub'));
    writeFileSync(join(root, 'sub/page.html'), bytes);
    const reply = await download('sub/page.html');
    expect(reply.status).toBe(200);
    expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=page.html',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    writeFileSync(join(root, 'empty'), '');
    expect(await (await download('empty')).text()).toBe('');
  },
);

verifies('files.http.delete', 'a file is deleted, a folder is not', async () => {
  mkdirSync(join(root, 'a/b'), { recursive: true });
  writeFileSync(join(root, 'a/c.txt'), 'x');
  expect((await remove('a/c.txt')).status).toBe(204);
  expect(existsSync(join(root, 'a/c.txt'))).toBe(false);
  expectProblem(await remove('a/c.txt'), 404, 'file_not_found');
  expectProblem(await remove('a'), 409, 'not_a_file');
  expectProblem(await remove(''), 400, 'invalid_path');
  await expectRefusal(engine.port, { method: 'DELETE', target: '/api/files' }, 400, 'invalid_request');
  expect(readdirSync(join(root, 'a'))).toEqual(['b']);
});

// Every spelling that the rule refuses is in the tests of the rule.
const RAW = [
  '..',
  '../secret.txt',
  'a/../../secret.txt',
  '/etc/passwd',
  '~/secret.txt',
  '..\\secret.txt',
  '%252e%252e%252fsecret.txt',
  'a\u0000.txt',
  '．．/secret.txt',
  '../workspace-evil/secret.txt',
  '.svc-tmp-1',
  'fifo',
  'fifo/x',
  'link',
  'link/secret.txt',
  'file',
  'environ',
  'device',
];

verifies(
  ['files.http.paths', 'security.paths', 'security.links'],
  'no path, link, FIFO or device, however spelled, reaches anything outside, through any route',
  async () => {
    const outside = join(dataDir, 'workspace-evil');
    mkdirSync(outside);
    const canaries = [join(dataDir, 'secret.txt'), join(outside, 'secret.txt')];
    for (const canary of canaries) writeFileSync(canary, 'CANARY');
    symlinkSync(outside, join(root, 'link'));
    symlinkSync(join(outside, 'secret.txt'), join(root, 'file'));
    symlinkSync('/proc/self/environ', join(root, 'environ'));
    symlinkSync('/dev/zero', join(root, 'device'));
    execFileSync('mkfifo', [join(root, 'fifo')]);
    const before = readdirSync(root).toSorted();
    for (const path of RAW) {
      // Encoded once as a client does, and once more.
      for (const given of [query({ path }), query({ path: encodeURIComponent(path) })]) {
        for (const [method, target] of [
          ['GET', `/api/files?${given}`],
          ['GET', `/api/files/read?${given}`],
          ['GET', `/api/files/download?${given}`],
          ['DELETE', `/api/files?${given}`],
        ] as const) {
          const reply = await ask(engine.port, { method, target });
          expect([path, method, [400, 403, 404, 409].includes(reply.status)]).toEqual([path, method, true]);
          expectSomeProblem(reply);
          expect(reply.body).not.toMatch(/CANARY|SVC_|PATH=/u);
        }
      }
    }
    for (const canary of canaries) expect(readFileSync(canary, 'utf8')).toBe('CANARY');
    expect(readdirSync(root).toSorted()).toEqual(before);
  },
);

test('a workspace that does not exist lists as empty and is not created', async () => {
  const bare = await startTestEngine({ model: new ScriptedModel() });
  expect(await bare.client['files.list']({ query: {} })).toEqual({
    path: '',
    files: [],
    nextCursor: null,
    complete: true,
  });
  for (const target of ['/api/files/read?path=a', '/api/files/download?path=a', '/api/files?path=a'])
    await expectRefusal(bare.port, { target }, 404, 'file_not_found');
  expect(existsSync(join(bare.dataDir, 'workspace'))).toBe(false);
  await bare.stop();
});

verifies(
  'files.names',
  'what a folder shows can be read, downloaded and deleted, whatever its name is',
  async () => {
    const names = [
      'Angebot für Müller… final.txt',
      'u\u0308ber.txt',
      '２０２６．txt',
      'a%2Fb.txt',
      '%2e%2e',
      '~$offer.docx',
      'C: drive.txt',
      'back\\slash.txt',
      'new\nline.txt',
      'trailing dot.',
      'trailing ',
      'a／b.txt',
      '日'.repeat(85),
      '~',
    ];
    const path = (name: string) => join(root, name);
    mkdirSync(path('folder.'));
    for (const name of names) {
      writeFileSync(path(name), name);
      writeFileSync(path(`folder./${name}`), name);
    }
    writeFileSync(Buffer.from(`${root}/M\xfcller.txt`, 'latin1'), 'its name is not UTF-8');
    const { files } = await engine.client['files.list']({ query: {} });
    expect(files.map(({ name }) => name).toSorted()).toEqual(
      [...names, 'folder.', 'M\ufffdller.txt'].toSorted(),
    );
    for (const name of names)
      for (const at of [name, `folder./${name}`]) {
        expect([at, (await read(at)).status, await (await download(at)).text()]).toEqual([at, 200, name]);
        expect([at, (await remove(at)).status, existsSync(path(at))]).toEqual([at, 204, false]);
        // What is not there is refused as the name of something new is.
        expect([at, (await read(at)).status]).not.toEqual([at, 200]);
      }
    // As a Mac writes them: found by the composed name if no other is meant.
    mkdirSync(path('Bu\u0308ro'));
    writeFileSync(path('Bu\u0308ro/cafe\u0301.txt'), 'decomposed');
    const composed = 'B\u00fcro/caf\u00e9.txt';
    expect(await (await download(composed)).text()).toBe('decomposed');
    writeFileSync(path('Bu\u0308ro/caf\u00e9.txt'), 'exact');
    expect(await (await download(composed)).text()).toBe('exact');
    expect([(await remove(composed)).status, (await remove(composed)).status]).toEqual([204, 204]);
    expectProblem(await read(composed), 404, 'file_not_found');
    // Two that could be meant.
    for (const name of ['e\u0323\u0302', '\u1eb9\u0302']) writeFileSync(path(name), name);
    expectProblem(await read('\u1ec7'), 404, 'file_not_found');
    expectProblem(await read('..%2f..%2fetc%2fpasswd'), 400, 'invalid_path');
    expectProblem(await read('~/x'), 403, 'outside_workspace');
    expectProblem(await read('folder./../../x'), 403, 'outside_workspace');
  },
);

verifies(
  'files.saved',
  'a text is saved as a new file or over what was read, in the encoding of the file, and never over what changed',
  async () => {
    const save = engine.client['files.save'];
    const saved = (path: string, text: string, revision: string | null) =>
      save({ query: { path }, body: { text, revision } });
    const refused = async (path: string, text: string, revision: string | null, code: string) =>
      expect((await saved(path, text, revision).catch(({ problem }) => problem)).code).toBe(code);
    const revisionOf = async (path: string) =>
      (await engine.client['files.read']({ query: { path } })).revision;
    const bytes = (path: string) => readFileSync(join(root, path));

    const made = await saved('trip/plan.md', 'Löss\n', null);
    expect(made).toEqual({ path: 'trip/plan.md', sizeBytes: 6, revision: await revisionOf('trip/plan.md') });
    // A lost answer may be asked for again.
    expect(await saved('trip/plan.md', 'Löss\n', null)).toEqual(made);
    await refused('trip/plan.md', 'other', null, 'file_exists');
    const next = await saved('trip/plan.md', 'two', made.revision);
    expect(await saved('trip/plan.md', 'two', made.revision)).toEqual(next);
    await refused('trip/plan.md', 'three', made.revision, 'file_changed');
    expect(bytes('trip/plan.md').toString()).toBe('two');

    writeFileSync(join(root, 'latin.txt'), Buffer.from('Müller', 'latin1'));
    const latin = await revisionOf('latin.txt');
    await refused('latin.txt', 'Ω', latin, 'letter_without_place');
    await saved('latin.txt', 'Möller', latin);
    expect(bytes('latin.txt')).toEqual(Buffer.from('Möller', 'latin1'));
    const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('wide', 'utf16le')]);
    writeFileSync(join(root, 'wide.txt'), marked);
    await saved('wide.txt', 'Ω', await revisionOf('wide.txt'));
    expect(bytes('wide.txt')).toEqual(Buffer.from('\uFEFFΩ', 'utf16le'));

    writeFileSync(join(root, 'picture.png'), Buffer.from([0x89, 0, 1]));
    expect(await revisionOf('picture.png')).toBeNull();
    await refused('picture.png', 'x', 'f'.repeat(64), 'not_text');
    symlinkSync('/etc', join(root, 'etc'));
    await refused('etc/new.txt', 'x', null, 'outside_workspace');
    await refused('../new.txt', 'x', null, 'outside_workspace');
    await refused('gone.txt', 'x', 'f'.repeat(64), 'file_not_found');
    await refused('trip', 'x', null, 'not_a_file');
    await refused('', 'x', null, 'invalid_path');
    await refused('large.txt', 'ä'.repeat(3 * 1024 * 1024), null, 'file_too_large');
    expect(readdirSync(root).toSorted()).toEqual(['etc', 'latin.txt', 'picture.png', 'trip', 'wide.txt']);
  },
);

verifies('files.uploaded', 'files of the owner get a free name, in any folder', async () => {
  const upload = engine.client['files.upload'];
  const add = (name: string, path?: string) =>
    upload({ query: { name, ...(path === undefined ? {} : { path }) }, body: new Blob(['x']) });
  expect(await add('a.txt')).toEqual({ path: 'a.txt', name: 'a.txt' });
  expect(await add('a.txt')).toEqual({ path: 'a (2).txt', name: 'a (2).txt' });
  expect(await add('../../a.txt', 'sub/folder')).toMatchObject({
    path: expect.stringMatching(/^sub\/folder\/[^/]+$/u),
  });
  expect(await add('b.txt', '..').catch(({ problem }) => problem.code)).toBe('outside_workspace');
  expect(readdirSync(root).toSorted()).toEqual(['a (2).txt', 'a.txt', 'sub']);
});
