import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ZipFile } from 'yazl';
import { entryName } from '../../../src/adapters/out/files/entry-name.ts';
import type { Manifest } from '../../../src/core/keeping/backups/model.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';

let running: TestEngine;
let backupId: string;
/** The backup, kept beside the folder while the test tries to bring it back. */
let beside: string;
let manifest: Manifest;

beforeAll(async () => {
  running = await startTestEngine({ dataDir: join(temporaryDir(), 'data') });
  const { client, dataDir } = running;
  const notes = join(dataDir, 'workspace', 'Notes');
  mkdirSync(notes, { recursive: true });
  writeFileSync(join(notes, 'größe.md'), 'x'.repeat(200_000));
  writeFileSync(join(notes, 'empty'), '');
  for (const name of ['back\\slash', 'back%5Cslash']) writeFileSync(join(notes, name), name);
  ({ backupId } = await client['backups.create']());
  const { events } = await client['backups.events']({ params: { id: backupId } });
  for await (const event of events) void event;
  beside = join(dataDir, '..', `${backupId}-kept`);
  cpSync(folderOf(), beside, { recursive: true });
  manifest = JSON.parse(whole().toString('utf8')) as Manifest;
});

afterAll(async () => {
  await running.stop();
  rmSync(beside, { recursive: true, force: true });
});

const folderOf = () => join(running.dataDir, 'backups', backupId);
const names = () => readdirSync(join(running.dataDir, 'backups'));
const kept = (path: string) => readFileSync(join(beside, path));
const whole = () => kept('manifest.json');

async function archive(): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(`${running.baseUrl}/api/backups/${backupId}/archive`);
  if (response.status !== 200) throw new Error(await response.text());
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toContain(`svc-backup-${backupId}.zip`);
  return new Uint8Array(await response.arrayBuffer());
}

verifies('backups.archive', 'a downloaded archive comes back, unverified until it is checked', async () => {
  const { client } = running;
  const zip = await archive();
  await expect(client['backups.receive']({ body: zip })).rejects.toMatchObject({
    problem: { status: 409, code: 'backup_exists' },
  });
  await client['backups.delete']({ params: { id: backupId } });
  expect(names()).toEqual([]);
  expect(await client['backups.receive']({ body: zip })).toEqual({ backupId });
  expect(names()).toEqual([backupId]);
  const { backups } = await client['backups.list']();
  expect(backups).toMatchObject([{ backupId, status: 'unverified', own: true }]);
  expect(await client['backups.verify']({ params: { id: backupId } })).toEqual({
    ok: true,
    problems: [],
    keyMissing: false,
    says: { problems: [] },
  });
  expect(manifest.files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['workspace/Notes/back\\slash', 'workspace/Notes/back%5Cslash']),
  );
});

interface Made {
  readonly zip: ZipFile;
  /** Adds the entries of the backup, but those of these paths. */
  readonly all: (but?: readonly string[]) => void;
  readonly add: (path: string, bytes: Uint8Array, mode?: number) => void;
}

/** The bytes of a zip that the test makes. */
async function zipOf(make: (made: Made) => void): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  const add = (path: string, bytes: Uint8Array, mode = 0o100600) =>
    zip.addBuffer(Buffer.from(bytes), path, { compress: false, mode });
  const all = (but: readonly string[] = []) => {
    if (!but.includes('manifest.json')) add('manifest.json', whole());
    for (const { path, kind } of manifest.files)
      if (!but.includes(path))
        if (kind === 'folder') zip.addEmptyDirectory(path);
        else add(entryName(path), kept(path));
  };
  make({ zip, all, add });
  zip.end();
  const pieces: Uint8Array[] = [];
  for await (const piece of zip.outputStream) pieces.push(piece as unknown as Uint8Array);
  return Uint8Array.from(Buffer.concat(pieces));
}

const changed = (change: (files: Manifest['files']) => unknown): Uint8Array =>
  Buffer.from(JSON.stringify({ ...manifest, files: change(manifest.files) }));

const EMPTY = 'workspace/Notes/empty';

/** The backup with another name for this entry: as long as it, so that only the name changes. */
async function misnamed(from: string, to: string): Promise<Uint8Array<ArrayBuffer>> {
  expect(Buffer.byteLength(from)).toBe(Buffer.byteLength(to));
  const bytes = Buffer.from(await zipOf(({ all }) => all()));
  for (let at = bytes.indexOf(from); at !== -1; at = bytes.indexOf(from, at + 1)) bytes.write(to, at);
  return Uint8Array.from(bytes);
}

/** The backup with something else in the place of this entry. */
const instead = (path: string, { bytes, mode }: { readonly bytes?: Uint8Array; readonly mode?: number }) =>
  zipOf(({ all, add }) => (all([path]), add(path, bytes ?? kept(path), mode)));

/** Says another size for an entry: in the directory of the zip it is 22 bytes before the name. */
function sized(zip: Uint8Array<ArrayBuffer>, name: string, size: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(zip);
  bytes.writeUInt32LE(size, bytes.lastIndexOf(name) - 22);
  return Uint8Array.from(bytes);
}

