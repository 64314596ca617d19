import type { PoolClient } from 'pg';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import { refuseStorage } from '../../../core/kernel/storage-refusals.ts';
import {
  JournalConflict,
  type AnyChange,
  type Durability,
  type Journal,
} from '../../../core/ports/journal.ts';
import { isConnectionLost, isInTheWay, ofPostgres } from '../sql/postgres-errors.ts';
import type { Step, Steps } from '../sql/step.ts';
import type { Connected } from './connect.ts';
import { heldIn, isLeaseLost } from './lease.ts';
import { allOf, AT_ONCE, type Unanswered } from './work.ts';

/** The same steps, for a kind known only at run time. */
type StepsByKind<Change> = { readonly [kind: string]: ((change: Change) => readonly Step[]) | undefined };

/**
 * Carries out a list by itself, in the transaction of this connection; called anew each time the list is tried.
 * @returns what it need not wait for: where one of these is refused, all is
 */
export type CarryOut<Change> = (
  changes: readonly Change[],
  client: Pick<PoolClient, 'query'>,
) => Promise<Unanswered>;

/** How often a list is tried whose transaction another one was in the way of. */
const TRIES = 5;
const FIRST_PAUSE_MS = 50;

export interface JournalOptions {
  /** A new id: letters, digits and hyphens. */
  readonly newId: () => string;
  readonly sleep: (ms: number) => Promise<void>;
  /** The epoch of the engine that holds the schema. Absent: commits are not fenced. */
  readonly epoch?: number;
}

/** Lists that share a transaction, at most. */
const TOGETHER = 64;

/** Of one transaction. */
interface Beginning {
  readonly begin: string;
  /** It was sent before, and the answer to its commit may have been lost. */
  readonly isRepeated: boolean;
}

interface Waiting<Change> {
  readonly changes: readonly Change[];
  readonly durability: Durability;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** What became of each list that was refused alone. */
type Refused<Change> = Map<Waiting<Change>, unknown>;

/**
 * Runs lists of changes one after another: the numbers that a change gives follow from those that are there. Those that
 * arrive while others are written share the next transaction; where it is refused, each is tried in a savepoint. A transaction is known by an id of its own,
 * which it leaves in the row of this journal. So where the answer to a commit is lost, its lists are sent again: the row
 * says whether they were carried out, as soon as the other transaction is over.
 */
export class PostgresJournal<Change extends AnyChange> implements Journal<Change> {
  readonly #connected: Connected;
  readonly #name: string;
  /** Null: what follows depends on what was answered. */
  readonly #stepsOf: StepsOf<Change> | null;
  readonly #carryOut: CarryOut<Change>;
  readonly #options: JournalOptions;
  #waiting: Waiting<Change>[] = [];
  #isWriting = false;

  /** @param name of the row: letters */
  constructor(
    connected: Connected,
    name: string,
    steps: Steps<Change> | CarryOut<Change>,
    options: JournalOptions,
  ) {
    this.#connected = connected;
    this.#name = name;
    const stepsOf = typeof steps === 'function' ? null : stepsBy(name, steps);
    this.#stepsOf = stepsOf;
    this.#carryOut =
      typeof steps === 'function'
        ? steps
        : async (changes, client) => {
            await allOf((stepsOf?.(changes) ?? []).map(async (step) => await execute(client, step)));
            return [];
          };
    this.#options = options;
  }

