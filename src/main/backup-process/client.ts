import type { Says } from '../../core/kernel/says.ts';
import { say } from '../../core/keeping/backups/says.ts';
import { sayFault } from '../../core/keeping/export/says.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuse } from '../../core/keeping/backups/errors.ts';
import { backupLimits } from '../../core/keeping/backups/limits.ts';
import type {
  BackupWork,
  CheckProblem,
  CheckRequest,
  Copied,
  Copying,
  CopyRequest,
  DrillRequest,
} from '../../core/keeping/backups/port.ts';
import { scratchFolder } from '../../core/instance/data-directory/inventory.ts';
import type { ManifestFile } from '../../core/keeping/backups/model.ts';
import type { Measuring } from '../../core/keeping/migration/port.ts';
import { piecesOf } from '../../core/kernel/next-turn.ts';
import { refuseStorage } from '../../core/kernel/storage-refusals.ts';
import { AWAY } from './messages.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Settled, StagedDatabase } from '../../core/keeping/backups/restore-port.ts';
import type { StorageSettings } from '../storage-settings.ts';
import type { Staging } from '../staged-moments.ts';
import type { LoadRequest, Order, Report } from './messages.ts';

export interface BackupProcessDeps {
  /** The file of the program. */
  readonly program: URL;
  readonly dataDir: string;
  /** Whether the workspace is the folder in the data directory. */
  readonly withWorkspace: boolean;
  /** The server that has the databases; null: they are files. */
  readonly storage: StorageSettings | null;
  readonly clock: Clock;
}

type OnProgress = Parameters<BackupWork['copy']>[1];
type Failed = Extract<Report, { readonly report: 'failed' }>;

/** Copies, checks, measures and settles in a process for each order. */
export class BackupProcess implements BackupWork, Measuring {
  readonly #deps: BackupProcessDeps;

  constructor(deps: BackupProcessDeps) {
    this.#deps = deps;
  }