const hostile: Readonly<Record<string, () => Promise<Uint8Array<ArrayBuffer>>>> = {
  'nothing at all': async () => new Uint8Array(0),
  'no zip': async () => Uint8Array.from(Buffer.from('PK\u0003\u0004 but nothing else')),
  'an empty zip': () => zipOf(() => undefined),
  'a zip that is cut': async () => (await zipOf(({ all }) => all())).subarray(0, -30),
  'no manifest': () => zipOf(({ all }) => all(['manifest.json'])),
  'the manifest in a folder': () =>
    zipOf(({ all, add }) => (all(['manifest.json']), add('x/manifest.json', whole()))),
  'two manifests': () => zipOf(({ all, add }) => (all(), add('manifest.json', whole()))),
  'a manifest that is not JSON': () => zipOf(({ add }) => add('manifest.json', Buffer.from('{'))),
  'a manifest that is not UTF-8': () => zipOf(({ add }) => add('manifest.json', Buffer.from([0xff, 0xfe]))),
  'a deep manifest': () => zipOf(({ add }) => add('manifest.json', Buffer.from('['.repeat(1e5)))),
  'a manifest of 200 MB': async () =>
    sized(
      await zipOf(({ zip }) => zip.addBuffer(Buffer.from('{}'), 'manifest.json', { compress: true })),
      'manifest.json',
      200 * 2 ** 20,
    ),
  'a file too many': () => zipOf(({ all, add }) => (all(), add('workspace/more', Buffer.from('x')))),
  'a file twice': () => zipOf(({ all, add }) => (all(), add('memory.db', kept('memory.db')))),
  'a file missing': () => zipOf(({ all }) => all(['memory.db'])),
  'a name that differs in case': () => misnamed('memory.db', 'Memory.db'),
  'a name with a backslash': () => misnamed(EMPTY, 'workspace\\Notes\\empty'),
  'a name that leads outside': () => misnamed(EMPTY, '../../../../../plante'),
  'an absolute name': () => misnamed(EMPTY, '/tmp/planted-by-a-zip'),
  'a manifest that leads outside': () =>
    zipOf(({ add }) =>
      add(
        'manifest.json',
        changed((files) =>
          files.map((file) => (file.kind === 'folder' ? file : { ...file, path: `../${file.path}` })),
        ),
      ),
    ),
  'a link for its manifest': () => instead('manifest.json', { mode: 0o120777 }),
  'a link': () => instead('memory.db', { mode: 0o120777 }),
  'a device': () => instead('memory.db', { mode: 0o020600 }),
  'a folder where a file is due': () =>
    zipOf(({ all, zip }) => (all(['memory.db']), zip.addEmptyDirectory('memory.db'))),
  'a file where a folder is due': () => instead('workspace', { bytes: Buffer.alloc(0) }),
  'a file of another size': () => instead('memory.db', { bytes: Buffer.from('short') }),
  'sizes that fill any disk': () =>
    zipOf(({ add }) =>
      add(
        'manifest.json',
        changed((files) =>
          files.map((file) => (file.kind === 'file' ? { ...file, sizeBytes: 2 ** 45 } : file)),
        ),
      ),
    ),
  'a file that unpacks to more than it says': async () => {
    const zip = await zipOf(({ all, zip: to }) => {
      all(['memory.db']);
      to.addBuffer(Buffer.alloc(2 ** 21), 'memory.db', { compress: true });
    });
    return sized(zip, 'memory.db', manifest.files.find(({ path }) => path === 'memory.db')?.sizeBytes ?? 0);
  },
  'a backup of a newer format': () =>
    zipOf(({ add }) => add('manifest.json', Buffer.from(JSON.stringify({ ...manifest, formatVersion: 2 })))),
};

verifies('backups.archive.hostile', 'refuses what is no whole backup, and keeps nothing', async () => {
  const { client, dataDir } = running;
  rmSync(folderOf(), { recursive: true, force: true });
  const before = readdirSync(join(dataDir, '..'));
  for (const [what, make] of Object.entries(hostile)) {
    const answer = await client['backups.receive']({ body: await make() }).then(
      () => 'accepted',
      (error: { readonly problem?: { readonly code: string } }) => error.problem?.code ?? error,
    );
    expect([what, answer]).toEqual([what, 'archive_unusable']);
    expect([what, names()]).toEqual([what, []]);
  }
  expect(readdirSync(join(dataDir, '..'))).toEqual(before);
  expect(existsSync('/tmp/planted-by-a-zip')).toBe(false);
});

test('the archive that the mutations begin with is accepted', async () => {
  rmSync(folderOf(), { recursive: true, force: true });
  expect(await running.client['backups.receive']({ body: await zipOf(({ all }) => all()) })).toEqual({
    backupId,
  });
});

verifies(
  'backups.archive',
  'an upload that ends early leaves nothing, and the next one may begin',
  async () => {
    const { client, baseUrl } = running;
    rmSync(folderOf(), { recursive: true, force: true });
    const left = new AbortController();
    const zip = await zipOf(({ all }) => all());
    const pieces = new ReadableStream<Uint8Array>({
      start: (to) => to.enqueue(zip.subarray(0, 1_000)),
    });
    const sent = fetch(`${baseUrl}/api/backups/archive`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: pieces,
      duplex: 'half',
      signal: left.signal,
    } as RequestInit);
    const receiving = async () => names().includes('.svc-archive.zip') || names().length > 0;
    while (!(await receiving())) await client['health.get']();
    await expect(client['backups.receive']({ body: zip })).rejects.toMatchObject({
      problem: { code: 'operation_in_progress' },
    });
    left.abort();
    await expect(sent).rejects.toThrow();
    while (names().length > 0) await client['health.get']();
    for (;;) {
      const again = await client['backups.receive']({ body: zip }).catch((error: unknown) => error);
      if (!(again instanceof Error)) break;
      expect(again).toMatchObject({ problem: { code: 'operation_in_progress' } });
    }
    expect(names()).toEqual([backupId]);
  },
);
