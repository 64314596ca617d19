import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { refuseStorage } from '../../../src/core/kernel/storage-refusals.ts';
import { around } from '../../../src/core/kernel/around.ts';
import { startVendor, type Vendor } from '../../harness/google.ts';
import { publishBackup, uploading, vendorDrive, type Uploading } from '../../harness/uploading.ts';
import type { DriveFile } from '../../servers/google/drive-tree.ts';
import { verifies } from '../../spec/verifies.ts';

let vendor: Vendor;
beforeEach(async () => {
  vendor = await startVendor();
});

const FILES = { 'config.json': Buffer.from('sealed settings') };
const IDS = ['20260101T000000000Z', '20260102T000000000Z'] as const;

/** Uploads the next backup. */
async function send(at: Uploading, backupId: string = IDS[0]) {
  publishBackup(at.dataDir, FILES, backupId);
  return await sentAgain(at, backupId);
}

async function sentAgain(at: Uploading, backupId: string) {
  await at.uploads.send(backupId);
  await at.uploads.idle();
  return await at.uploads.of(backupId);
}

const rootFileOf = (at: Uploading): string => join(at.dataDir, 'clouddrive-backup-root');
const remembered = (at: Uploading): string => readFileSync(rootFileOf(at), 'utf8').trim();
const roots = (): readonly DriveFile[] =>
  [...vendor.google.drive.files.values()].filter(({ name }) => name === 'svc-backups');
const theRoot = (at: Uploading): DriveFile => {
  const found = vendor.google.drive.files.get(remembered(at));
  if (!found) throw new Error('the remembered folder is not in the drive');
  return found;
};
const namesIn = (folder: DriveFile): readonly string[] =>
  [...vendor.google.drive.files.values()]
    .filter(({ parents }) => parents.includes(folder.id))
    .map(({ name }) => name)
    .toSorted();

verifies(
  ['drive.folder.new', 'drive.folder.root', 'drive.folder.root-file', 'drive.folder.name'],
  'the first upload makes the folder svc-backups and remembers its id',
  async () => {
    const at = uploading({ drive: vendorDrive(vendor) });
    expect(await send(at)).toMatchObject({ status: 'complete' });
    expect(roots()).toHaveLength(1);
    expect(theRoot(at).name).toBe('svc-backups');
    expect(namesIn(theRoot(at))).toEqual([IDS[0]]);
    expect(remembered(at)).toMatch(/^[\w-]+$/u);
  },
);

verifies('drive.folder.valid', 'later uploads go into it, also after it was renamed', async () => {
  const at = uploading({ drive: vendorDrive(vendor) });
  await send(at);
  theRoot(at).name = 'my backups';
  await send(at, IDS[1]);
  expect(namesIn(theRoot(at))).toEqual([...IDS]);
});

verifies('drive.folder.never-adopted', 'a folder of that name is never adopted, by anyone', async () => {
  const { google, owner } = vendor;
  const stranger = google.accounts.account('stranger@example.com');
  const other = google.accounts.client();
  google.plant.folder({ name: 'svc-backups', owner });
  google.plant.folder({ name: 'svc-backups', owner, authorized: [other] });
  google.plant.folder({ name: 'svc-backups', owner, authorized: [vendor.client] });
  google.plant.folder({
    name: 'svc-backups',
    owner: stranger,
    authorized: [vendor.client],
    sharedWith: { [owner.email]: 'writer' },
  });
  const at = uploading({ drive: vendorDrive(vendor, ['drive.file', 'drive']) });
  const before = roots();
  expect(await send(at)).toMatchObject({ status: 'complete' });
  expect(before.map(({ id }) => id)).not.toContain(remembered(at));
  for (const folder of before) expect(namesIn(folder)).toEqual([]);
});

for (const [what, happens] of Object.entries<(at: Uploading) => void>({
  'was deleted': (at) => void (vendor.google.drive.files as Map<string, DriveFile>).delete(remembered(at)),
  'is in the bin': (at) => void (theRoot(at).isTrashed = true),
  'belongs to another person': (at) =>
    Object.assign(theRoot(at), { owner: vendor.google.accounts.account('heir@example.com') }),
  'was made by another client': (at) => theRoot(at).authorized.clear(),
}))
  verifies(
    ['drive.folder.gone', 'drive.folder.earlier-stays'],
    `a new folder is made and remembered where the remembered one ${what}; the earlier one stays`,
    async () => {
      const at = uploading({ drive: vendorDrive(vendor, ['drive.file', 'drive']) });
      await send(at);
      const earlier = remembered(at);
      const before = vendor.google.drive.files.get(earlier);
      happens(at);
      expect(await send(at, IDS[1])).toMatchObject({ status: 'complete' });
      expect(remembered(at)).not.toBe(earlier);
      expect(namesIn(theRoot(at))).toEqual([IDS[1]]);
      expect(before && namesIn(before)).toEqual([IDS[0]]);
      expect(vendor.google.deletions).toEqual([]);
    },
  );

verifies('drive.folder.gone', 'with another account the upload makes a folder there', async () => {
  const at = uploading({ drive: vendorDrive(vendor) });
  await send(at);
  const earlier = remembered(at);
  const second = vendor.google.accounts.account('second@example.com');
  const there = uploading({ drive: vendorDrive({ ...vendor, owner: second }), dataDir: at.dataDir });
  expect(await send(there, IDS[1])).toMatchObject({ status: 'complete' });
  expect(remembered(there)).not.toBe(earlier);
  expect(vendor.google.tree(second).map(({ path }) => path)).toContain(`svc-backups/${IDS[1]}`);
  expect(vendor.google.tree(vendor.owner).map(({ path }) => path)).not.toContain(`svc-backups/${IDS[1]}`);
});

