import { sideBySide } from '../../../kernel/side-by-side.ts';
import type { Manifest } from '../model.ts';
import type { UploadLedger } from './ledger.ts';
import { driveLimits } from './limits.ts';
import { idAt, newId } from './new-ids.ts';
import { allPages } from './pages.ts';
import type { Drive, DriveEntry, StoredFiles, UploadSource } from './port.ts';
import type { RootFolder } from './root-folder.ts';

export interface UploadDeps {
  readonly drive: Drive;
  readonly root: RootFolder;
  readonly ledger: UploadLedger;
  readonly files: StoredFiles;
}

/** What is uploaded of a backup. */
export interface Uploadable {
  readonly backupId: string;
  readonly manifest: Manifest;
  /** Of `manifest.json`. */
  readonly manifestBytes: number;
}

interface Sending {
  readonly name: string;
  readonly source: UploadSource;
}

export const MANIFEST = 'manifest.json';

/**
 * Uploads a backup into its folder in the drive: each file under its path as its name, `manifest.json` last. May be
 * repeated after anything: what is there already, with the right checksum, stays.
 * @throws what `Drive` throws, Refusal root_file_unreadable, backup_unusable, disk_full, storage_error
 */
export async function upload(
  { backupId, manifest, manifestBytes }: Uploadable,
  deps: UploadDeps,
  sent: (doneBytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { drive, files } = deps;
  const folder = await folderOf(backupId, deps, signal);
  const parts = manifest.files
    .filter(({ kind }) => kind !== 'folder')
    .map(({ path, sizeBytes }) => ({ name: path, source: files.source(backupId, path, sizeBytes) }));
  const last = { name: MANIFEST, source: files.source(backupId, MANIFEST, manifestBytes) };
  const there = folder.isNew ? new Map<string, DriveEntry[]>() : await namesIn(folder.id, drive, signal);
  const progress = summed(sent);
  const instance = await deps.ledger.mark();
  const send = async (batch: readonly Sending[]): Promise<void> => {
    const missing: Sending[] = [];
    for (const one of batch) {
      if (await isThere(one, there.get(one.name) ?? [], drive, signal))
        progress.of(one.name)(one.source.sizeBytes);
      else missing.push(one);
    }
    if (missing.length === 0) return;
    const ids = await drive.newIds(missing.length, signal);
    const files = missing.map((one, at) => ({ ...one, id: idAt(ids, at), parent: folder.id, instance }));
    await sideBySide(files, driveLimits.uploadsAtOnce, signal, (file, stop) =>
      drive.put(file, progress.of(file.name), stop),
    );
  };
  for (let at = 0; at < parts.length; at += BATCH) await send(parts.slice(at, at + BATCH));
  await send([last]);
}

/** The bytes of an upload. */
export const bytesOf = ({ manifest, manifestBytes }: Uploadable): number =>
  manifest.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, manifestBytes);

/** As many ids as the drive gives at once. */
const BATCH = 1_000;

/** Its folder in the drive. Its id is noted before it is made, so that another try finds it. */
async function folderOf(
  backupId: string,
  { drive, root, ledger }: UploadDeps,
  signal: AbortSignal,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const parent = await root.ensured(signal);
  const { folderId, rootId } = await ledger.of(backupId);
  if (folderId !== null && rootId === parent) {
    const found = await drive.get(folderId, signal);
    const isUsable = found?.isFolder && !found.isInBin && found.isOurs === true && found.isOwned === true;
    if (isUsable) return { id: folderId, isNew: false };
  }
  const mark = await ledger.mark();
  const earlier = await folderNamed(backupId, parent, mark, drive, signal);
  const id = earlier ?? (await newId(drive, signal));
  await ledger.note(backupId, { folderId: id, rootId: parent });
  if (earlier === null) await drive.makeFolder({ id, name: backupId, parent, instance: mark }, signal);
  return { id, isNew: earlier === null };
}

/** A folder of this backup that this machine made, and no longer knows of. */
async function folderNamed(
  backupId: string,
  parent: string,
  mark: string,
  drive: Drive,
  signal: AbortSignal,
): Promise<string | null> {
  for await (const entries of allPages((after) => drive.childrenOf(parent, after, signal)))
    for (const one of entries) {
      const isOwn = one.isOurs === true && one.isOwned === true && one.instance === mark;
      if (one.isFolder && one.name === backupId && !one.isInBin && isOwn) return one.id;
    }
  return null;
}

async function namesIn(
  folder: string,
  drive: Drive,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly DriveEntry[]>> {
  const found = new Map<string, DriveEntry[]>();
  for await (const entries of allPages((after) => drive.childrenOf(folder, after, signal)))
    for (const entry of entries) {
      if (entry.isInBin || entry.isFolder) continue;
      const named = found.get(entry.name);
      if (named) named.push(entry);
      else found.set(entry.name, [entry]);
    }
  return found;
}

/** Whether the drive has this file, whole. What else has its name and is ours is removed. */
async function isThere(
  { source }: Sending,
  found: readonly DriveEntry[],
  drive: Drive,
  signal: AbortSignal,
): Promise<boolean> {
  if (found.length === 0) return false;
  const md5 = await source.md5();
  let isWhole = false;
  for (const entry of found) {
    const isSame = entry.sizeBytes === source.sizeBytes && entry.md5 === md5;
    if (isSame && !isWhole) isWhole = true;
    else if (entry.isOurs === true && entry.isOwned === true) await drive.remove(entry.id, signal);
  }
  return isWhole;
}

/** Adds up the bytes of files that are sent side by side. */
function summed(sent: (doneBytes: number) => void) {
  const done = new Map<string, number>();
  let total = 0;
  return {
    of: (name: string) => (bytes: number) => {
      total += bytes - (done.get(name) ?? 0);
      done.set(name, bytes);
      sent(total);
    },
  };
}
