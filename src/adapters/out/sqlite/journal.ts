import {
  JournalConflict,
  type AnyChange,
  type Durability,
  type Journal,
} from '../../../core/ports/journal.ts';
import type { LogSync } from './log-sync.ts';
import type { Connection, OpenDatabase } from './open.ts';
import type { Prepare } from './statements.ts';
import type { Step, Steps } from './step.ts';
import { classified } from './storage-errors.ts';

interface Waiting<Change> {
  readonly changes: readonly Change[];
  readonly durability: Durability;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The same steps, for a kind known only at run time. */
type StepsByKind<Change> = { readonly [kind: string]: ((change: Change) => readonly Step[]) | undefined };

/**
 * Runs lists of changes in synchronous transactions of one database.
 *
 * Lists that arrive in one tick of the event loop share one transaction, each with its own savepoint. Those that must
 * survive a loss of power then wait for the sync, which does not block the event loop, and share it with all that
 * arrive while another sync is under way.
 */
export class SqliteJournal<Change extends AnyChange> implements Journal<Change> {
  readonly #connection: Connection;
  readonly #prepare: Prepare;
  readonly #sync: LogSync;
  readonly #steps: StepsByKind<Change>;
  /** Runs work in a transaction, or in a savepoint inside one. */
  readonly #whole: (work: () => void) => void;
  #waiting: Waiting<Change>[] = [];

  constructor(
    { connection, prepare, sync }: Pick<OpenDatabase<unknown>, 'connection' | 'prepare' | 'sync'>,
    steps: Steps<Change>,
  ) {
    this.#connection = connection;
    this.#prepare = prepare;
    this.#sync = sync;
    this.#steps = steps as unknown as StepsByKind<Change>;
    this.#whole = connection.transaction((work: () => void) => work()).immediate;
  }

  commit(changes: readonly Change[], durability: Durability = 'synced'): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ changes, durability, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#commitAll());
    });
  }

  #commitAll(): void {
    const lists = this.#waiting;
    this.#waiting = [];
    const refused = new Map<Waiting<Change>, unknown>();
    try {
      this.#sync.ready();
      if (lists.length === 1) this.#whole(() => lists.forEach(({ changes }) => this.#apply(changes)));
      else this.#whole(() => lists.forEach((list) => this.#applyAlone(list, refused)));
    } catch (error) {
      for (const list of lists) refused.set(list, error);
    }
    for (const list of lists) if (refused.has(list)) list.reject(classified(refused.get(list)));
    this.#acknowledge(lists.filter((list) => !refused.has(list)));
  }

  #acknowledge(lists: readonly Waiting<Change>[]): void {
    const mustBeSynced = lists.filter(({ durability }) => durability === 'synced');
    for (const list of lists) if (list.durability === 'written') list.resolve();
    if (mustBeSynced.length === 0) return this.#sync.later();
    this.#sync.synced().then(
      () => mustBeSynced.forEach((list) => list.resolve()),
      (error: unknown) => mustBeSynced.forEach((list) => list.reject(classified(error))),
    );
  }

  /** In a savepoint: a list that fails is rolled back alone. */
  #applyAlone(list: Waiting<Change>, refused: Map<Waiting<Change>, unknown>): void {
    try {
      this.#whole(() => this.#apply(list.changes));
    } catch (error) {
      // After some errors, such as a full disk, SQLite has rolled back the whole transaction, so no list was applied.
      if (!this.#connection.inTransaction) throw error;
      refused.set(list, error);
    }
  }

  #apply(changes: readonly Change[]): void {
    for (const change of changes) {
      const stepsOf = this.#steps[change.change];
      if (!stepsOf) throw new TypeError(`${change.change} is no change of ${this.#connection.name}`);
      for (const step of stepsOf(change)) this.#execute(step);
    }
  }

  #execute({ sql, parameters, atLeast }: Step): void {
    const { changes } = this.#prepare(sql).run(...parameters);
    if (atLeast !== undefined && changes < atLeast) throw new JournalConflict('the row to change is missing');
  }
}
