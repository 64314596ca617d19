import { constants } from 'node:fs';
import { mkdir, open, rm, statfs, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { storeFile } from '../../adapters/out/files/backup/stored-file.ts';
import { syncAt } from '../../adapters/out/files/open-folder.ts';
import { pinFiles, type PinnedFiles } from '../../adapters/out/files/backup/pinned-files.ts';
import { hasDatabase, openForBackup } from '../../adapters/out/sqlite/backup/pinned-database.ts';
import { backupLimits } from '../../core/keeping/backups/limits.ts';
import type { DatabaseFacts, ManifestFile, Skipped } from '../../core/keeping/backups/model.ts';
import type { Copied } from '../../core/keeping/backups/port.ts';
import type { Order } from './messages.ts';
import type { DatabasesToCopy, Pinned } from './pinned.ts';
import type { Reporter } from './reporter.ts';

type CopyOrder = Extract<Order, { readonly order: 'copy' }>;

/** There is less free space than the copy needs. */
export class TooLittleSpace extends Error {
  readonly needBytes: number;
  readonly freeBytes: number;

  constructor(needBytes: number, freeBytes: number) {
    super('too little space');
    this.name = 'TooLittleSpace';
    this.needBytes = needBytes;
    this.freeBytes = freeBytes;
  }
}

/**
 * Copies one moment of a data directory into the folder of a new backup. `pinnedWhen` resolves once the engine has closed
 * its gate; the moment is pinned then, and the gate may open as soon as that is reported.
 */
export async function copyDirectory(
  { dataDir, withWorkspace, storage, scratch, request }: CopyOrder,
  pinnedWhen: Promise<unknown>,
  reporter: Reporter,
): Promise<Copied> {
  const { plan, target } = request;
  const databases =
    storage === null
      ? databaseFilesIn(dataDir, plan.databases)
      : await (await import('./in-postgres.ts')).databasesIn(storage, plan.databases, reporter);
  try {
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    reporter.tell({ report: 'ready' });
    await pinnedWhen;
    const pinned = await databases.pin();
    const files = await pinFiles(dataDir, plan, withWorkspace, join(scratch, 'held'), reporter.alive);
    reporter.tell({ report: 'pinned' });
    await confirmSpace(pinned, files, target, scratch);
    return await copyPinned(request, withWorkspace, pinned, files, scratch, reporter);
  } finally {
    await databases.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

function databaseFilesIn(dataDir: string, names: readonly string[]): DatabasesToCopy {
  const all = names
    .filter((name) => hasDatabase(join(dataDir, name)))
    .map((name) => ({ name, database: openForBackup(join(dataDir, name)) }));
  return {
    pin: async () => all.map(({ name, database }) => ({ name, database: database.pin() })),
    close: async () => {
      for (const { database } of all) database.close();
    },
  };
}

async function copyPinned(
  { backupId, cipher, target }: CopyOrder['request'],
  withWorkspace: boolean,
  databases: Pinned,
  held: PinnedFiles,
  scratch: string,
  reporter: Reporter,
): Promise<Copied> {
  // Databases are read twice: into a plain copy, and from there.
  const sizes = [...databases.map(({ database }) => database), ...held.entries].map(
    ({ sizeBytes }) => sizeBytes,
  );
  const progress = reporter.counting(sizes.reduce((sum, size) => sum + size, 0) + sumOf(databases));
  const files: ManifestFile[] = [];
  const facts: DatabaseFacts[] = [];
  const store = async (heldAt: string, path: string) => {
    const source = await open(heldAt, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      return await storeFile(source, join(target, path), { backupId, path }, cipher, progress.add);
    } finally {
      await source.close();
    }
  };
  for (const { name, database } of databases) {
    const copy = join(scratch, name);
    let done = 0;
    const found = await database.copyTo(copy, (bytes) => {
      progress.add(bytes - done);
      done = bytes;
    });
    database.close();
    files.push({ path: name, kind: 'database', ...(await store(copy, name)), mode: null, modifiedAt: null });
    facts.push({ path: name, ...found });
    await unlink(copy);
  }
  const folders = new Set([target]);
  for (const { path, kind, mode, heldAt } of held.entries)
    if (heldAt === null) {
      folders.add(join(target, path));
      await mkdir(join(target, path), { mode: 0o700 });
      files.push({ path, kind, sizeBytes: 0, contentBytes: 0, sha256: null, mode, modifiedAt: null });
    }
  const unreadable: Skipped[] = [];
  // Several at once share the syncs of the disk, which take most of the time of small files.
  await together(AT_ONCE, held.entries, async ({ path, kind, mode, modifiedAt, heldAt }) => {
    if (heldAt === null) return;
    try {
      files.push({ path, kind, ...(await store(heldAt, path)), mode, modifiedAt });
    } catch (error) {
      // A link can be made to a file that may not be read.
      const { code } = error as { readonly code?: unknown };
      if (mode === null || (code !== 'EACCES' && code !== 'EPERM')) throw error;
      unreadable.push({ path, reason: 'unreadable' });
    }
    await unlink(heldAt);
    reporter.alive();
  });
  for (const folder of folders) await syncAt(folder);
  return {
    // A manifest lists a folder before what is in it.
    files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    databases: facts,
    workspace: withWorkspace ? 'included' : 'elsewhere',
    skipped: [...held.skipped, ...unreadable].slice(0, backupLimits.skippedNamed),
    skippedCount: held.skippedCount + unreadable.length,
  };
}

const AT_ONCE = 16;

/** Does the work for every item, a few at a time, in order of their beginning. */
async function together<Item>(
  most: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const take = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: most }, take));
}

const sumOf = (databases: Pinned): number =>
  databases.reduce((sum, { database }) => sum + database.sizeBytes, 0);

/** A share for headers, tags and folders. */
const MARGIN = 1.02;
const SPARE = 4 * 2 ** 20;

/** @throws TooLittleSpace */
async function confirmSpace(
  databases: Pinned,
  { entries }: PinnedFiles,
  target: string,
  scratch: string,
): Promise<void> {
  const all = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, sumOf(databases));
  const largest = Math.max(0, ...databases.map(({ database }) => database.sizeBytes));
  const [there, here] = [await statfs(dirname(target)), await statfs(scratch)];
  const free = there.bavail * there.bsize;
  // One database at a time lies beside the others as a plain copy.
  const isOne = there.type === here.type && there.bavail === here.bavail && there.blocks === here.blocks;
  const need = Math.ceil(all * MARGIN) + SPARE + (isOne ? largest : 0);
  if (free < need) throw new TooLittleSpace(need, free);
  if (here.bavail * here.bsize < largest + SPARE)
    throw new TooLittleSpace(largest + SPARE, here.bavail * here.bsize);
}
