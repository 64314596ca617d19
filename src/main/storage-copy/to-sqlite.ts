import { join } from 'node:path';
import { fillDatabase } from '../../adapters/out/sqlite/filled-database.ts';
import { sqliteRows } from '../../adapters/out/sqlite/copied-rows.ts';
import type { RowSource } from '../../adapters/out/sql/copied-rows.ts';
import { confirmCopy, copyAll, type CopiedDatabase, type CopySums, type OnCopyProgress } from './copied.ts';

/**
 * Writes all tables into database files of this version, compares them, and brings them to disk.
 * @param folder nothing of theirs is in it yet
 * @param alive called between pieces of what follows from the rows
 * @throws CopyDiffers
 */
export async function copyIntoFiles(
  databases: readonly CopiedDatabase[],
  sources: (database: CopiedDatabase) => RowSource,
  folder: string,
  onProgress: OnCopyProgress,
  alive: () => void = () => undefined,
): Promise<CopySums> {
  const all = new Map(
    databases.map((one) => [
      one.name,
      fillDatabase(join(folder, one.name), one.name, one.migrations, one.tables),
    ]),
  );
  const filled = ({ name }: CopiedDatabase) => all.get(name)!;
  try {
    const copied = await copyAll(databases, sources, filled, onProgress);
    await confirmCopy(databases, copied, (one) => sqliteRows(filled(one).connection), onProgress);
    for (const one of databases) filled(one).finish(one.afterwards ?? null, alive);
    return copied;
  } finally {
    for (const one of all.values()) one.close();
  }
}
