import { Followed } from '../../../kernel/followed.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { becauseOf } from '../../../kernel/worded.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import { refuse as refuseBackup } from '../errors.ts';
import { isWrong, manifestFrom } from '../manifest.ts';
import { say } from '../says.ts';
import type { Catalogue } from '../catalogue.ts';
import type { BackupKind } from '../model.ts';
import type { BackupFolders, FoundBackup } from '../port.ts';
import { refuse } from './errors.ts';
import { NO_UPLOAD, type UploadLedger, type UploadNote } from './ledger.ts';
import { driveLimits as limits } from './limits.ts';
import { hindrances, type UploadConditions, type UploadReason, type UploadState } from './model.ts';
import { bytesOf, upload, type Uploadable, type UploadDeps } from './upload.ts';
import { say as sayOfDrive } from './says.ts';
import type { Says } from '../../../kernel/says.ts';

export interface UploadsDeps extends UploadDeps {
  readonly folders: Pick<BackupFolders, 'list' | 'manifest'>;
  readonly ledger: UploadLedger;
  /** What checks found wrong. */
  readonly catalogue: Pick<Catalogue, 'of'>;
  /** What must hold, as it is now, apart from the backup itself. */
  readonly conditions: () => Omit<UploadConditions, 'isEncrypted' | 'isPaused'>;
  /** The account that is connected now, and the client; null without a connection. */
  readonly account: () => string | null;
  readonly clock: Clock;
  readonly log: Log;
}

/** What goes on with one upload. */
interface Going {
  readonly backupId: string;
  readonly bytes: Followed<{ readonly doneBytes: number; readonly totalBytes: number }>;
  readonly ending: AbortController;
  readonly ended: Promise<void>;
}

/** Says that an upload ended because a disconnect holds all of them. */
const HELD = Symbol('held');

/**
 * Uploads of backups to the owner's drive, one at a time, in the order in which they were made. Whether one may be
 * uploaded is decided when its turn comes. An upload that failed, or was cut off, is tried again by itself.
 */
export class Uploads {
  readonly #deps: UploadsDeps;
  readonly #waiting: string[] = [];
  #going: Going | null = null;
  #holds = 0;
  #isStopped = false;
  #sweep: AbortController | null = null;

  constructor(deps: UploadsDeps) {
    this.#deps = deps;
  }

  /** A backup was made and checked. Never rejects: the backup is whole, whatever becomes of its copy. */
  async made(backupId: string, kind: BackupKind): Promise<void> {
    if (kind !== 'manual' && kind !== 'scheduled') return;
    try {
      const what = await this.#uploadable(backupId);
      // It was deleted meanwhile.
      if (!what) return;
      const reasons = this.#hindrances(what);
      if (reasons.length > 0) await this.#skipped(backupId, reasons);
      else await this.#enqueued(backupId);
    } catch (error) {
      this.#tell(backupId, error);
    }
  }

