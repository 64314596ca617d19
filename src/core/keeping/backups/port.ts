import type { Says } from '../../kernel/says.ts';
import type { Settled, StagedDatabase } from './restore-port.ts';
import type { BackupPlan } from './plan.ts';
import type { BackupKind, BackupProgress, DatabaseFacts, Manifest, ManifestFile, Skipped } from './model.ts';

/** The folder of backups. Each backup is a folder named by its id; ids are checked before they get here. */
export interface BackupFolders {
  /** What is there: whole backups, and those kept aside as failed. Anything else in the folder is not ours. */
  list(): Promise<readonly FoundBackup[]>;
  /** The text of the manifest; null if there is none, or none of a readable size. */
  manifest(found: FoundBackup): Promise<string | null>;
  /**
   * The folder that the owner chose, and whether it has the mark of one that backups are kept in. `path` is null for the
   * folder in the data directory.
   */
  chosen(): Promise<{ readonly path: string | null; readonly isMarked: boolean }>;
  /** Makes sure that backups can be kept there, and marks a chosen folder. @throws Refusal backup_folder, disk_full */
  prepare(): Promise<void>;
  /** Makes an empty folder for a new backup under a temporary name. @returns its path */
  begin(backupId: string): Promise<string>;
  /** Writes the manifest, syncs, and gives the folder its name; the backup is durable then. */
  publish(backupId: string, manifest: string): Promise<void>;
  /** The path of a backup, for the process that opens it. */
  pathOf(found: FoundBackup): string;
  /** Renames a backup that a check found wrong, and removes an earlier one kept in this way. */
  keepAside(backupId: string): Promise<void>;
  /** Removes a backup: first its name, so that a half removed one is none. Repeatable. */
  remove(found: FoundBackup): Promise<void>;
  /** Removes unfinished backups and scratch folders of processes that died. Call it while no backup is made. */
  sweep(): Promise<void>;
}

export interface FoundBackup {
  readonly backupId: string;
  readonly failed: boolean;
}

/** Copies of backups elsewhere. No call rejects: a backup is whole, whatever becomes of its copies. */
export interface BackupUploads {
  /** A backup was made and checked. */
  made(backupId: string, kind: BackupKind): Promise<void>;
  /** A backup was deleted on this machine. */
  removed(backupId: string): Promise<void>;
  /** In a sentence, what its owner should do so that there are copies; null if nothing. */
  reminder(): Says | null;
}

/** `backups.json`: what this engine knows of its backups beyond their manifests. */
export interface CatalogueFile {
  read(): Promise<string | null>;
  /** Durable when this resolves. @throws Refusal disk_full, storage_error */
  replace(text: string): Promise<void>;
}

/** `instance.json`: the id of this instance, made when it is first needed. */
export interface InstanceFile {
  id(): Promise<string>;
}

/** A cipher for file contents; its key never leaves the machine. */
export interface FileCipher {
  readonly keyId: string;
  readonly key: Uint8Array;
}

export interface CopyRequest {
  readonly backupId: string;
  /** The folder that `BackupFolders.begin` made. */
  readonly target: string;
  readonly plan: BackupPlan;
  /** Null writes plain files. */
  readonly cipher: FileCipher | null;
}

export interface Copied {
  readonly files: readonly ManifestFile[];
  readonly databases: readonly DatabaseFacts[];
  readonly workspace: Manifest['workspace'];
  readonly skipped: readonly Skipped[];
  readonly skippedCount: number;
}

/** A copy that is about to begin: a process has the databases open. */
export interface Copying {
  /** Pins this moment in every database and file. Call it while the gate is closed; the copy itself follows. */
  pin(): Promise<void>;
  /** @throws Refusal backup_space, disk_full, storage_error */
  readonly done: Promise<Copied>;
  /** Ends the process; repeatable. */
  abandon(): void;
}

export interface CheckRequest {
  /** The folder of the published backup. */
  readonly source: string;
  readonly manifest: Manifest;
  readonly cipher: FileCipher | null;
  /** Keeps what was decrypted and checked in this folder, for a restore; null removes it. */
  readonly into: string | null;
}

export interface DrillRequest {
  /** The restored files. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** Of the restored vault, as its owner stores it; null if it had none. */
  readonly vaultKey: string | null;
}

/** What a check found wrong with a backup. */
export interface CheckProblem {
  readonly reason: 'altered' | 'newer_schema' | 'database_unsound';
  readonly says: Says;
}

type OnProgress = (progress: Omit<BackupProgress, 'phase'>) => void;

/**
 * Copies and checks in a process of its own, which can be killed: a hostile database may keep SQLite busy for ever, and
 * the work must not hold up the engine. A process that is silent for too long is killed.
 */
export interface BackupWork {
  /** @throws Refusal storage_error if the process cannot be started or a database cannot be opened */
  copy(request: CopyRequest, onProgress: OnProgress, signal: AbortSignal): Promise<Copying>;
  /** Opens every file as a restore would. @returns what is wrong; empty if nothing is */
  check(request: CheckRequest, onProgress: OnProgress, signal: AbortSignal): Promise<readonly CheckProblem[]>;
  /**
   * Brings a staged database to the schema of this version, ends what may have gone on elsewhere, and clears what may not
   * come from another machine.
   */
  settle(database: StagedDatabase): Promise<Settled>;
  /** Starts an engine on restored files. @returns what is wrong; empty if nothing is */
  drill(request: DrillRequest, onProgress: OnProgress, signal: AbortSignal): Promise<readonly Says[]>;
}
