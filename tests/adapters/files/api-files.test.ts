import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { DiskApiFiles } from '../../../src/adapters/out/files/api-files.ts';
import { sweepTemporaries } from '../../../src/adapters/out/files/atomic-write.ts';
import { MemoryApiFiles } from '../../doubles/memory-api-files.ts';
import { aProfile, aWholeProfile } from '../../harness/apis.ts';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { apiFilesContract } from '../../ports/api-files.contract.ts';
import { verifies } from '../../spec/verifies.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';

const gate = new WriteGate();

const folderIn = (dataDir: string) => join(dataDir, 'apis');

apiFilesContract('on disk', () => new DiskApiFiles({ gate, folder: folderIn(temporaryDir()) }));
apiFilesContract('in memory', () => new MemoryApiFiles());

verifies(
  ['apis.file', 'apis.file.atomic'],
  'folder and file are readable by their owner only, a link is replaced, and no other file stays behind',
  async () => {
    const dataDir = temporaryDir();
    const folder = folderIn(dataDir);
    const files = new DiskApiFiles({ gate, folder });
    await files.write('shop', '{}');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    writeFileSync(join(dataDir, 'elsewhere'), 'mine');
    symlinkSync(join(dataDir, 'elsewhere'), join(folder, 'link.json'));
    await files.write('link', '{}');
    expect(readFileSync(join(dataDir, 'elsewhere'), 'utf8')).toBe('mine');
    const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
    expect(modes.toSorted()).toEqual([
      ['link.json', 0o600],
      ['shop.json', 0o600],
    ]);
  },
);

test('a failing disk causes a refusal, and an obstacle is recognised', async () => {
  const dataDir = temporaryDir();
  writeFileSync(folderIn(dataDir), 'no folder');
  const files = new DiskApiFiles({ gate, folder: folderIn(dataDir) });
  expect(await files.all()).toBeNull();
  await expect(files.write('a', '{}')).rejects.toMatchObject({ code: 'storage_error' });
  await expect(files.remove('a')).rejects.toMatchObject({ code: 'storage_error' });
  await expect(files.isTaken('a')).rejects.toMatchObject({ code: 'storage_error' });
  await sweepTemporaries(dataDir);
});

test('unfinished writes of a killed engine are swept, and nothing else', async () => {
  const dataDir = temporaryDir();
  mkdirSync(folderIn(dataDir));
  for (const name of ['.svc-tmp-1', '.hidden.json', 'a.txt', 'b.json'])
    writeFileSync(join(folderIn(dataDir), name), '{}');
  await sweepTemporaries(dataDir);
  expect(readdirSync(folderIn(dataDir)).toSorted()).toEqual(['.hidden.json', 'a.txt', 'b.json']);
  const found = await new DiskApiFiles({ gate, folder: folderIn(dataDir) }).all();
  expect(found?.map(({ name }) => name)).toEqual(['b.json']);
});

/** Nine forms of an unusable file, each with its log line. */
const FORMS: Readonly<Record<string, readonly [put: (path: string) => void, reason: RegExp]>> = {
  empty: [(path) => writeFileSync(path, ''), /empty/u],
  cut: [(path) => writeFileSync(path, '{"id": "cut", "na'), /not JSON/u],
  binary: [(path) => writeFileSync(path, Buffer.from([0xff, 0xfe, 0, 1, 0x80])), /not UTF-8 text/u],
  'wrong-type': [(path) => writeFileSync(path, '[{"id": "wrong-type"}]'), /not a JSON object/u],
  large: [
    (path) => {
      writeFileSync(path, '');
      truncateSync(path, 50 * 1024 * 1024);
    },
    /larger than 1 MB/u,
  ],
  unreadable: [
    (path) => {
      writeFileSync(path, '{}');
      chmodSync(path, 0o000);
    },
    process.getuid?.() === 0 ? /name is missing/u : /is not readable/u,
  ],
  folder: [(path) => mkdirSync(path), /folder/u],
  dangling: [(path) => symlinkSync('/nonexistent/x', path), /file that does not exist/u],
  fifo: [(path) => void execFileSync('mkfifo', [path]), /not a regular file/u],
};

