import type { PoolClient } from 'pg';
import { refuseStorage } from '../../../core/kernel/storage-refusals.ts';
import {
  JournalConflict,
  type AnyChange,
  type Durability,
  type Journal,
} from '../../../core/ports/journal.ts';
import { isConnectionLost, isInTheWay } from '../sql/postgres-errors.ts';
import type { Step, Steps } from '../sql/step.ts';
import type { Connected } from './connect.ts';
import { heldIn } from './lease.ts';

/** The same steps, for a kind known only at run time. */
type StepsByKind<Change> = { readonly [kind: string]: ((change: Change) => readonly Step[]) | undefined };

/** Carries out a list by itself, in the transaction of this connection; called anew each time the list is tried. */
export type CarryOut<Change> = (
  changes: readonly Change[],
  client: Pick<PoolClient, 'query'>,
) => Promise<void>;

/** How often a list is tried whose transaction another one was in the way of. */
const TRIES = 5;
const FIRST_PAUSE_MS = 50;

export interface JournalOptions {
  /** A new id: letters, digits and hyphens. */
  readonly newId: () => string;
  readonly sleep: (ms: number) => Promise<void>;
  /** The epoch of the engine that has the schema. Absent: nobody else is kept from it. */
  readonly epoch?: number;
}

/**
 * Runs each list of changes in a transaction of its own, one after another: the numbers that a change gives follow from
 * those that are there. A list is known by an id of its own, which its transaction leaves in the row of this journal. So
 * where the answer to a commit is lost, the list is sent again: the row says whether it was carried out, as soon as
 * the other transaction is over.
 */
export class PostgresJournal<Change extends AnyChange> implements Journal<Change> {
  readonly #connected: Connected;
  readonly #name: string;
  readonly #carryOut: CarryOut<Change>;
  readonly #options: JournalOptions;
  #last: Promise<unknown> = Promise.resolve();

  /** @param name of the row: letters */
  constructor(
    connected: Connected,
    name: string,
    steps: Steps<Change> | CarryOut<Change>,
    options: JournalOptions,
  ) {
    this.#connected = connected;
    this.#name = name;
    this.#carryOut = typeof steps === 'function' ? steps : bySteps(name, steps);
    this.#options = options;
  }

  commit(changes: readonly Change[], durability: Durability = 'synced'): Promise<void> {
    const done = this.#last.then(() => this.#commit(changes, durability));
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #commit(changes: readonly Change[], durability: Durability): Promise<void> {
    const begin = this.#beginning(this.#options.newId(), durability);
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#connected.reach.persist(async () => await this.#once(begin, changes));
      } catch (error) {
        if (tries === TRIES || !isInTheWay((error as Error).cause ?? error)) throw error;
        await this.#options.sleep(FIRST_PAUSE_MS * 2 ** (tries - 1));
      }
    }
  }

  /** In one round trip. The last statement changes no row if the list has been carried out. */
  #beginning(listId: string, durability: Durability): string {
    const { epoch } = this.#options;
    return [
      'BEGIN',
      ...(durability === 'written' ? ['SET LOCAL synchronous_commit = off'] : []),
      ...(epoch === undefined ? [] : [heldIn(epoch)]),
      `UPDATE journals SET list_id = '${listId}' WHERE name = '${this.#name}' AND list_id <> '${listId}'`,
    ].join('; ');
  }

  async #once(begin: string, changes: readonly Change[]): Promise<void> {
    const client = await this.#connected.pool.connect();
    let broken: unknown;
    try {
      const begun = (await client.query(begin)) as unknown as readonly {
        readonly rowCount: number | null;
      }[];
      if (this.#options.epoch !== undefined && begun.at(-2)?.rowCount === 0)
        throw refuseStorage.storage_taken();
      if (begun.at(-1)?.rowCount === 0) {
        await client.query('ROLLBACK');
        return;
      }
      await this.#carryOut(changes, client);
      await client.query('COMMIT');
    } catch (error) {
      if (isConnectionLost(error)) broken = error;
      else await client.query('ROLLBACK').catch((failed: unknown) => (broken = failed));
      throw error;
    } finally {
      client.release(broken !== undefined);
    }
  }
}

function bySteps<Change extends AnyChange>(name: string, steps: Steps<Change>): CarryOut<Change> {
  const byKind = steps as unknown as StepsByKind<Change>;
  return async (changes, client) => {
    for (const change of changes) {
      const stepsOf = byKind[change.change];
      if (!stepsOf) throw new TypeError(`${change.change} is no change of ${name}`);
      for (const step of stepsOf(change)) if (step.sql !== '') await execute(client, step);
    }
  };
}

async function execute(client: Pick<PoolClient, 'query'>, { sql, parameters, atLeast }: Step): Promise<void> {
  const { rowCount } = await client.query({ text: sql, values: [...parameters] });
  if (atLeast !== undefined && (rowCount ?? 0) < atLeast)
    throw new JournalConflict('the row to change is missing');
}
