import { beforeEach, expect, test } from '@jest/globals';
import { deleteUploaded, type Deleted } from '../../../src/core/keeping/backups/drive/deletion.ts';
import { startVendor, type Vendor } from '../../harness/google.ts';
import { BACKUP_ID, INSTANCE, publishBackup, uploading, vendorDrive } from '../../harness/uploading.ts';
import { MemoryDrive } from '../../doubles/memory-drive.ts';
import { HastyClock } from '../../doubles/hasty-clock.ts';
import type { DriveFile } from '../../servers/google/drive-tree.ts';
import { verifies } from '../../spec/verifies.ts';

let vendor: Vendor;
let clock: HastyClock;
beforeEach(async () => {
  vendor = await startVendor();
  clock = new HastyClock();
});

const deleted = (remembered: string | null = null): Promise<Deleted> =>
  deleteUploaded({
    drive: vendorDrive(vendor, ['drive.file', 'drive'])(clock),
    remembered,
    instance: INSTANCE,
    clock,
  });

/** A backup of these files that was uploaded. */
async function uploadedFrom(files: Readonly<Record<string, Uint8Array>>) {
  const at = uploading({ drive: vendorDrive(vendor) });
  publishBackup(at.dataDir, files);
  await at.uploads.send(BACKUP_ID);
  await at.uploads.idle();
  return at;
}

const left = (): readonly string[] => vendor.google.tree(vendor.owner).map(({ path }) => path);

/** A backup folder of ours, with files of ours. */
function backupIn(
  root: DriveFile,
  name = BACKUP_ID,
  files: readonly string[] = ['manifest.json', 'memory/a'],
) {
  const { google, owner, client } = vendor;
  const folder = google.plant.folder({ name, owner, in: root, authorized: [client] });
  for (const file of files) google.plant.file({ name: file, owner, in: folder, authorized: [client] });
  return folder;
}

const ourRoot = () =>
  vendor.google.plant.folder({ name: 'svc-backups', owner: vendor.owner, authorized: [vendor.client] });

verifies(
  ['drive.disconnect', 'drive.deleted.files', 'drive.kept.folders'],
  'deletes what was uploaded, the manifest first, and keeps every folder',
  async () => {
    const at = await uploadedFrom({ 'config.json': Buffer.from('a'), 'workspace/b.txt': Buffer.from('b') });
    expect(await deleted(await at.root.remembered())).toEqual({
      status: 'deleted',
      deleted: 3,
      foldersKept: 2,
      reasons: [],
      gone: [BACKUP_ID],
    });
    expect(left()).toEqual(['svc-backups', `svc-backups/${BACKUP_ID}`]);
    expect(vendor.google.deletions[0]?.name).toBe('manifest.json');
  },
);

test('without anything of ours there is nothing to delete', async () => {
  expect(await deleted()).toMatchObject({ status: 'none', deleted: 0 });
});

verifies(
  [
    'promise.drive.disconnect',
    'drive.deleted.bin',
    'drive.deleted.other-files',
    'drive.kept.foreign',
    'drive.kept.outside',
    'drive.kept.own-files',
    'drive.kept.other-client',
  ],
  'deletes only files that the drive calls ours and the user’s, in folders of backups that are ours',
  async () => {
    const { google, owner, client } = vendor;
    const { file, folder: folderOf } = google.plant;
    const other = google.accounts.client();
    const stranger = google.accounts.account('stranger@example.com');
    const [ours, theirs] = [{ authorized: [client] }, { authorized: [other] }];
    const root = ourRoot();
    const folder = backupIn(root);
    const inBin = folderOf({ name: 'svc-backups', owner, ...ours, trashed: true });
    backupIn(inBin, '20260102T000000000Z', ['in-bin']);
    file({ name: 'trashed', owner, in: folder, ...ours, trashed: true });
    file({ name: 'moved here by the tools', owner, in: folder, ...ours });
    // All that follows stays.
    file({ name: 'keep: of the user', owner, in: folder });
    file({ name: 'keep: of another client', owner, in: folder, ...theirs });
    file({ name: 'keep: of a stranger', owner: stranger, in: folder, ...ours });
    folderOf({ name: 'keep: a folder', owner, in: folder, ...ours });
    file({ name: 'keep: in the root', owner, in: root, ...ours });
    file({ name: 'keep: elsewhere', owner, ...ours });
    const named = folderOf({ name: 'notes', owner, in: root, ...ours });
    file({ name: 'keep: in a folder with another name', owner, in: named, ...ours });
    const foreign = folderOf({ name: '20260103T000000000Z', owner, in: root, ...theirs });
    file({ name: 'keep: backup of another client', owner, in: foreign, ...theirs });
    file({ name: 'keep: ours in a folder of another client', owner, in: foreign, ...ours });
    const lookalike = folderOf({ name: 'SVC-Backups', owner, ...ours });
    backupIn(lookalike, '20260104T000000000Z', ['keep: in a folder of another spelling']);
    const drive = google.sharedDrive([owner]);
    const teamRoot = folderOf({ name: 'svc-backups', drive, ...ours });
    const team = folderOf({ name: BACKUP_ID, drive, in: teamRoot, ...ours });
    file({ name: 'keep: in a shared drive', drive, in: team, ...ours });
    const kept = [...google.drive.files.values()].filter(({ name }) => name.startsWith('keep:'));

    expect(await deleted()).toMatchObject({ status: 'deleted', deleted: 5, reasons: [] });
    expect(google.deletions.map(({ name }) => name).toSorted()).toEqual([
      'in-bin',
      'manifest.json',
      'memory/a',
      'moved here by the tools',
      'trashed',
    ]);
    expect(google.deletions.every(({ isFolder }) => !isFolder)).toBe(true);
    for (const file of kept) expect([file.name, google.drive.files.has(file.id)]).toEqual([file.name, true]);
  },
);

