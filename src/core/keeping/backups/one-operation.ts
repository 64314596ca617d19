import { backupIdAt } from './backup-id.ts';
import { refuse } from './errors.ts';
import type { BackupPhase } from './model.ts';
import { Operation } from './operation.ts';
import type { Clock } from '../../ports/clock.ts';

/**
 * One backup, check, restore or drill is in progress at a time. Within a restore there is one more: the safety backup
 * that it makes.
 */
export class OneOperation {
  readonly #clock: Clock;
  /** The operation in progress, and the one within it. */
  #current: readonly Operation[] = [];
  #lastId: string | null = null;
  #isClosed = false;
  #idle = idle();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#idle.resolve();
  }

  /**
   * Begins an operation on a backup, by default on a new one; `within` is the operation that it is a part of.
   * @throws Refusal operation_in_progress
   */
  begin(phase: BackupPhase, backupId?: string, within?: Operation): Operation {
    if (this.#isClosed || this.#current.at(-1) !== within) throw refuse.operation_in_progress();
    const operation = new Operation(backupId ?? this.#nextId(), phase);
    if (this.#current.length === 0) this.#idle = idle();
    this.#current = [...this.#current, operation];
    return operation;
  }

  /** Repeatable. */
  end(operation: Operation): void {
    this.#current = this.#current.filter((one) => one !== operation);
    operation.end();
    if (this.#current.length === 0) this.#idle.resolve();
  }

  /** The operation on this backup; null if there is none. */
  on(backupId: string): Operation | null {
    return this.#current.find((one) => one.backupId === backupId) ?? null;
  }

  /** Whether one reads from a backup, to restore it or to try that. */
  get isRestoring(): boolean {
    return this.#current[0]?.progress.phase === 'restoring';
  }

  /** Resolves when none is in progress: to whether one may begin then. Another one may have begun meanwhile. */
  async free(): Promise<boolean> {
    await this.#idle.promise;
    return !this.#isClosed;
  }

  /** Nothing begins from now on. */
  close(): void {
    this.#isClosed = true;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Closes, aborts what is in progress, and waits for its end. */
  async drain(): Promise<void> {
    this.close();
    for (const operation of this.#current) operation.abort();
    await this.#idle.promise;
  }

  #nextId(): string {
    this.#lastId = backupIdAt(this.#clock.now(), this.#lastId);
    return this.#lastId;
  }
}

function idle() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
