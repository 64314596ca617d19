import { chmod, lstat, mkdir, opendir, rm, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { syncAt } from '../../adapters/out/files/open-folder.ts';
import { unstoreFile } from '../../adapters/out/files/backup/stored-file.ts';
import {
  contentProblem,
  schemaProblem,
  type CheckedDatabase,
} from '../../adapters/out/sqlite/backup/check-database.ts';
import { migrations as datastore } from '../../adapters/out/sqlite/datastore/parts.ts';
import { migrations as engine } from '../../adapters/out/sqlite/engine/parts.ts';
import { migrations as history } from '../../adapters/out/sqlite/history/parts.ts';
import { migrations as memory } from '../../adapters/out/sqlite/memory/parts.ts';
import { migrations as vault } from '../../adapters/out/sqlite/vault/parts.ts';
import { backupLimits } from '../../core/keeping/backups/limits.ts';
import { quote } from '../../core/kernel/quoted.ts';
import type { Says } from '../../core/kernel/says.ts';
import { say } from '../../core/keeping/backups/says.ts';
import type { ManifestFile } from '../../core/keeping/backups/model.ts';
import type { CheckProblem, CheckRequest } from '../../core/keeping/backups/port.ts';
import type { Reporter } from './reporter.ts';

const known: Readonly<Record<string, CheckedDatabase>> = {
  'history.db': { name: 'history.db', migrations: history },
  'memory.db': { name: 'memory.db', migrations: memory },
  'engine.db': { name: 'engine.db', migrations: engine },
  'datastore.db': { name: 'datastore.db', migrations: datastore },
  'vault.db': { name: 'vault.db', migrations: vault },
};

/** The newest version of each schema. */
export const schemaVersions: Readonly<Record<string, number>> = Object.fromEntries(
  Object.values(known).map(({ name, migrations }) => [name, migrations.length]),
);

/** Reading a database takes at most this long for each byte, on a slow disk, beyond what every check may take. */
const MS_PER_BYTE = 1 / 2_000;

/**
 * Opens everything in a backup as a restore would: every file is read and decrypted, every database is opened, compared
 * with our schema, checked and counted. Files go to `into`, or are only read.
 * @returns what is wrong; empty if nothing is
 */
export async function checkBackup(
  { source, manifest, cipher, into }: CheckRequest,
  scratch: string,
  reporter: Reporter,
): Promise<readonly CheckProblem[]> {
  const { backupId, files, databases } = manifest;
  const unknown = await unlisted(source, files);
  if (unknown !== null) return [altered(say('backup.unlisted', { path: quote(unknown) }))];
  const progress = reporter.counting(files.reduce((sum, { contentBytes }) => sum + contentBytes, 0));
  const problems: CheckProblem[] = [];
  const out = into ?? scratch;
  await mkdir(out, { recursive: true, mode: 0o700 });
  try {
    for (const file of files) {
      const { path, kind, contentBytes } = file;
      reporter.alive();
      if (kind === 'folder') {
        if (into !== null) await mkdir(join(into, path), { mode: 0o700 });
        continue;
      }
      const isDatabase = kind === 'database';
      const target = isDatabase || into !== null ? join(out, path) : null;
      const isWhole = await isSound(
        join(source, path),
        target,
        { backupId, path },
        file,
        cipher,
        progress.add,
        into !== null,
      );
      if (!isWhole) {
        problems.push(altered(say('backup.altered', { path: quote(path) })));
        if (target !== null) await rm(target, { force: true });
        continue;
      }
      if (!isDatabase) continue;
      const problem = databaseProblem(
        join(out, path),
        databases.find((one) => one.path === path)!,
        contentBytes,
        reporter,
      );
      if (problem !== null) problems.push({ reason: 'database_unsound', says: problem });
      if (into === null) await unlink(join(out, path));
    }
    if (into !== null && problems.length === 0) await finish(into, files);
    return problems;
  } finally {
    if (into === null) await rm(scratch, { recursive: true, force: true });
  }
}

const altered = (says: Says): CheckProblem => ({ reason: 'altered', says });

async function isSound(...given: Parameters<typeof unstoreFile>): Promise<boolean> {
  try {
    return await unstoreFile(...given);
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    // What is wrong with the backup is a finding; what is wrong with our disk is a failure.
    if (code === 'ENOENT' || code === 'ELOOP' || code === 'EISDIR' || code === 'ENXIO' || code === 'ENOTDIR')
      return false;
    throw error;
  }
}

function databaseProblem(
  file: string,
  facts: Parameters<typeof schemaProblem>[2] & { readonly path: string },
  bytes: number,
  reporter: Reporter,
): Says | null {
  const database = known[facts.path];
  if (!database) return say('backup.unknown-database', { database: facts.path });
  reporter.promise(backupLimits.schemaCheckMs);
  const schema = schemaProblem(file, database, facts);
  if (schema !== null) return schema;
  reporter.promise(backupLimits.silenceMs + bytes * MS_PER_BYTE);
  return contentProblem(file, database, facts);
}

/** Gives what was restored its rights and times, and syncs the folders. Innermost first: a folder may not be writable. */
async function finish(into: string, files: readonly ManifestFile[]): Promise<void> {
  const folders = files.filter(({ kind }) => kind === 'folder').toReversed();
  for (const folder of [...folders.map(({ path }) => join(into, path)), into]) await syncAt(folder);
  for (const { path, mode, modifiedAt } of files.toReversed()) {
    if (modifiedAt !== null) await utimes(join(into, path), modifiedAt / 1000, modifiedAt / 1000);
    if (mode !== null) await chmod(join(into, path), mode);
  }
}

/** The first entry of the folder that the manifest does not list, or that is of another kind; null if there is none. */
async function unlisted(source: string, files: readonly ManifestFile[]): Promise<string | null> {
  const kinds = new Map(files.map(({ path, kind }) => [path, kind]));
  const walk = async (below: string): Promise<string | null> => {
    for await (const { name } of await opendir(join(source, below))) {
      const path = below === '' ? name : `${below}/${name}`;
      if (path === 'manifest.json') continue;
      const kind = kinds.get(path);
      const stats = await lstat(join(source, path));
      if (kind === undefined || (kind === 'folder' ? !stats.isDirectory() : !stats.isFile())) return path;
      const found = kind === 'folder' ? await walk(path) : null;
      if (found !== null) return found;
    }
    return null;
  };
  return await walk('');
}
