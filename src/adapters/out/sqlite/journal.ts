import {
  JournalConflict,
  type AnyChange,
  type Durability,
  type Journal,
} from '../../../core/ports/journal.ts';
import type { LogSync } from './log-sync.ts';
import type { Connection, OpenDatabase } from './open.ts';
import type { Prepare } from './statements.ts';
import type { Step, Steps } from '../sql/step.ts';
import { classified } from './storage-errors.ts';

interface Waiting<Change> {
  readonly changes: readonly Change[];
  readonly durability: Durability;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The same steps, for a kind known only at run time. */
type StepsByKind<Change> = { readonly [kind: string]: ((change: Change) => readonly Step[]) | undefined };

/** The time after which a shared transaction takes no further list: ten answers of megabytes would hold up the rest. */
const SHARED_MS = 20;

/**
 * Runs lists of changes in synchronous transactions of one database.
 *
 * Lists that arrive in one tick of the event loop share one transaction, each with its own savepoint; those that do not
 * fit into `SHARED_MS` follow in the next tick, in their order. Those that must survive a loss of power then wait for the sync, which does not block the event loop, and share it with all that
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
      if (this.#waiting.length === 1) this.#commitNext();
    });
  }

  #commitNext(): void {
    setImmediate(() => {
      const waiting = this.#waiting;
      const taken = this.#commitSome(waiting);
      this.#waiting = waiting.slice(taken);
      if (this.#waiting.length > 0) this.#commitNext();
    });
  }

  /** @returns how many of them it took: their promises are settled, or wait for the sync */
  #commitSome(waiting: readonly Waiting<Change>[]): number {
    const refused = new Map<Waiting<Change>, unknown>();
    let taken = 0;
    try {
      this.#sync.ready();
      this.#whole(() => {
        const until = performance.now() + SHARED_MS;
        for (const list of waiting) {
          taken += 1;
          if (waiting.length === 1) this.#apply(list.changes);
          else this.#applyAlone(list, refused);
          if (performance.now() >= until) break;
        }
      });
    } catch (error) {
      taken = Math.max(taken, 1);
      for (const list of waiting.slice(0, taken)) refused.set(list, error);
    }
    const lists = waiting.slice(0, taken);
    for (const list of lists) if (refused.has(list)) list.reject(classified(refused.get(list)));
    this.#acknowledge(lists.filter((list) => !refused.has(list)));
    return taken;
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
