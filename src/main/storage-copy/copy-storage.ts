import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { secureDirectory } from '../../adapters/out/files/atomic-write.ts';
import type { PostgresPlace } from '../../adapters/out/postgres/connect.ts';
import { hasDatabase } from '../../adapters/out/sqlite/backup/pinned-database.ts';
import { storedVersion } from '../../adapters/out/sqlite/backup/stored-version.ts';
import { sqliteRows } from '../../adapters/out/sqlite/copied-rows.ts';
import { lockDirectory } from '../../adapters/out/sqlite/instance-lock.ts';
import { openReader } from '../../adapters/out/sqlite/open.ts';
import type { RowSource } from '../../adapters/out/sql/copied-rows.ts';
import type { DataName } from '../../core/instance/data-directory/inventory.ts';
import {
  differencesIn,
  sumsIn,
  StorageNotEmpty,
  type CopiedDatabase,
  type CopySums,
  type OnCopyProgress,
} from './copied.ts';
import { momentOf } from './in-postgres.ts';
import { beginFiles, keepFiles, placeFiles } from './place-files.ts';
import { copyIntoPostgres } from './to-postgres.ts';
import { copyIntoFiles } from './to-sqlite.ts';

/** What says that a restore or an erasure is not over: the next start goes on with it. */
const UNFINISHED = ['restore.json', 'erasure.json'] as const satisfies readonly DataName[];

export interface StorageCopy {
  readonly to: 'postgres' | 'sqlite';
  readonly dataDir: string;
  readonly place: PostgresPlace;
  readonly databases: readonly CopiedDatabase[];
  /** Creates the tables of all databases in an empty place, as an engine does. */
  readonly make: (place: PostgresPlace) => Promise<void>;
  /** Keeps engines from the schema. @returns lets them in again */
  readonly hold: (place: PostgresPlace) => Promise<() => Promise<void>>;
  readonly onProgress: OnCopyProgress;
}

export interface StorageCopied {
  readonly sums: CopySums;
  /** False: the target already held the same data, for example after a copy whose result was lost. */
  readonly isNew: boolean;
}

/** The source lacks a database, or its tables are of another version. Starting an engine on it mends both. */
export class SourceNotReady extends Error {
  constructor() {
    super('the source lacks tables of this version');
    this.name = 'SourceNotReady';
  }
}

/**
 * Copies all data of a data directory that is in databases to PostgreSQL, or back. No engine has either of them meanwhile. Whatever
 * dies, the same copy again ends with all of it, and until then there is nothing in its place.
 * @throws DirectoryInUse, SourceNotReady, StorageNotEmpty, CopyDiffers; what `hold` throws
 */
export async function copyStorage(copy: StorageCopy): Promise<StorageCopied> {
  const { dataDir, place, to } = copy;
  await secureDirectory(dataDir);
  const lock = lockDirectory(join(dataDir, 'lock.db'));
  try {
    if (UNFINISHED.some((name) => existsSync(join(dataDir, name)))) throw new SourceNotReady();
    await placeFiles(dataDir);
    // Who holds a schema makes it: not for a source that is none, as where its name was mistyped.
    if (!(await hasSource(copy))) throw new SourceNotReady();
    const release = await copy.hold(place);
    try {
      return to === 'postgres' ? await toPostgres(copy) : await toSqlite(copy);
    } finally {
      await release();
    }
  } finally {
    lock.release();
  }
}

async function hasSource(copy: StorageCopy): Promise<boolean> {
  if (copy.to === 'postgres') {
    const files = openFiles(copy);
    files?.close();
    return files !== null;
  }
  const { isUsed, close } = await momentOf(copy.place, copy.databases);
  await close();
  return isUsed;
}

async function toPostgres(copy: StorageCopy): Promise<StorageCopied> {
  const { databases, place, make, onProgress } = copy;
  const files = openFiles(copy);
  if (files === null) throw new SourceNotReady();
  try {
    const target = await momentOf(place, databases);
    try {
      if (target.isReady) return await alreadyThere(copy, files.sources, target.sources);
      if (!target.isFree) throw new StorageNotEmpty();
    } finally {
      await target.close();
    }
    const sums = await copyIntoPostgres({ databases, sources: files.sources, place, make, onProgress });
    return { sums, isNew: true };
  } finally {
    files.close();
  }
}

async function toSqlite(copy: StorageCopy): Promise<StorageCopied> {
  const { dataDir, databases, place, onProgress } = copy;
  const source = await momentOf(place, databases);
  try {
    if (!source.isReady) throw new SourceNotReady();
    if (databases.some(({ name }) => hasDatabase(join(dataDir, name)))) {
      const files = openFiles(copy);
      if (files === null) throw new StorageNotEmpty();
      try {
        return await alreadyThere(copy, source.sources, files.sources);
      } finally {
        files.close();
      }
    }
    const sums = await copyIntoFiles(databases, source.sources, await beginFiles(dataDir), onProgress);
    await keepFiles(dataDir);
    await placeFiles(dataDir);
    return { sums, isNew: true };
  } finally {
    await source.close();
  }
}

type Sources = (database: CopiedDatabase) => RowSource;

/** @throws StorageNotEmpty */
async function alreadyThere(
  { databases, onProgress }: StorageCopy,
  sources: Sources,
  targets: Sources,
): Promise<StorageCopied> {
  const sums = await sumsIn(databases, sources, onProgress);
  if (differencesIn(sums, await sumsIn(databases, targets, onProgress)).length > 0)
    throw new StorageNotEmpty();
  return { sums, isNew: false };
}

/** All databases of a directory, as they are; null if one is missing or of another version. */
function openFiles({ dataDir, databases }: StorageCopy): { readonly sources: Sources; close(): void } | null {
  const isReady = databases.every(
    ({ name, migrations }) => storedVersion(join(dataDir, name)) === migrations.length,
  );
  if (!isReady) return null;
  const open = new Map(databases.map(({ name }) => [name, openReader(join(dataDir, name))]));
  for (const connection of open.values()) connection.exec('BEGIN');
  const all = new Map([...open].map(([name, connection]) => [name, sqliteRows(connection)]));
  return {
    sources: ({ name }) => all.get(name)!,
    close: () => [...open.values()].forEach((connection) => void connection.close()),
  };
}