  commit(changes: readonly Change[], durability: Durability = 'synced'): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ changes, durability, resolve, reject });
      if (!this.#isWriting) void this.#write();
    });
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const lists = this.#waiting.splice(0, TOGETHER);
      const refused: Refused<Change> = new Map();
      try {
        await this.#commit(lists, refused);
      } catch (error) {
        for (const list of lists) refused.set(list, error);
      }
      for (const list of lists)
        if (refused.has(list)) list.reject(refused.get(list));
        else list.resolve();
    }
    this.#isWriting = false;
  }

  async #commit(lists: readonly Waiting<Change>[], refused: Refused<Change>): Promise<void> {
    const isSynced = lists.some(({ durability }) => durability === 'synced');
    const begin = this.#beginning(this.#options.newId(), isSynced ? 'synced' : 'written');
    let isRepeated = false;
    const once = async () => {
      const given = { begin, isRepeated };
      isRepeated = true;
      await this.#once(given, lists, refused);
    };
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#connected.reach.persist(once);
      } catch (error) {
        if (tries === TRIES || !isInTheWay((error as Error).cause ?? error)) throw error;
        await this.#options.sleep(FIRST_PAUSE_MS * 2 ** (tries - 1));
      }
    }
  }

  /** In one message. The last statement changes no row if the lists have been carried out. */
  #beginning(listId: string, durability: Durability): string {
    const { epoch } = this.#options;
    return [
      'BEGIN',
      ...(durability === 'written' ? ['SET LOCAL synchronous_commit = off'] : []),
      ...(epoch === undefined ? [] : [heldIn(epoch)]),
      `UPDATE journals SET list_id = '${listId}' WHERE name = '${this.#name}' AND list_id <> '${listId}'`,
    ].join('; ');
  }

  async #once(given: Beginning, lists: readonly Waiting<Change>[], refused: Refused<Change>): Promise<void> {
    const client = await this.#connected.pool.connect();
    let broken: unknown;
    try {
      refused.clear();
      const isDone = this.#stepsOf !== null && (await atOnce(client, given, lists, this.#stepsOf));
      if (!isDone) await this.#oneByOne(client, given, lists, refused);
    } catch (error) {
      if (isConnectionLost(error)) broken = error;
      else await client.query('ROLLBACK').catch((failed: unknown) => (broken = failed));
      throw error;
    } finally {
      client.release(broken !== undefined);
    }
  }

  async #oneByOne(
    client: PoolClient,
    { begin, isRepeated }: Beginning,
    lists: readonly Waiting<Change>[],
    refused: Refused<Change>,
  ): Promise<void> {
    const beginning = begun(client.query(begin));
    const [first, ...others] = lists;
    if (first !== undefined && others.length === 0 && !isRepeated)
      return await allOf([beginning, this.#alone(first, client)]);
    if (!(await beginning)) return void (await client.query('ROLLBACK'));
    await this.#eachAlone(lists, client, refused);
    await client.query('COMMIT');
  }

  async #alone({ changes }: Waiting<Change>, client: Pick<PoolClient, 'query'>): Promise<void> {
    await allOf([...(await this.#carryOut(changes, client)), client.query('COMMIT')]);
  }

  /** Each in a savepoint: a list that is refused is rolled back alone. */
  async #eachAlone(
    lists: readonly Waiting<Change>[],
    client: Pick<PoolClient, 'query'>,
    refused: Refused<Change>,
  ): Promise<void> {
    for (const [nth, list] of lists.entries()) {
      await client.query(nth === 0 ? 'SAVEPOINT list' : 'RELEASE SAVEPOINT list; SAVEPOINT list');
      try {
        await allOf(await this.#carryOut(list.changes, client));
      } catch (error) {
        if (!isOfListAlone(error)) throw error;
        await client.query('ROLLBACK TO SAVEPOINT list');
        refused.set(list, ofPostgres(error));
      }
    }
  }
}

/**
 * Sends all lists and the commit without waiting for answers: where a statement is refused, the server makes of the commit a
 * rollback. What has to be looked at before the commit waits for the answers to all others.
 * @returns false if nothing was done, and the lists have to be tried one by one
 */
async function atOnce<Change extends AnyChange>(
  client: Pick<PoolClient, 'query'>,
  { begin, isRepeated }: Beginning,
  lists: readonly Waiting<Change>[],
  stepsOf: StepsOf<Change>,
): Promise<boolean> {
  let isBegun = false;
  try {
    const steps = lists.flatMap(({ changes }) => stepsOf(changes));
    const beginning = begun(client.query(begin));
    isBegun = true;
    // Its lists may have been carried out by the time before.
    if (isRepeated && !(await beginning)) {
      await client.query('ROLLBACK');
      return true;
    }
    const isLookedAt = steps.some(({ atLeast }) => atLeast !== undefined);
    for (let from = 0; from < steps.length || from === 0; from += AT_ONCE) {
      const some = steps.slice(from, from + AT_ONCE).map(async (step) => await execute(client, step));
      const isLast = from + AT_ONCE >= steps.length;
      const end = isLast && !isLookedAt ? [client.query('COMMIT')] : [];
      await allOf([beginning, ...some, ...end]);
    }
    if (isLookedAt) await client.query('COMMIT');
    return true;
  } catch (error) {
    if (lists.length === 1 || !isOfListAlone(error)) throw error;
    if (isBegun) await client.query('ROLLBACK');
    return false;
  }
}

/**
 * @returns whether the lists have yet to be carried out
 * @throws Refusal storage_taken
 */
async function begun(answer: Promise<unknown>): Promise<boolean> {
  try {
    const results = (await answer) as readonly { readonly rowCount: number | null }[];
    return results.at(-1)?.rowCount !== 0;
  } catch (error) {
    throw isLeaseLost(error) ? refuseStorage.storage_taken() : error;
  }
}

/** Another list of the transaction is not refused with this one. */
const isOfListAlone = (error: unknown): boolean => !isRefusal(ofPostgres(error));

/** All steps of a list. */
type StepsOf<Change> = (changes: readonly Change[]) => readonly Step[];

const stepsBy = <Change extends AnyChange>(name: string, steps: Steps<Change>): StepsOf<Change> => {
  const byKind = steps as unknown as StepsByKind<Change>;
  return (changes) =>
    changes.flatMap((change) => {
      const stepsOf = byKind[change.change];
      if (!stepsOf) throw new TypeError(`${change.change} is no change of ${name}`);
      return stepsOf(change).filter(({ sql }) => sql !== '');
    });
};

async function execute(client: Pick<PoolClient, 'query'>, { sql, parameters, atLeast }: Step): Promise<void> {
  const { rowCount } = await client.query({ text: sql, values: [...parameters] });
  if (atLeast !== undefined && (rowCount ?? 0) < atLeast)
    throw new JournalConflict('the row to change is missing');
}
