import type { PoolClient } from 'pg';
import { prepared, type BoundStatement } from '../sql/prepared.ts';
import { inSql } from '../sql/step.ts';
import type { Asked, Rows, RunWork, Work, WorkStatement } from '../sql/work.ts';
import type { Connected } from './connect.ts';

/** Sends statements in a transaction. */
export type Asks = Pick<PoolClient, 'query'>;

/** Statements that were sent and are not awaited yet. A rejection is handled. */
export type Unanswered = readonly Promise<unknown>[];

/** Work in one transaction, and work that reads, each statement in one round trip. */
export interface PostgresWork {
  /**
   * What writes is sent without waiting for its answer, which comes before any other; what is asked together is one round trip.
   * @throws what the driver throws
   */
  in<Result>(
    client: Asks,
    work: Work<Result>,
  ): Promise<{ readonly result: Result; readonly unanswered: Unanswered }>;
  readonly read: RunWork;
}

/** Waits for all of it. @throws what the first one that failed has thrown: the others failed because of it */
export async function allOf(sent: Unanswered): Promise<void> {
  for (const one of await Promise.allSettled(sent)) if (one.status === 'rejected') throw one.reason;
}

/** Statements that are sent without waiting for their answers, at most. */
export const AT_ONCE = 256;

export function workOn(connected: Pick<Connected, 'queriesOf' | 'makeRead'>): PostgresWork {
  const queries = connected.queriesOf<object>();
  const compiled = new Map<WorkStatement, (given: object) => BoundStatement>();
  const reads = new Map<WorkStatement, (given: object) => Promise<readonly object[]>>();
  const built =
    ({ build }: WorkStatement) =>
    (given: object) =>
      inSql(queries, build(given as never));
  return {
    in: async (client, work) => {
      const sent = ({ statement, given }: Asked): Promise<Rows> => {
        const bind = known(compiled, statement, () => prepared(built(statement)));
        const { sql, parameters } = bind(given);
        const answer = client
          .query<object>({ text: sql, values: [...parameters] })
          .then(({ rows }) => answered(statement, rows));
        answer.catch(() => undefined);
        return answer;
      };
      let unanswered: Promise<Rows>[] = [];
      let step = work.next([]);
      while (!step.done) {
        const answers = step.value.map(sent);
        unanswered.push(...answers);
        if (
          unanswered.length < AT_ONCE &&
          step.value.every(({ statement }) => statement.isWriting === true)
        ) {
          step = work.next(answers.map(() => []));
          continue;
        }
        await allOf(unanswered);
        unanswered = [];
        step = work.next(await Promise.all(answers));
      }
      return { result: step.value, unanswered };
    },
    read: async (work) => {
      const answerTo = async ({ statement, given }: Asked): Promise<Rows> => {
        const read = known(reads, statement, () => connected.makeRead<object, object>(built(statement)));
        return answered(statement, await read(given));
      };
      let step = work.next([]);
      while (!step.done) step = work.next(await Promise.all(step.value.map(answerTo)));
      return step.value;
    },
  };
}

const answered = ({ isOneColumn }: WorkStatement, rows: readonly object[]): Rows =>
  isOneColumn ? rows.map((row) => Object.values(row)[0] as unknown) : rows;

function known<Key, Value>(all: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = all.get(key) ?? make();
  all.set(key, found);
  return found;
}
