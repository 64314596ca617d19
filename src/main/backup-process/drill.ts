import { EVERYONE } from '../../core/trust/people/model.ts';
import { quote } from '../../core/kernel/quoted.ts';
import type { Says } from '../../core/kernel/says.ts';
import { say } from '../../core/keeping/backups/says.ts';
import { join } from 'node:path';
import { openReader } from '../../adapters/out/sqlite/open.ts';
import { lastingRows } from '../../adapters/out/sqlite/export/lasting-rows.ts';
import { backupLimits } from '../../core/keeping/backups/limits.ts';
import type { DatabaseFacts } from '../../core/keeping/backups/model.ts';
import type { BackupFolders, DrillRequest } from '../../core/keeping/backups/port.ts';
import type { RunFolders } from '../../core/execution/tool-runs/port.ts';
import { boot } from '../boot.ts';
import type { Rebind } from '../graph.ts';
import { systemPlatform } from '../platform.ts';
import { settingsFrom } from '../settings.ts';
import {
  backupTokens,
  databaseTokens,
  modelTokens,
  toolRunTokens,
  toolServerTokens,
  webTokens,
} from '../tokens.ts';
import { schemaVersions } from './check.ts';
import type { Reporter } from './reporter.ts';

/**
 * Starts an engine on restored files in a scratch folder, and compares what it has with what it was given. Nothing reaches it,
 * and it reaches nothing: no port, no model, no network, and not the folder of backups that its configuration names.
 * @returns what is wrong, in sentences; empty if nothing is
 */
export async function drillBackup(
  { folder, manifest, vaultKey }: DrillRequest,
  home: string,
  reporter: Reporter,
): Promise<readonly Says[]> {
  reporter.promise(backupLimits.drillMs);
  const settings = settingsFrom(
    // Set to nothing, it means: no key, and none is made.
    { SVC_DATA_DIR: folder, SVC_VAULT_KEY: vaultKey ?? '', LOG_LEVEL: 'error' },
    { demo: false },
    join(folder, 'no-project'),
  );
  const platform = systemPlatform(settings, new URL(home));
  const problems: Says[] = [];
  const before = rowsIn(folder, manifest.databases);
  try {
    const engine = await boot(settings, platform, { rebind: reachingNothing });
    problems.push(
      ...engine
        .get(databaseTokens.databases)
        .refused()
        .flatMap(({ says }) => says),
    );
    const { problem } = engine.services.vault;
    if (vaultKey !== null && problem !== null) problems.push(...problem);
    await engine.services.threads.list(EVERYONE, { limit: 1, after: null, includeArchived: true });
    await engine.stop();
  } catch (error) {
    return [...problems, say('drill.not-started', { why: quote((error as Error).message) })];
  }
  return [...problems, ...missing(before, rowsIn(folder, manifest.databases))];
}

/** What a start must not remove, by database; only of databases that the start does not migrate. */
const rowsIn = (folder: string, databases: readonly DatabaseFacts[]): ReadonlyMap<string, LastingRows> =>
  new Map(
    databases
      .filter(({ path, schemaVersion }) => schemaVersion === schemaVersions[path])
      .map(({ path }) => {
        const connection = openReader(join(folder, path));
        try {
          return [path, lastingRows(connection, path)];
        } finally {
          connection.close();
        }
      }),
  );

type LastingRows = ReturnType<typeof lastingRows>;

const missing = (
  before: ReadonlyMap<string, LastingRows>,
  after: ReadonlyMap<string, LastingRows>,
): readonly Says[] =>
  [...before].flatMap(([path, rows]) =>
    Object.entries(rows)
      .filter(([table, count]) => (after.get(path)?.[table] ?? 0) < count)
      .map(([table]) => say('drill.fewer-rows', { database: path, table })),
  );

const reachingNothing: Rebind = ({ set }) => {
  const none = () => Promise.reject(new Error('a drill reaches nothing'));
  set(modelTokens.models, { open: none });
  set(webTokens.webReach, { resolve: async () => [], dial: () => '127.0.0.1' });
  set(backupTokens.backupFolders, noFolders);
  set(toolRunTokens.runFolders, noRunFolders);
  // No address of the configuration is connected to, and no program of it started.
  set(toolServerTokens.toolServerClient, { check: none, connect: none, signIn: none });
};

/** The rows of the backup name folders that belong to runs of the engine that asks for the drill. */
const noRunFolders: RunFolders = {
  write: () => Promise.reject(new Error('a drill takes no files')),
  placeOf: () => '',
  folderOf: () => null,
  remove: async () => undefined,
  nameIn: () => null,
  isInPlace: () => false,
  read: () => Promise.reject(new Error('a drill reads no files')),
  left: async () => [],
  removeEmptyPlaces: async () => undefined,
};

/** The configuration may name the folder of the engine that asks for the drill. */
const noFolders: BackupFolders = {
  chosen: async () => ({ path: null, isMarked: false }),
  prepare: async () => undefined,
  list: async () => [],
  manifest: async () => null,
  begin: () => Promise.reject(new Error('a drill makes no backup')),
  publish: async () => undefined,
  pathOf: () => '/nonexistent/backup',
  keepAside: async () => undefined,
  remove: async () => undefined,
  sweep: async () => undefined,
};