verifies('drive.kept.outside', 'a folder of a shared drive is not looked into', async () => {
  for (const isShared of [true, false]) {
    const drive = new MemoryDrive();
    const root = { id: 'root', name: 'svc-backups', parent: null, instance: INSTANCE };
    await drive.makeFolder(root as never);
    await drive.makeFolder({ ...root, id: 'backup', name: BACKUP_ID, parent: 'root' });
    await drive.makeFolder({ ...root, id: 'file', name: 'a', parent: 'backup' });
    for (const [id, facts] of [
      ['backup', { isShared }],
      ['file', { isFolder: false }],
    ] as const) {
      const kept = drive.kept.get(id)!;
      drive.kept.set(id, { ...kept, entry: { ...kept.entry, ...facts } });
    }
    const { deleted: count } = await deleteUploaded({ drive, remembered: null, instance: INSTANCE, clock });
    expect([count, drive.kept.has('file')]).toEqual(isShared ? [0, true] : [1, false]);
  }
});

test('backups of another machine with the same client stay', async () => {
  await uploadedFrom({ 'config.json': Buffer.from('a') });
  const drive = vendorDrive(vendor)(clock);
  const found = await deleteUploaded({ drive, remembered: null, instance: 'another instance', clock });
  expect(found).toMatchObject({ status: 'none', deleted: 0 });
  expect(vendor.google.deletions).toEqual([]);
});

test('a folder that its owner has renamed is found by its id', async () => {
  const at = await uploadedFrom({ 'config.json': Buffer.from('a') });
  const id = await at.root.remembered();
  Object.assign(vendor.google.drive.files.get(id ?? '') ?? {}, { name: 'my backups' });
  expect(await deleted(id)).toMatchObject({ status: 'deleted', deleted: 2 });
});

verifies('promise.drive.disconnect', 'looks at every page of a long listing', async () => {
  backupIn(
    ourRoot(),
    BACKUP_ID,
    Array.from({ length: 1_203 }, (_, at) => `workspace/${at}`),
  );
  expect(await deleted()).toMatchObject({ status: 'deleted', deleted: 1_203 });
});

verifies(
  ['promise.drive.disconnect', 'drive.disconnect.degraded'],
  'says which files it could not delete',
  async () => {
    backupIn(ourRoot(), BACKUP_ID, ['a', 'b', 'c']);
    vendor.google.fault({ kind: 'appNotAuthorizedToFile', method: 'DELETE', nth: 2 });
    const found = await deleted();
    expect(found).toMatchObject({ status: 'degraded', deleted: 2, gone: [BACKUP_ID] });
    expect(found.reasons).toEqual([
      { code: 'delete_failed', says: expect.objectContaining({ code: 'drive.not_deleted' }) as unknown },
    ]);
  },
);

test('what cannot be listed is told, and the rest is deleted', async () => {
  const root = ourRoot();
  const bad = backupIn(root, '20260102T000000000Z', ['b']);
  backupIn(root, BACKUP_ID, ['a']);
  vendor.google.fault({ kind: 'internalError', asks: bad.id, nth: 'every' });
  const found = await deleted();
  expect(found).toMatchObject({ status: 'degraded', deleted: 1 });
  expect(found.reasons).toMatchObject([{ code: 'list_failed' }]);
});

test('a file whose owner the drive does not name stays, and the reason is told', async () => {
  const { google, owner, client } = vendor;
  const folder = backupIn(ourRoot(), BACKUP_ID, []);
  google.plant.file({
    name: 'whose',
    owner,
    in: folder,
    authorized: [client],
    withheld: ['isAppAuthorized'],
  });
  const found = await deleted();
  expect(found).toMatchObject({ status: 'degraded', deleted: 0, reasons: [{ code: 'unknown_owner' }] });
  expect(google.deletions).toEqual([]);
});

verifies('drive.disconnect.time-limit', 'ends after its time, and says so', async () => {
  backupIn(ourRoot(), BACKUP_ID, ['a', 'b', 'c', 'd']);
  const fault = vendor.google.fault({ kind: 'timeout', method: 'DELETE', nth: 'every' });
  void fault.hit.then(() => clock.expire());
  const found = await deleted();
  expect(found.status).toBe('degraded');
  expect(found.reasons.map(({ code }) => code)).toContain('time_limit');
  expect(vendor.google.deletions).toEqual([]);
});