  async copy(request: CopyRequest, onProgress: OnProgress, signal: AbortSignal): Promise<Copying> {
    const { dataDir, withWorkspace, storage } = this.#deps;
    const scratch = this.#scratch(request.backupId);
    const worker = this.#start(
      { order: 'copy', dataDir, withWorkspace, storage, scratch, request },
      onProgress,
      signal,
    );
    const done = worker.until('copied').then(({ copied }): Copied => ({ ...copied, files: worker.files }));
    // A failure before it is waited for is not unhandled.
    done.catch(() => undefined);
    await worker.until('ready');
    return {
      pin: async () => {
        worker.pin();
        await worker.until('pinned');
      },
      done,
      abandon: () => worker.kill(),
    };
  }

  async check(
    request: CheckRequest,
    onProgress: OnProgress,
    signal: AbortSignal,
  ): Promise<readonly CheckProblem[]> {
    const scratch = this.#scratch(request.manifest.backupId);
    const { files } = request.manifest;
    const short = { ...request, manifest: { ...request.manifest, files: [] } };
    const worker = this.#start({ order: 'check', scratch, request: short }, onProgress, signal, files);
    try {
      return (await worker.until('checked')).problems;
    } catch (error) {
      if (worker.isStuck) return [{ reason: 'database_unsound', says: say('backup.stuck') }];
      throw error;
    }
  }

  async drill(request: DrillRequest, onProgress: OnProgress, signal: AbortSignal): Promise<readonly Says[]> {
    const home = new URL('.', this.#deps.program).href;
    const worker = this.#start({ order: 'drill', home, request }, onProgress, signal);
    try {
      return (await worker.until('drilled')).problems;
    } catch (error) {
      if (worker.isStuck) return [say('drill.stuck')];
      throw error;
    }
  }

  async measure(plan: CopyRequest['plan'], signal: AbortSignal) {
    const { dataDir, withWorkspace, storage } = this.#deps;
    const order = { order: 'measure', dataDir, withWorkspace, storage, plan } as const;
    return (await this.#start(order, () => undefined, signal).until('measured')).measured;
  }

  /**
   * Files of the databases on a server in this folder, of the moment that is pinned.
   * @param databases their names; null: all
   * @throws Refusal disk_full, storage_error, storage_unavailable
   */
  async stage(folder: string, databases: readonly string[] | null = null): Promise<Staging> {
    const { storage } = this.#deps;
    if (storage === null) throw new Error('there is no server');
    const never = new AbortController().signal;
    const worker = this.#start({ order: 'stage', storage, folder, databases }, () => undefined, never);
    const done = worker.until('staged').then(() => undefined);
    done.catch(() => undefined);
    await worker.until('ready');
    return {
      pin: async () => {
        worker.pin();
        await worker.until('pinned');
      },
      done,
      abandon: () => worker.kill(),
    };
  }

  /**
   * Loads staged files of databases into a schema beside the engine's.
   * @throws Refusal disk_full, storage_error, storage_unavailable
   */
  async load(request: LoadRequest, onProgress: OnProgress, signal: AbortSignal): Promise<void> {
    const { storage } = this.#deps;
    if (storage === null) throw new Error('there is no server');
    await this.#start({ order: 'load', storage, request }, onProgress, signal).until('loaded');
  }

  async settle(database: StagedDatabase): Promise<Settled> {
    const never = new AbortController().signal;
    const worker = this.#start({ order: 'settle', database }, () => undefined, never);
    try {
      return (await worker.until('settled')).settled;
    } catch (error) {
      if (worker.isStuck) return { unusable: sayFault('unusable.busy'), told: [] };
      throw error;
    }
  }

  #scratch(backupId: string): string {
    return join(this.#deps.dataDir, scratchFolder, backupId);
  }

  #start(
    order: Order,
    onProgress: OnProgress,
    signal: AbortSignal,
    files: readonly ManifestFile[] = [],
  ): Worker {
    return new Worker(this.#deps.program, order, files, onProgress, signal, this.#deps.clock);
  }
}

/** One process with one order. */
class Worker {
  readonly #process: ChildProcess;
  readonly #clock: Clock;
  readonly #seen: Report[] = [];
  /** That it told of. */
  readonly files: ManifestFile[] = [];
  readonly #waiting = new Set<() => void>();
  #silence: { cancel(): void } | null = null;
  #end: Error | null = null;
  #silenceMs: number = backupLimits.silenceMs;
  isStuck = false;

  constructor(
    program: URL,
    order: Order,
    files: readonly ManifestFile[],
    onProgress: OnProgress,
    signal: AbortSignal,
    clock: Clock,
  ) {
    this.#clock = clock;
    this.#process = fork(fileURLToPath(program), [], {
      serialization: 'advanced',
      // Its own warnings and faults belong into the log of the operator.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
      // More syncs at once than Node's four threads would do.
      env: { UV_THREADPOOL_SIZE: '16', ...(reachesServer(order) && forTheServer()) },
    });
    const stop = () => this.kill();
    signal.addEventListener('abort', stop, { once: true });
    this.#process.on('message', (report: Report) => {
      if (report.report === 'progress') onProgress(report);
      if (report.report === 'pinned') this.#silenceMs = backupLimits.silenceMs;
      this.#listenFor((report.report === 'progress' ? report.withinMs : undefined) ?? this.#silenceMs);
      if (report.report === 'files') for (const file of report.files) this.files.push(file);
      else if (report.report !== 'progress') this.#seen.push(report);
      this.#wake();
    });
    const over = (why: string, cause?: unknown) => {
      signal.removeEventListener('abort', stop);
      this.#silence?.cancel();
      this.#end ??= refuseStorage.storage_error({}, undefined, new Error(why, { cause }));
      this.#wake();
    };
    this.#process.once('error', (error) => over('the process for backups could not be started', error));
    this.#process.once('exit', (code, by) => over(`the process for backups ended early (${by ?? code})`));
    this.#listenFor(backupLimits.silenceMs);
    if (signal.aborted) stop();
    else void this.#sendAll(order, files);
  }

  async #sendAll(order: Order, files: readonly ManifestFile[]): Promise<void> {
    for await (const some of piecesOf(files)) this.send({ order: 'files', files: some });
    this.send(order);
  }

  send(order: Order): void {
    if (this.#process.connected) this.#process.send(order);
  }

  /** From here until it has pinned, it may be silent for a short time only. */
  pin(): void {
    this.#silenceMs = backupLimits.pinSilenceMs;
    this.#listenFor(this.#silenceMs);
    this.send({ order: 'pin' });
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  /** @throws Refusal backup_space, disk_full, storage_error */
  async until<const Name extends Report['report']>(
    name: Name,
  ): Promise<Extract<Report, { readonly report: Name }>> {
    for (;;) {
      const found = this.#seen.find(({ report }) => report === name);
      if (found) return found as Extract<Report, { readonly report: Name }>;
      const failed = this.#seen.find((report): report is Failed => report.report === 'failed');
      if (failed) throw refusalOf(failed);
      if (this.#end) throw this.#end;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  #listenFor(ms: number): void {
    this.#silence?.cancel();
    const { signal, cancel } = this.#clock.deadline(ms);
    this.#silence = { cancel };
    signal.addEventListener('abort', () => {
      this.isStuck = true;
      this.kill();
    });
  }
}

const reachesServer = (order: Order): boolean => 'storage' in order && order.storage !== null;

/** What the driver reads beside the address: certificates, passwords. */
const forTheServer = (): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(?:PG[A-Z]+|NODE_EXTRA_CA_CERTS|HOME)$/u.test(name)),
  );

function refusalOf({ code, message, needBytes, freeBytes }: Failed): Error {
  const cause = new Error(message);
  if (code === 'NO_SPACE')
    return refuse.backup_space(
      { needBytes, freeBytes },
      say('backups.copy_space', { needs: inMib(needBytes), free: inMib(freeBytes) }),
      cause,
    );
  if (code === AWAY) return refuseStorage.storage_unavailable({ retryAfterMs: RETRY_MS }, undefined, cause);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL' || code === SERVER_FULL)
    return refuseStorage.disk_full({}, undefined, cause);
  return refuseStorage.storage_error({}, undefined, cause);
}

const RETRY_MS = 1_000;
/** The code of PostgreSQL for a full disk. */
const SERVER_FULL = '53100';

const inMib = (bytes = 0): string => `${Math.ceil(bytes / 2 ** 20)} MB`;
