import type { ConfigService } from '../config/service.ts';
import { isRefusal } from '../kernel/refusal.ts';
import type { WriteGate } from '../kernel/write-gate.ts';
import type { Clock } from '../ports/clock.ts';
import type { Crypto } from '../ports/crypto.ts';
import type { Log } from '../ports/log.ts';
import type { ThreadStore } from '../threads/store.ts';
import { isBackupId, timeOf } from './backup-id.ts';
import type { Catalogue } from './catalogue.ts';
import { refuse } from './errors.ts';
import { backupLimits } from './limits.ts';
import type { BackupKey, BackupKeys } from './key.ts';
import { missingFolder } from './missing-folder.ts';
import { isAuthentic, manifestText } from './manifest.ts';
import {
  FORMAT_VERSION,
  MANIFEST_FORMAT,
  type BackupKind,
  type BackupProgress,
  type BackupRecord,
} from './model.ts';
import type { OneOperation } from './one-operation.ts';
import type { Operation } from './operation.ts';
import { reminderOf } from './reminder.ts';
import { backupPlan, type BackupPlan } from './plan.ts';
import type {
  BackupFolders,
  BackupWork,
  CheckProblem,
  FileCipher,
  FoundBackup,
  InstanceFile,
} from './port.ts';
import { BackupRecords, warningOf } from './records.ts';
import type { RestoreSwap } from './restore-swap.ts';
import { expired } from './retention.ts';
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
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly log: Log;
  readonly serviceVersion: string;
  readonly dataDirectory: string;
  /** False while a database is in memory only: such an engine has nothing to back up. */
  readonly isKept: boolean;
}

/** What a check found. */
export interface Verification {
  readonly ok: boolean;
  /** In sentences. */
  readonly problems: readonly string[];
  /** It could not be looked into, because the vault lacks its key. That says nothing about the backup. */
  readonly keyMissing: boolean;
}

/** Found by this engine itself, or by the process that opens the files. */
type Problem = Omit<CheckProblem, 'reason'> & { readonly reason: CheckProblem['reason'] | 'key_missing' };

interface PartOf {
  readonly within?: Operation;
  readonly pinned?: () => void;
}

/**
 * Backups of one moment over everything in the data directory. One backup, check or restore is in progress at a time.
 * A backup is complete once its published copy was opened and checked.
 */
export class BackupService {
  readonly #deps: BackupServiceDeps;
  readonly #catalogue: Catalogue;
  readonly #records: BackupRecords;
  /** The backup that is being made, which has no manifest yet. */
  #making: BackupRecord | null = null;
  /** The last one that failed and left nothing, so that its id still tells why. */
  #failed: BackupRecord | null = null;

  constructor(deps: BackupServiceDeps) {
    this.#deps = deps;
    this.#catalogue = deps.catalogue;
    this.#records = new BackupRecords(deps, this.#catalogue);
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

  /** In sentences, what the owner should do about backups. Never rejects. */
  async reminders(): Promise<readonly string[]> {
    const { isKept, threads, uploads, clock } = this.#deps;
    if (!isKept) return [];
    try {
      const missing = await this.missingFolder();
      if (missing !== null) return [missing];
      const found = reminderOf(await this.list(), await threads.oldestCreatedAt(), clock.now());
      const copies = uploads.reminder();
      return [found, copies].filter((one) => one !== null);
    } catch (error) {
      // Why history.db or a setting cannot be read, the rest of the status says.
      return isRefusal(error) && error.code === 'backup_folder' ? [error.message] : [];
    }
  }

  /** In sentences, why the chosen folder seems to lack its backups; null if it does not. @throws Refusal backup_folder */
  async missingFolder(): Promise<string | null> {
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
      return await this.#verified(found, operation);
    } finally {
      operations.end(operation);
    }
  }

