// A folder for backups on a disk that is not always mounted.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect } from '@jest/globals';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from '../http/problems.ts';

const MARK = '.svc-backups';

let engine: TestEngine;
let folder: string;
/** Where the content of the folder is while its disk is not mounted. */
let disk: string;
beforeEach(async () => {
  [folder, disk] = [join(temporaryDir(), 'mnt'), join(temporaryDir(), 'disk')];
  engine = await startTestEngine();
  await engine.client['config.set']({ body: { backup_dir: folder } });
});

async function made(): Promise<string> {
  const { backupId } = await engine.client['backups.create']();
  const { events } = await engine.client['backups.events']({ params: { id: backupId } });
  for await (const event of events) expect(event.type).not.toBe('error');
  const { status, problems } = await engine.client['backups.get']({ params: { id: backupId } });
  expect([status, problems]).toEqual(['complete', []]);
  return backupId;
}

function unmount({ isPlaceKept }: { readonly isPlaceKept: boolean }): void {
  renameSync(folder, disk);
  if (isPlaceKept) mkdirSync(folder);
}

function mount(): void {
  rmSync(folder, { recursive: true, force: true });
  renameSync(disk, folder);
}

const said = async () => {
  const { missingFolder } = await engine.client['backups.list']();
  const { reminders } = await engine.client['engine.status']();
  return [missingFolder, ...reminders];
};
const FINE = [null];

verifies(
  ['backups.folder.missing', 'backups.reminder'],
  'says so while its disk is not mounted, makes nothing there, and goes on once it is',
  async () => {
    expect(await said()).toEqual(FINE);
    const first = await made();
    expect(readdirSync(folder).toSorted()).toEqual([MARK, first]);
    for (const isPlaceKept of [true, false]) {
      unmount({ isPlaceKept });
      const sentence = expect.stringContaining(`backups in ${folder}, and none of them is there`);
      expect(await said()).toEqual([sentence, sentence]);
      const create = engine.client['backups.create']();
      expect(await refusal(create)).toMatchObject({ status: 503, code: 'backup_folder', detail: sentence });
      const body = new TextEncoder().encode('not read');
      const receive = engine.client['backups.receive']({ body });
      expect(await refusal(receive)).toMatchObject({ status: 503, code: 'backup_folder', detail: sentence });
      expect(existsSync(folder) ? readdirSync(folder) : null).toEqual(isPlaceKept ? [] : null);
      mount();
      expect(await said()).toEqual(FINE);
    }
    const second = await made();
    expect(readdirSync(folder).toSorted()).toEqual([MARK, first, second]);
  },
);

verifies(
  'backups.folder.missing',
  'takes the word of its owner, and knows other folders from it',
  async () => {
    await made();
    unmount({ isPlaceKept: true });
    // Another folder was never used.
    const other = temporaryDir();
    await engine.client['config.set']({ body: { backup_dir: other } });
    expect(await said()).toEqual(FINE);
    await made();
    await engine.client['config.set']({ body: { backup_dir: folder } });
    await expect(engine.client['backups.create']()).rejects.toThrow('not be mounted');
    writeFileSync(join(folder, MARK), '');
    await made();
    expect(await said()).toEqual(FINE);
  },
);

verifies(
  'backups.folder.missing',
  'backups that were deleted here are not missed, and one is enough',
  async () => {
    const [first, second] = [await made(), await made()];
    rmSync(join(folder, MARK));
    rmSync(join(folder, first), { recursive: true });
    expect(await said()).toEqual(FINE);
    await made();
    expect(existsSync(join(folder, MARK))).toBe(true);
    for (const { backupId } of (await engine.client['backups.list']()).backups)
      await engine.client['backups.delete']({ params: { id: backupId } });
    rmSync(join(folder, MARK));
    // What was removed by hand is still missed.
    expect((await said())[0]).toContain('none of them is there');
    expect(second).not.toBe(first);
  },
);
