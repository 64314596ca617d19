import { Followed } from '../../kernel/followed.ts';
import type { BackupPhase, BackupProgress } from './model.ts';

/** The one backup, check or restore that is in progress. */
export class Operation {
  readonly backupId: string;
  /** Aborts when the engine stops. */
  readonly signal: AbortSignal;
  readonly #ending = new AbortController();
  readonly #progress: Followed<BackupProgress>;

  constructor(backupId: string, phase: BackupPhase) {
    this.backupId = backupId;
    this.signal = this.#ending.signal;
    this.#progress = new Followed({ phase, doneBytes: 0, totalBytes: 0 });
  }

  get progress(): BackupProgress {
    return this.#progress.state;
  }

  /** Tells the followers of the next phase. */
  enter(phase: BackupPhase): void {
    this.#progress.tell({ phase, doneBytes: 0, totalBytes: 0 });
  }

  /** For ports. */
  readonly report = ({ doneBytes, totalBytes }: Omit<BackupProgress, 'phase'>): void =>
    this.#progress.tell({ phase: this.progress.phase, doneBytes, totalBytes });

  abort(): void {
    this.#ending.abort();
  }

  end(): void {
    this.#progress.end();
  }

  /** The progress now and at each change, the latest only for a slow reader, until the operation ends or `signal` aborts. */
  follow(signal: AbortSignal): AsyncGenerator<BackupProgress> {
    return this.#progress.follow(signal);
  }
}
