import type { BackupWork } from '../../src/core/keeping/backups/port.ts';
import type { ErasureDisk } from '../../src/core/keeping/erasure/port.ts';
import type { MemoryStore } from '../../src/core/knowledge/memory/store.ts';
import type { Change } from '../../src/core/features.ts';
import type { Journal } from '../../src/core/ports/journal.ts';
import type { Model, ModelGateway } from '../../src/core/ports/model.ts';
import type { Workspace } from '../../src/core/ports/workspace.ts';
import type { Rebind } from '../../src/main/graph.ts';
import {
  type ModelReach,
  type WebReach,
  backupTokens,
  databaseTokens,
  driveBackupTokens,
  erasureTokens,
  fileTokens,
  memoryTokens,
  migrationTokens,
  modelTokens,
  webTokens,
} from '../../src/main/tokens.ts';
import type { Token } from '../../src/main/token.ts';

type Incoming = (typeof migrationTokens)['incoming'] extends Token<infer Files> ? Files : never;

type StoredBackups = (typeof driveBackupTokens)['storedFiles'] extends Token<infer Files> ? Files : never;

/** Replacements and wrappers for real parts. */
export interface Replacements {
  readonly model?: Model;
  readonly models?: ModelGateway;
  readonly reach?: ModelReach;
  readonly web?: WebReach;
  readonly journal?: (journal: Journal<Change>) => Journal<Change>;
  readonly workspace?: (workspace: Workspace) => Workspace;
  readonly memory?: (store: MemoryStore) => MemoryStore;
  /** What arrives of a migration. */
  readonly incoming?: (files: Incoming) => Incoming;
  /** What arrives of a backup that comes home. */
  readonly storedFiles?: (files: StoredBackups) => StoredBackups;
  readonly backupWork?: (work: BackupWork) => BackupWork;
  readonly erasureDisk?: (disk: ErasureDisk) => ErasureDisk;
}

/**
 * Tests reach no outside server: no name resolves, and every public address leads to a closed port of this
 * machine.
 */
const noWeb: WebReach = { resolve: async () => [], dial: () => '127.0.0.1' };

/** Nor does a test of a provider reach one, or a server that happens to run on this machine. */
const noProviders: ModelReach = {
  primary: 'http://127.0.0.1:1',
  local: [],
  fetch: async (url, init) => {
    const { hostname } = new URL(url instanceof Request ? url.url : url);
    if (LOOPBACK.has(hostname)) return await fetch(url, init);
    throw Object.assign(new TypeError('fetch failed'), { code: 'ENOTFOUND' });
  },
};
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

export const replacing =
  ({
    model,
    models,
    reach,
    web = noWeb,
    journal,
    workspace,
    memory,
    backupWork,
    erasureDisk,
    incoming,
    storedFiles,
  }: Replacements): Rebind =>
  ({ set, around }) => {
    if (model) set(modelTokens.models, { open: () => Promise.resolve(model) });
    if (models) set(modelTokens.models, models);
    set(modelTokens.modelReach, { ...noProviders, ...reach });
    set(webTokens.webReach, web);
    if (journal) around(databaseTokens.journal, journal);
    if (workspace) around(fileTokens.workspace, workspace);
    if (incoming) around(migrationTokens.incoming, incoming);
    if (storedFiles) around(driveBackupTokens.storedFiles, storedFiles);
    if (backupWork) around(backupTokens.backupWork, backupWork);
    if (erasureDisk) around(erasureTokens.erasureDisk, erasureDisk);
    if (memory) around(memoryTokens.memoryStore, memory);
  };
