import { mkdir, open, rm, statfs, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { storeFile } from '../../adapters/out/files/backup/stored-file.ts';
import { pinFiles, type PinnedFiles } from '../../adapters/out/files/backup/pinned-files.ts';
import {
  hasDatabase,
  openForBackup,
  type PinnedDatabase,
} from '../../adapters/out/sqlite/backup/pinned-database.ts';
import type { DatabaseFacts, ManifestFile } from '../../core/backups/model.ts';
import type { Copied } from '../../core/backups/port.ts';
import type { Order } from './messages.ts';
import type { Reporter } from './program.ts';
import { syncFolders } from './sync-folders.ts';

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
  { dataDir, withWorkspace, scratch, request }: CopyOrder,
  pinnedWhen: Promise<unknown>,
  reporter: Reporter,
): Promise<Copied> {
  const { plan, target } = request;
  const databases = plan.databases
    .filter((name) => hasDatabase(join(dataDir, name)))
    .map((name) => ({ name, database: openForBackup(join(dataDir, name)) }));
  try {
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    reporter.tell({ report: 'ready' });
    await pinnedWhen;
    const pinned = databases.map(({ name, database }) => ({ name, database: database.pin() }));
    const files = await pinFiles(dataDir, plan, withWorkspace, join(scratch, 'held'));
    reporter.tell({ report: 'pinned' });
    await confirmSpace(pinned, files, target, scratch);
    return await copyPinned(request, withWorkspace, pinned, files, scratch, reporter);
  } finally {
    for (const { database } of databases) database.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

type Pinned = readonly { readonly name: string; readonly database: PinnedDatabase }[];

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
    const source = await open(heldAt, 'r');
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
  for (const { path, kind, mode, modifiedAt, heldAt } of held.entries) {
    if (heldAt === null) {
      folders.add(join(target, path));
      await mkdir(join(target, path), { mode: 0o700 });
      files.push({ path, kind, sizeBytes: 0, contentBytes: 0, sha256: null, mode, modifiedAt });
      continue;
    }
    files.push({ path, kind, ...(await store(heldAt, path)), mode, modifiedAt });
    await unlink(heldAt);
  }
  await syncFolders(folders);
  return {
    files,
    databases: facts,
    workspace: withWorkspace ? 'included' : 'elsewhere',
    skipped: held.skipped,
    skippedCount: held.skippedCount,
  };
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