  /**
   * Sends a backup, whatever became of it before. Resolves once it is in the queue.
   * @throws Refusal backup_not_found, backup_unusable if a check found it wrong, upload_not_possible with the reasons, disk_full, storage_error
   */
  async send(backupId: string): Promise<UploadState> {
    const what = await this.#uploadable(backupId);
    if (!what)
      throw (await this.#found(backupId)) ? refuseBackup.backup_unusable() : refuseBackup.backup_not_found();
    const reasons = this.#hindrances(what);
    if (reasons.length > 0) throw refuse.upload_not_possible({ reasons }, whyNot(reasons[0] ?? 'failed'));
    if (this.#going?.backupId !== backupId) await this.#enqueued(backupId);
    return await this.of(backupId);
  }

  /** Never rejects: without its notes an upload is one that is not known. */
  async of(backupId: string): Promise<UploadState> {
    const note = await this.#deps.ledger.of(backupId).catch(() => NO_UPLOAD);
    return this.#shown(backupId, note);
  }

  /** The bytes of an upload in progress, until it ends. Nothing if there is none. */
  async *follow(
    backupId: string,
    signal: AbortSignal,
  ): AsyncGenerator<{ readonly doneBytes: number; readonly totalBytes: number }> {
    if (this.#going?.backupId === backupId) yield* this.#going.bytes.follow(signal);
  }

  /** Resolves when no upload is in progress and none waits. */
  async idle(): Promise<void> {
    while (this.#going) await this.#going.ended;
  }

  /** That uploads are on, and none can be made: the access may have ended long ago. */
  reminder(): Says | null {
    const { isHosted, isOn, isConnected, hasScope } = this.#deps.conditions();
    if (isHosted || !isOn || (isConnected && hasScope)) return null;
    return sayOfDrive('drive.not_uploaded', {
      why: whyNot(isConnected ? 'scope_missing' : 'not_connected'),
    });
  }

  /** A backup was deleted on this machine. Copies in the drive stay. */
  async removed(backupId: string): Promise<void> {
    await this.#forgotten(backupId);
  }

  /** At the start: goes on with what an earlier process left, and from then on tries failed ones again. Never rejects. */
  async begin(): Promise<void> {
    const sweep = new AbortController();
    this.#sweep = sweep;
    await this.#takenUp(UNFINISHED);
    void this.#againAndAgain(sweep.signal);
  }

  /** Ends the upload in progress, which goes on after the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#sweep?.abort();
    this.#going?.ending.abort();
    await this.#going?.ended;
  }

  /**
   * No upload goes on while `work` runs: one in progress is ended, and new ones are skipped. `work` is told whether one did
   * not end in time.
   */
  async held<Result>(work: (wasBusy: boolean) => Promise<Result>): Promise<Result> {
    this.#holds += 1;
    try {
      const going = this.#going;
      going?.ending.abort(HELD);
      const deadline = this.#deps.clock.deadline(limits.holdMs);
      const late = new Promise<true>((resolve) =>
        deadline.signal.addEventListener('abort', () => resolve(true), { once: true }),
      );
      const wasBusy = going ? await Promise.race([going.ended.then(() => false), late]) : false;
      deadline.cancel();
      return await work(wasBusy);
    } finally {
      this.#holds -= 1;
    }
  }

  async #enqueued(backupId: string): Promise<void> {
    await this.#deps.ledger.note(backupId, { status: 'pending', reasons: [] });
    if (!this.#waiting.includes(backupId)) this.#waiting.push(backupId);
    this.#next();
  }

  #next(): void {
    if (this.#going || this.#isStopped) return;
    const backupId = this.#waiting.shift();
    if (backupId === undefined) return;
    const over = Promise.withResolvers<void>();
    const going = {
      backupId,
      bytes: new Followed({ doneBytes: 0, totalBytes: 0 }),
      ending: new AbortController(),
      ended: over.promise,
    };
    this.#going = going;
    void this.#uploaded(going).finally(() => {
      this.#going = null;
      going.bytes.end();
      this.#next();
      over.resolve();
    });
  }

  /** Never rejects. */
  async #uploaded({ backupId, bytes, ending: { signal } }: Going): Promise<void> {
    const { ledger, clock, log } = this.#deps;
    try {
      const what = await this.#uploadable(backupId);
      // It was deleted meanwhile, or a check found it wrong.
      if (!what) return await ledger.forget([backupId]);
      const reasons = this.#hindrances(what);
      if (reasons.length > 0) return await this.#skipped(backupId, reasons);
      const totalBytes = bytesOf(what);
      bytes.tell({ doneBytes: 0, totalBytes });
      await ledger.note(backupId, { status: 'uploading', reasons: [], problem: null });
      await upload(what, this.#deps, (doneBytes) => bytes.tell({ doneBytes, totalBytes }), signal);
      await ledger.note(backupId, {
        status: 'complete',
        reasons: [],
        problem: null,
        uploadedAt: clock.now(),
        account: this.#deps.account(),
      });
      log.info('a backup was uploaded to the drive', { backupId, bytes: totalBytes });
    } catch (error) {
      if (signal.aborted && signal.reason !== HELD) return;
      if (signal.aborted)
        await this.#skipped(backupId, ['paused']).catch((cause: unknown) => this.#tell(backupId, cause));
      else await this.#failed(backupId, error);
    }
  }

  async #failed(backupId: string, error: unknown): Promise<void> {
    const { ledger } = this.#deps;
    if (!(await this.#isHere(backupId))) return await this.#forgotten(backupId);
    const before = await this.of(backupId);
    const problem = isRefusal(error) ? becauseOf(error).says : [say('upload.failed')];
    // Told once, although it is tried again.
    if (JSON.stringify(before.problem) !== JSON.stringify(problem)) this.#tell(backupId, error);
    await ledger
      .note(backupId, { status: 'failed', reasons: ['failed'], problem })
      .catch((cause: unknown) => this.#tell(backupId, cause));
  }

  async #skipped(backupId: string, reasons: readonly UploadReason[]): Promise<void> {
    const { ledger, log } = this.#deps;
    // What its owner has chosen needs no line: the switch is off, or the machine is hosted.
    const told = reasons.some((one) => one === 'off' || one === 'hosted') ? undefined : reasons[0];
    if (told !== undefined) log.warn('[svc:backup] the backup was not uploaded', { backupId, reasons });
    await ledger.note(backupId, { status: 'skipped', reasons, problem: null });
  }

  /** Why it may not be uploaded now. */
  #hindrances({ manifest }: Uploadable): readonly UploadReason[] {
    const isPaused = this.#holds > 0;
    return hindrances({ ...this.#deps.conditions(), isEncrypted: manifest.encrypted, isPaused });
  }

  async #uploadable(backupId: string): Promise<Uploadable | null> {
    const { folders } = this.#deps;
    const found = await this.#found(backupId);
    // What cannot be restored is no copy.
    const isSound = (await this.#deps.catalogue.of(backupId)).problems.length === 0;
    const text = found && isSound ? await folders.manifest(found) : null;
    const manifest = text === null ? null : await manifestFrom(text);
    if (text === null || manifest === null || isWrong(manifest) || manifest.backupId !== backupId)
      return null;
    return { backupId, manifest, manifestBytes: new TextEncoder().encode(text).length };
  }

  /** Never rejects: a note that stays costs nothing but its place. */
  async #forgotten(backupId: string): Promise<void> {
    const { ledger, log } = this.#deps;
    await ledger.forget([backupId]).catch((error: unknown) => {
      log.warn('uploads.json could not be updated', { backupId, error });
    });
  }

  async #found(backupId: string): Promise<FoundBackup | undefined> {
    return (await this.#deps.folders.list()).find((one) => one.backupId === backupId && !one.failed);
  }

  /** Whether it still is on this machine; what cannot be told counts as that. */
  async #isHere(backupId: string): Promise<boolean> {
    return await this.#found(backupId).then(
      (found) => found !== undefined,
      () => true,
    );
  }

  async #takenUp(statuses: ReadonlySet<UploadNote['status']>): Promise<void> {
    try {
      const all = await this.#deps.ledger.all();
      const left = [...all].filter(([, { status }]) => statuses.has(status)).map(([id]) => id);
      for (const backupId of left.toSorted())
        if (!this.#waiting.includes(backupId)) this.#waiting.push(backupId);
      this.#next();
    } catch (error) {
      this.#deps.log.warn('uploads.json could not be read', { error });
    }
  }

  /** Never rejects. */
  async #againAndAgain(signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.#deps.clock.sleep(limits.againMs, signal);
      if (signal.aborted) return;
      if (!this.#going && this.#holds === 0) await this.#takenUp(FAILED);
    }
  }