verifies(
  ['apis.bad-file', 'apis.loaded', 'apis.noticed', 'apis.save'],
  'in any of nine unusable forms a profile is skipped with one line and stays unchanged, and the others load',
  async () => {
    const dataDir = temporaryDir();
    mkdirSync(folderIn(dataDir));
    const put = (name: string, text: string) => writeFileSync(join(folderIn(dataDir), name), text);
    for (const [name, [make]] of Object.entries(FORMS)) make(join(folderIn(dataDir), `${name}.json`));
    put('shop.json', JSON.stringify(aProfile()));
    put('another.json', JSON.stringify(aProfile({ id: 'another' })));
    const before = readdirSync(folderIn(dataDir)).toSorted();
    const engine = await startTestEngine({ dataDir });
    const { profiles, problems } = await engine.client['apis.list']();
    expect(profiles.map(({ id }) => id)).toEqual(['another', 'shop']);
    put('late.json', JSON.stringify(aProfile({ id: 'late' })));
    put('another.json', JSON.stringify(aProfile({ id: 'another', name: 'Changed' })));
    expect((await engine.client['apis.list']()).profiles.map(({ name }) => name)).toContain('Changed');
    expect(await engine.client['apis.get']({ params: { id: 'late' } })).toMatchObject({ id: 'late' });
    rmSync(join(folderIn(dataDir), 'late.json'));
    put('another.json', JSON.stringify(aProfile({ id: 'another' })));
    await engine.client['apis.list']();
    const saved = { ...aWholeProfile(), base_url: 'https://saved.example' };
    const { id: _, ...body } = { ...saved, auth: { type: 'bearer' as const } };
    await engine.client['apis.save']({ params: { id: 'saved' }, body: body as never });
    expect(JSON.parse(readFileSync(join(folderIn(dataDir), 'saved.json'), 'utf8'))).toMatchObject(body);
    rmSync(join(folderIn(dataDir), 'saved.json'));
    expect(problems).toHaveLength(Object.keys(FORMS).length);
    for (const problem of problems)
      expect(problem).toMatch(
        /^apis\/[\w-]+\.json is left out: .+\. Correct it; it is read again by itself\.$/u,
      );
    const lines = engine.log.lines.filter(({ event }) => event === 'API profile skipped');
    expect(lines.map(({ facts }) => facts['file']).toSorted()).toEqual(
      Object.keys(FORMS)
        .map((name) => `apis/${name}.json`)
        .toSorted(),
    );
    for (const [name, [, reason]] of Object.entries(FORMS)) {
      const line = lines.find(({ facts }) => facts['file'] === `apis/${name}.json`);
      expect([name, line?.facts['reason']]).toEqual([name, expect.stringMatching(reason)]);
    }
    expect(engine.log.events('error')).toEqual([]);
    await engine.stop();
    expect(readdirSync(folderIn(dataDir)).toSorted()).toEqual(before);
  },
);

verifies(
  'apis.bad-file',
  'an obstacle in the place of the folder does not stop the engine from starting',
  async () => {
    for (const put of [
      (path: string) => writeFileSync(path, 'no folder'),
      (path: string) => symlinkSync('/nonexistent/x', path),
    ]) {
      const dataDir = temporaryDir();
      put(folderIn(dataDir));
      const engine = await startTestEngine({ dataDir });
      expect(await engine.client['apis.list']()).toEqual({
        profiles: [],
        problems: [expect.any(String)],
        says: { problems: [{ code: 'api.no_folder', facts: {} }] },
      });
      expect(engine.log.events('warn')).toContain('the folder apis cannot be read, so no API is registered');
      await engine.stop();
    }
  },
);
