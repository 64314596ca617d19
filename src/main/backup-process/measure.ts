import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { absent } from '../../adapters/out/files/disk.ts';
import { rowCounts } from '../../adapters/out/sqlite/backup/row-counts.ts';
import { hasDatabase } from '../../adapters/out/sqlite/backup/pinned-database.ts';
import { openReader } from '../../adapters/out/sqlite/open.ts';
import type { Order } from './messages.ts';
import type { Measured } from './pinned.ts';
import type { Reporter } from './reporter.ts';

type MeasureOrder = Extract<Order, { readonly order: 'measure' }>;

/** Counting the rows of a database takes at most this long for each byte, on a slow disk, beyond what any report may take. */
const MS_PER_BYTE = 1 / 2_000;
const LEAST_MS = 30_000;

/** The sizes and counts of what a plan names, as they are now; nothing is held meanwhile. */
export async function measureDirectory(
  { dataDir, withWorkspace, storage, plan }: MeasureOrder,
  reporter: Reporter,
): Promise<Measured> {
  const databases =
    storage === null
      ? measuredFiles(dataDir, plan.databases, reporter)
      : await (await import('./in-postgres.ts')).measuredIn(storage, plan.databases, reporter);
  const files: { name: string; count: number; sizeBytes: number }[] = [];
  for (const name of [...plan.files, ...plan.folders, ...(withWorkspace ? [plan.workspace] : [])]) {
    const found = await sizeOf(join(dataDir, name), reporter);
    if (found) files.push({ name, ...found });
  }
  const totalBytes = [...databases, ...files].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return { databases, files, totalBytes };
}

function measuredFiles(dataDir: string, names: readonly string[], reporter: Reporter): Measured['databases'] {
  const databases: { name: string; sizeBytes: number; rows: number }[] = [];
  for (const name of names) {
    if (!hasDatabase(join(dataDir, name))) continue;
    const connection = openReader(join(dataDir, name));
    try {
      const size = connection
        .prepare('SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()')
        .pluck()
        .get() as number;
      reporter.promise(LEAST_MS + size * MS_PER_BYTE);
      const rows = Object.values(rowCounts(connection)).reduce((sum, count) => sum + count, 0);
      databases.push({ name, sizeBytes: size, rows });
    } finally {
      connection.close();
    }
  }
  return databases;
}

/** Of a file, or of all files below a folder; null if there is nothing. Links and special files count as nothing. */
async function sizeOf(
  path: string,
  reporter: Reporter,
): Promise<{ readonly count: number; readonly sizeBytes: number } | null> {
  reporter.alive();
  const stats = await lstat(path).catch(absent);
  if (stats?.isFile()) return { count: 1, sizeBytes: stats.size };
  if (!stats?.isDirectory()) return null;
  let [count, sizeBytes] = [0, 0];
  for await (const { name } of await opendir(path)) {
    const found = await sizeOf(join(path, name), reporter);
    count += found?.count ?? 0;
    sizeBytes += found?.sizeBytes ?? 0;
  }
  return { count, sizeBytes };
}