test('an outage is no reason for another folder: the upload fails and is tried again', async () => {
  const at = uploading({ drive: vendorDrive(vendor) });
  await send(at);
  const earlier = remembered(at);
  const path = `/drive/v3/files/${earlier}`;
  const fault = vendor.google.fault({ kind: 'unavailable', path, nth: 'every' });
  expect(await send(at, IDS[1])).toMatchObject({ status: 'failed', reasons: ['failed'] });
  fault.lift();
  expect(roots()).toHaveLength(1);
  expect(remembered(at)).toBe(earlier);
  await sentAgain(at, IDS[1]);
  expect(namesIn(theRoot(at))).toEqual([...IDS]);
});

test('a drive that does not say whose the folder is makes the upload fail, and no folder', async () => {
  const at = uploading({ drive: vendorDrive(vendor) });
  await send(at);
  const mute = uploading({
    dataDir: at.dataDir,
    drive: (clock) => {
      const real = vendorDrive(vendor)(clock);
      return around(real, {
        get: async (id, signal) => {
          const found = await real.get(id, signal);
          return found && { ...found, isOurs: null };
        },
      });
    },
  });
  expect(await send(mute, IDS[1])).toMatchObject({ status: 'failed' });
  expect(roots()).toHaveLength(1);
});

/** Each makes the file one that cannot be read. */
const UNREADABLE: Readonly<Record<string, (path: string) => void>> = {
  'is empty': (path) => writeFileSync(path, ''),
  'was cut': (path) => writeFileSync(path, 'ab'),
  'is binary': (path) => writeFileSync(path, Buffer.from([0xff, 0xfe, 0x00])),
  'has words': (path) => writeFileSync(path, 'this is no id'),
  'has an address': (path) => writeFileSync(path, '../../../files?x=1'),
  'is JSON': (path) => writeFileSync(path, '{"id":"abcdefghij"}'),
  'is very large': (path) => writeFileSync(path, Buffer.alloc(50 * 2 ** 20, 'a')),
  'is a folder': (path) => mkdirSync(path),
  'is a link to nothing': (path) => symlinkSync('/nowhere/at/all', path),
  'may not be read': (path) => {
    writeFileSync(path, 'abcdefghij');
    chmodSync(path, 0);
  },
};

for (const [what, spoil] of Object.entries(UNREADABLE)) {
  if (what === 'may not be read' && process.getuid?.() === 0) continue;
  verifies('drive.root-file.unreadable', `where the root file ${what}, nothing is made`, async () => {
    const at = uploading({ drive: vendorDrive(vendor) });
    spoil(rootFileOf(at));
    const state = await send(at);
    expect(state).toMatchObject({
      status: 'failed',
      problem: [{ code: 'drive.root_file_unreadable' }],
    });
    expect(vendor.google.calls.filter(({ hasChanged }) => hasChanged)).toEqual([]);
    expect(at.log.events('error')).toEqual([expect.stringMatching(/^\[svc:backup\] the upload failed/u)]);
  });
}

/** A file that cannot be written for now. */
const full = (isFull: () => boolean) => (file: Uploading['rootFile']) =>
  around(file, {
    write: async (id) => {
      if (isFull()) throw refuseStorage.disk_full();
      await file.write(id);
    },
  });

verifies(
  ['drive.root-file.unwritable', 'drive.failure.local-backup'],
  'a folder whose id cannot be written is deleted again, a line says so, and the local backup is whole',
  async () => {
    let isFull = true;
    const at = uploading({ drive: vendorDrive(vendor), rootFile: full(() => isFull) });
    expect(await send(at)).toMatchObject({ status: 'failed' });
    expect(roots()).toEqual([]);
    expect(at.log.events('error')[0]).toMatch(/^\[svc:backup\] the upload failed: .*deleted again/u);
    expect((await at.folders.list()).map(({ backupId }) => backupId)).toEqual([IDS[0]]);
    isFull = false;
    expect(await sentAgain(at, IDS[0])).toMatchObject({ status: 'complete' });
    expect(roots()).toHaveLength(1);
  },
);

verifies('drive.root-file.folder-left', 'where it stays, the next upload goes on with it', async () => {
  let isFull = true;
  const at = uploading({ drive: vendorDrive(vendor), rootFile: full(() => isFull) });
  const fault = vendor.google.fault({ kind: 'unavailable', method: 'DELETE', nth: 'every' });
  expect(await send(at)).toMatchObject({ status: 'failed' });
  const [left] = roots();
  expect(at.log.events('error')[0]).toContain(`svc-backups (id ${left?.id})`);
  fault.lift();
  isFull = false;
  await sentAgain(at, IDS[0]);
  expect(roots()).toHaveLength(1);
  expect(remembered(at)).toBe(left?.id);
});

test('two uploads at once make one folder', async () => {
  const at = uploading({ drive: vendorDrive(vendor) });
  for (const id of IDS) publishBackup(at.dataDir, FILES, id);
  await Promise.all(IDS.map((id) => at.uploads.send(id)));
  await at.uploads.idle();
  expect(roots()).toHaveLength(1);
  expect(namesIn(theRoot(at))).toEqual([...IDS]);
});