  /** @throws Refusal backup_not_found, operation_in_progress, backup_folder, disk_full, storage_error */
  async remove(backupId: string): Promise<void> {
    if (this.#deps.operations.on(backupId)) throw refuse.operation_in_progress();
    await this.#deps.folders.remove(await this.#found(backupId));
    await this.#forget(backupId);
  }

  /**
   * Deletes what the settings no longer keep. While a restore or a drill goes on nothing is deleted.
   * @returns whether that was possible now
   */
  async prune(): Promise<boolean> {
    const { config, clock, folders, log, swap, operations } = this.#deps;
    const named = await swap.named();
    const days = config.current().values.backup_retention_days ?? 0;
    const backups = [];
    for (const one of await this.list())
      backups.push({ ...one, fetchedAt: (await this.#catalogue.of(one.backupId)).fetchedAt });
    for (const backupId of expired(backups, days, clock.now(), new Set(named))) {
      if (named === null || operations.isRestoring || operations.isClosed) return false;
      const failed = backups.some((one) => one.backupId === backupId && one.status === 'failed');
      await folders.remove({ backupId, failed });
      await this.#forget(backupId);
      log.info('a backup was deleted because of its age', { backupId });
    }
    return true;
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

  /** Deletes old backups now and once a day, until `signal` aborts. Never rejects. */
  async pruneDaily(signal: AbortSignal): Promise<void> {
    const { clock, isKept } = this.#deps;
    while (isKept && !signal.aborted) {
      const isDone = await this.#pruned();
      await clock.sleep(isDone ? DAY_MS : SOON_MS, signal);
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
      this.#deps.log.warn(`[svc:backup] ${planned.warning}`, { backupId: planned.backupId });
    const record = this.#running(planned);
    const done = this.#make(operation, kind, pinned)
      .catch((error: unknown) => {
        this.#failed = { ...planned, status: 'failed', problems: [(error as Error).message] };
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
    const { ok, problems } = await this.#verified(found, operation);
    if (!ok) {
      await folders.keepAside(backupId);
      throw refuse.backup_unusable(
        { problems },
        `The backup was made, but a check of it failed: ${problems[0]}`,
      );
    }
    await this.#deps.uploads.made(backupId, kind);
    await this.#pruned();
  }

  async #forget(backupId: string): Promise<void> {
    await this.#catalogue.forget(backupId);
    await this.#deps.uploads.removed(backupId);
  }

  /** @returns whether all that is too old is gone; a failure is told, and tried again the next day */
  async #pruned(): Promise<boolean> {
    try {
      return await this.prune();
    } catch (error) {
      this.#deps.log.warn('old backups could not be deleted', { error });
      return true;
    }
  }

  async #verified(found: FoundBackup, operation: Operation): Promise<Verification> {
    const findings = await this.#findingsOn(found, operation);
    const problems = findings.map(({ says }) => says);
    if (findings.some(({ reason }) => reason === 'key_missing'))
      return { ok: false, problems, keyMissing: true };
    await this.#catalogue.note(found.backupId, { verifiedAt: this.#deps.clock.now(), problems });
    if (problems.length > 0)
      this.#deps.log.error('a backup cannot be restored', { backupId: found.backupId, problems });
    return { ok: problems.length === 0, problems, keyMissing: false };
  }

  async #findingsOn(found: FoundBackup, operation: Operation): Promise<readonly Problem[]> {
    const { keys, crypto, folders, work } = this.#deps;
    const whole = await this.#records.whole(found);
    if (typeof whole === 'string') return [altered(whole)];
    const { manifest } = whole;
    const { keyId = manifest.keyId } = await this.#catalogue.of(found.backupId);
    if (keyId !== manifest.keyId)
      return [
        altered('The manifest names another key than the backup was made with: it was changed afterwards.'),
      ];
    const key = manifest.keyId === null ? null : await keys.withId(manifest.keyId, manifest.keySalt);
    if (manifest.keyId !== null && !key)
      return [
        { reason: 'key_missing', says: `The vault does not have the key ${manifest.keyId} of this backup.` },
      ];
    if (key && !(await isAuthentic(manifest, key, crypto)))
      return [altered('The manifest was changed after the backup was made.')];
    const request = { source: folders.pathOf(found), manifest, into: null };
    const cipher = cipherOf(manifest.encrypted ? key : null);
    return await work.check({ ...request, cipher }, operation.report, operation.signal);
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
    if (!found) throw refuse.backup_not_found();
    return found;
  }

  #encrypts(): boolean {
    return this.#deps.config.current().values.backup_encrypt ?? true;
  }

  #tell(backupId: string, error: unknown): void {
    if (this.#deps.operations.isClosed) return;
    const cause = (error as Error).cause;
    const why = isRefusal(error)
      ? { code: error.code, problem: error.message, ...(cause === undefined ? {} : { cause }) }
      : { error };
    this.#deps.log.error('[svc:backup] the backup failed', { backupId, ...why });
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;
const SOON_MS = 60 * 1000;

const altered = (says: string): Problem => ({ reason: 'altered', says });

const cipherOf = (key: BackupKey | null): FileCipher | null => key && { keyId: key.keyId, key: key.files };