  #shown(backupId: string, { status, reasons, problem, uploadedAt, account }: UploadNote): UploadState {
    // It is in another drive than the one that is connected.
    const now = this.#deps.account();
    if (status === 'complete' && account !== null && now !== null && account !== now)
      return this.#shown(backupId, NO_UPLOAD);
    const going = this.#going?.backupId === backupId ? this.#going.bytes.state : null;
    const isOn = going !== null || status === 'uploading';
    return {
      // After a stop it waits until an engine goes on with it.
      status: isOn ? (going ? 'uploading' : 'pending') : status,
      reasons,
      problem,
      uploadedAt,
      doneBytes: going?.doneBytes ?? 0,
      totalBytes: going?.totalBytes ?? 0,
    };
  }

  #tell(backupId: string, error: unknown): void {
    const why = isRefusal(error) ? { code: error.code } : { error };
    this.#deps.log.error('[svc:backup] the upload failed; the backup on this machine is whole', {
      backupId,
      ...why,
    });
  }
}

const UNFINISHED: ReadonlySet<UploadNote['status']> = new Set(['pending', 'uploading', 'failed']);
const FAILED: ReadonlySet<UploadNote['status']> = new Set(['failed']);

const whyNot = (reason: UploadReason): Says => sayOfDrive(`drive.why_${reason}`);
