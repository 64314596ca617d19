import type { Expiry } from '../../instance/expiry/service.ts';
import type { ConfigService } from '../../instance/config/service.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { quote } from '../../kernel/quoted.ts';
import type { Says } from '../../kernel/says.ts';
import type { WriteGate } from '../../kernel/write-gate.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Crypto } from '../../ports/crypto.ts';
import type { Log } from '../../ports/log.ts';
import type { Words } from '../../ports/words.ts';
import type { ThreadStore } from '../../conversation/threads/store.ts';
import { isBackupId, timeOf } from './backup-id.ts';
import type { Catalogue } from './catalogue.ts';
import { refuse } from './errors.ts';
import { backupLimits } from './limits.ts';
import { BackupChecks, cipherOf, type Verification } from './checks.ts';
import type { BackupKeys } from './key.ts';
import { missingFolder } from './missing-folder.ts';
import { manifestText } from './manifest.ts';
import {
  FORMAT_VERSION,
  MANIFEST_FORMAT,
  type BackupKind,
  type BackupProgress,
  type BackupRecord,
} from './model.ts';
import { RetentionJob } from './retention-job.ts';
import type { OneOperation } from './one-operation.ts';
import type { Operation } from './operation.ts';
import { reminderOf } from './reminder.ts';
import { backupPlan, type BackupPlan } from './plan.ts';
import type { BackupFolders, BackupWork, FoundBackup, InstanceFile } from './port.ts';
import { BackupRecords, warningOf } from './records.ts';
import { say } from './says.ts';
import type { RestoreSwap } from './restore-swap.ts';
import type { BackupUploads } from './port.ts';

export interface BackupServiceDeps {
  readonly operations: OneOperation;
  readonly folders: BackupFolders;
  readonly work: BackupWork;
  readonly catalogue: Catalogue;
  readonly instance: InstanceFile;
  /** Is told of backups that were made and deleted. Neither call rejects. */
  readonly uploads: BackupUploads;
  /** What a restore names is not deleted by age. */
  readonly swap: Pick<RestoreSwap, 'named'>;
  /** The oldest conversation tells for how long there has been something to lose. */
  readonly threads: Pick<ThreadStore, 'oldestCreatedAt'>;
  readonly keys: BackupKeys;
  /** What a backup holds, where it is not everything. */
  readonly plan?: BackupPlan;
  readonly gate: WriteGate;
  readonly config: Pick<ConfigService, 'current'>;
  readonly expiry: Pick<Expiry, 'past'>;
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly words: Words;
  readonly log: Log;
  readonly serviceVersion: string;
  readonly dataDirectory: string;
  /** False while a database is in memory only: such an engine has nothing to back up. */
  readonly isKept: boolean;
}

interface PartOf {
  readonly within?: Operation;
  readonly pinned?: () => void;
}

/**
 * Backups of one moment over everything in the data directory. One backup, check or restore is in progress at a time.
 * A backup is complete once its published copy was opened and checked.
 */
export class BackupService {
  readonly old: RetentionJob;
  readonly #deps: BackupServiceDeps;
  readonly #catalogue: Catalogue;
  readonly #records: BackupRecords;
  readonly #checks: BackupChecks;
  /** The backup that is being made, which has no manifest yet. */
  #making: BackupRecord | null = null;
  /** The last one that failed and left nothing, so that its id still tells why. */
  #failed: BackupRecord | null = null;

  constructor(deps: BackupServiceDeps) {
    this.#deps = deps;
    this.#catalogue = deps.catalogue;
    this.#records = new BackupRecords(deps, this.#catalogue);
    this.#checks = new BackupChecks(deps, this.#records);
    this.old = new RetentionJob(deps, async () => await this.list());
  }

