import type { BackupPhase, BackupProgress } from './model.ts';

/** The one backup, check or restore that is in progress. */
export class Operation {
  readonly backupId: string;
  /** Aborts when the engine stops. */
  readonly signal: AbortSignal;
  readonly #ending = new AbortController();
  #progress: BackupProgress;
  #told = told();
  #isOver = false;

  constructor(backupId: string, phase: BackupPhase) {
    this.backupId = backupId;
    this.signal = this.#ending.signal;
    this.#progress = { phase, doneBytes: 0, totalBytes: 0 };
  }

  get progress(): BackupProgress {
    return this.#progress;
  }

  /** Tells the followers of the next phase. */
  enter(phase: BackupPhase): void {
    this.#tell({ phase, doneBytes: 0, totalBytes: 0 });
  }

  /** For ports. */
  readonly report = ({ doneBytes, totalBytes }: Omit<BackupProgress, 'phase'>): void =>
    this.#tell({ phase: this.#progress.phase, doneBytes, totalBytes });

  abort(): void {
    this.#ending.abort();
  }

  end(): void {
    this.#isOver = true;
    this.#told.resolve();
  }

  /** The progress now and at each change, the latest only for a slow reader, until the operation ends or `signal` aborts. */
  async *follow(signal: AbortSignal): AsyncGenerator<BackupProgress> {
    const left = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    for (let last: BackupProgress | null = null; !this.#isOver && !signal.aborted;) {
      const { promise } = this.#told;
      if (last !== this.#progress) yield (last = this.#progress);
      else await Promise.race([promise, left]);
    }
  }

  #tell(progress: BackupProgress): void {
    this.#progress = progress;
    this.#told.resolve();
    this.#told = told();
  }
}

function told() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