  /** The newest first. @throws Refusal backup_folder */
  async list(): Promise<readonly BackupRecord[]> {
    const all = await this.#deps.folders.list();
    const found = all
      .toSorted((one, other) => (one.backupId < other.backupId ? 1 : -1))
      .slice(0, backupLimits.listed);
    const records: (BackupRecord | null)[] = [];
    // One at a time: a manifest may be large, and the folder may be in the reach of others.
    for (const one of found) records.push(await this.#shown(one));
    const passing = [this.#making && this.#running(this.#making), this.#failed];
    return [
      ...passing.flatMap((one) =>
        one && !found.some(({ backupId }) => backupId === one.backupId) ? one : [],
      ),
      ...records.flatMap((record) => record ?? []),
    ].toSorted((one, other) => (one.backupId < other.backupId ? 1 : -1));
  }

  /** What the owner should do about backups. Never rejects. */
  async reminders(): Promise<readonly Says[]> {
    const { isKept, threads, uploads, clock } = this.#deps;
    if (!isKept) return [];
    try {
      const missing = await this.missingFolder();
      if (missing !== null) return [missing];
      const found = reminderOf(await this.list(), await threads.oldestCreatedAt(), clock.now());
      return [found, uploads.reminder()].flat().filter((one) => one !== null);
    } catch (error) {
      // Why history.db or a setting cannot be read, the rest of the status says.
      return isRefusal(error) && error.code === 'backup_folder' ? error.says : [];
    }
  }

  /** Why the chosen folder seems to lack its backups; null if it does not. @throws Refusal backup_folder */
  async missingFolder(): Promise<Says | null> {
    return this.#deps.isKept ? await missingFolder(this.#deps.folders, this.#catalogue) : null;
  }

  /**
   * Makes sure that backups can be kept in the folder, and are not made in the place of a disk that is not mounted.
   * Repeatable. @throws Refusal backup_folder, disk_full
   */
  async prepare(): Promise<void> {
    const missing = await this.missingFolder();
    if (missing !== null) throw refuse.backup_folder({}, missing);
    await this.#deps.folders.prepare();
  }

  /** @throws Refusal backup_not_found, backup_folder */
  async get(backupId: string): Promise<BackupRecord> {
    if (this.#making?.backupId === backupId) return this.#running(this.#making);
    const all = isBackupId(backupId) ? await this.#deps.folders.list() : [];
    const found = all.find((one) => one.backupId === backupId);
    const record = found
      ? await this.#shown(found)
      : this.#failed?.backupId === backupId
        ? this.#failed
        : null;
    if (!record) throw refuse.backup_not_found();
    return record;
  }

  /**
   * Begins a backup, which goes on after this resolves; while one is being made, there is no second one.
   * @returns its record, and whether this call began it
   * @throws Refusal operation_in_progress, draining, backup_folder
   */
  async create(kind: BackupKind): Promise<{ readonly record: BackupRecord; readonly isNew: boolean }> {
    if (!this.#making) await this.prepare();
    if (this.#making) return { record: this.#running(this.#making), isNew: false };
    const { record } = this.#started(kind);
    return { record, isNew: true };
  }

  /**
   * Makes a backup and waits for it, `within` the operation that it is a part of. `pinned` is called before any write
   * follows the moment that the backup holds.
   * @throws what `create` throws, and what made it fail
   */
  async made(kind: BackupKind, part: PartOf = {}): Promise<BackupRecord> {
    await this.prepare();
    const { record, done } = this.#started(kind, part);
    await done;
    return await this.get(record.backupId);
  }

  /** Resolves when no operation on backups is in progress: to whether one may begin then. */
  async free(): Promise<boolean> {
    return await this.#deps.operations.free();
  }

  /** The progress of the operation on this backup, until it ends. Nothing if there is none. */
  async *follow(backupId: string, signal: AbortSignal): AsyncGenerator<BackupProgress> {
    const operation = this.#deps.operations.on(backupId);
    if (operation) yield* operation.follow(signal);
  }

  /**
   * Opens and checks a backup as a restore would, and notes the result.
   * @throws Refusal backup_not_found, operation_in_progress, backup_folder
   */
  async verify(backupId: string): Promise<Verification> {
    const { operations } = this.#deps;
    const found = await this.#found(backupId);
    const operation = operations.begin('verifying', backupId);
    try {
      return await this.#checks.check(found, operation);
    } finally {
      operations.end(operation);
    }
  }

  /** @throws Refusal backup_not_found, operation_in_progress, backup_folder, disk_full, storage_error */
  async remove(backupId: string): Promise<void> {
    if (this.#deps.operations.on(backupId)) throw refuse.operation_in_progress();
    await this.#deps.folders.remove(await this.#found(backupId));
    await this.old.forget(backupId);
  }

  /** At the start: removes what died with an earlier process. A failure is told, not thrown. */
  async begin(): Promise<void> {
    if (!this.#deps.isKept) return;
    try {
      await this.#deps.folders.sweep();
    } catch (error) {
      this.#deps.log.warn('the backup folder could not be tidied', { error });
    }
  }

  /** Notes that a drill has started an engine on this backup. @throws Refusal disk_full, storage_error */
  async proven(backupId: string): Promise<void> {
    const now = this.#deps.clock.now();
    await this.#catalogue.note(backupId, { verifiedAt: now, provenAt: now, problems: [] });
  }

  #started(
    kind: BackupKind,
    { within, pinned }: PartOf = {},
  ): { readonly record: BackupRecord; readonly done: Promise<void> } {
    const operation = this.#deps.operations.begin('copying', undefined, within);
    const planned = this.#planned(operation.backupId, kind);
    this.#making = planned;
    if (planned.warning !== null)
      this.#deps.log.warn(`[svc:backup] ${this.#deps.words.inEnglish(planned.warning)}`, {
        backupId: planned.backupId,
      });
    const record = this.#running(planned);
    const done = this.#make(operation, kind, pinned)
      .catch((error: unknown) => {
        this.#failed = { ...planned, status: 'failed', problems: whatFailed(error) };
        this.#tell(planned.backupId, error);
        throw error;
      })
      .finally(() => {
        this.#making = null;
        this.#deps.operations.end(operation);
      });
    // `made` waits for it and throws its failure; after `create` the record tells it.
    done.catch(() => undefined);
    return { record, done };
  }

  async #make(operation: Operation, kind: BackupKind, pinned?: () => void): Promise<void> {
    const { folders, work, gate, instance, crypto, clock } = this.#deps;
    const { backupId, signal } = operation;
    const found = { backupId, failed: false };
    const key = this.#deps.keys.current();
    const target = await folders.begin(backupId);
    try {
      const request = {
        backupId,
        target,
        plan: this.#deps.plan ?? backupPlan,
        cipher: cipherOf(this.#encrypts() ? key : null),
      };
      // Before anything is pinned, so that a new id is part of the backup.
      const instanceId = await instance.id();
      const copying = await work.copy(request, operation.report, signal);
      try {
        await gate.whileClosed(async () => {
          await copying.pin();
          pinned?.();
        });
      } catch (error) {
        copying.abandon();
        await copying.done.catch(() => undefined);
        throw error;
      }
      const copied = await copying.done;
      const manifest = {
        format: MANIFEST_FORMAT,
        formatVersion: FORMAT_VERSION,
        backupId,
        createdAt: new Date(timeOf(backupId) ?? clock.now()).toISOString(),
        kind,
        serviceVersion: this.#deps.serviceVersion,
        dataDirectory: this.#deps.dataDirectory,
        instanceId,
        encrypted: request.cipher !== null,
        keyId: key?.keyId ?? null,
        keySalt: key?.salt ?? null,
        ...copied,
      } as const;
      const { path } = await folders.chosen();
      const made = path === null ? {} : { folder: path };
      await this.#catalogue.note(backupId, { keyId: manifest.keyId, ...made });
      await folders.publish(backupId, await manifestText(manifest, key, crypto));
    } catch (error) {
      await folders.sweep().catch(() => undefined);
      throw error;
    }
    operation.enter('verifying');
    const { ok, problems } = await this.#checks.check(found, operation);
    if (!ok) {
      await folders.keepAside(backupId);
      const { inEnglish } = this.#deps.words;
      const why = say('backup.check-failed', { why: problems.slice(0, 1) });
      throw refuse.backup_unusable({ problems: problems.map((one) => inEnglish(one)) }, why);
    }
    await this.#deps.uploads.made(backupId, kind);
    await this.old.pruned();
  }

  #planned(backupId: string, kind: BackupKind): BackupRecord {
    const key = this.#deps.keys.current();
    const encrypted = this.#encrypts() && key !== null;
    return {
      backupId,
      createdAt: timeOf(backupId) ?? 0,
      kind,
      status: 'running',
      sizeBytes: 0,
      fileCount: 0,
      encrypted,
      keyId: key?.keyId ?? null,
      serviceVersion: this.#deps.serviceVersion,
      own: true,
      workspace: 'included',
      skipped: 0,
      verifiedAt: null,
      provenAt: null,
      problems: [],
      warning: warningOf(encrypted, key?.keyId ?? null),
      progress: null,
    };
  }

  async #shown(found: FoundBackup): Promise<BackupRecord | null> {
    const { backupId } = found;
    const record = await this.#records.of(found);
    if (record && this.#making?.backupId === backupId) return { ...record, status: 'running' };
    // It was published, and then its check failed, or what the check found could not be noted.
    if (record?.status === 'unverified' && this.#failed?.backupId === backupId)
      return { ...record, problems: this.#failed.problems };
    return record;
  }

  #running(record: BackupRecord): BackupRecord {
    return { ...record, progress: this.#deps.operations.on(record.backupId)?.progress ?? null };
  }

  async #found(backupId: string): Promise<FoundBackup> {
    if (this.#making?.backupId === backupId) throw refuse.operation_in_progress();
    const all = isBackupId(backupId) ? await this.#deps.folders.list() : [];
    const found = all.find((one) => one.backupId === backupId);
    // What no list shows is no backup of ours, whatever its name.
    if (!found || (await this.#shown(found)) === null) throw refuse.backup_not_found();
    return found;
  }

  #encrypts(): boolean {
    return this.#deps.config.current().values.backup_encrypt ?? true;
  }

  #tell(backupId: string, error: unknown): void {
    if (this.#deps.operations.isClosed) return;
    const cause = (error as Error).cause;
    const why = isRefusal(error)
      ? { code: error.code, ...(cause === undefined ? {} : { cause }) }
      : { error };
    this.#deps.log.error('[svc:backup] the backup failed', { backupId, ...why });
  }
}

const whatFailed = (error: unknown): readonly Says[] =>
  isRefusal(error) ? error.says : [say('backup.fault', { why: quote((error as Error).message) })];
