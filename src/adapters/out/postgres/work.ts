import type { PoolClient } from 'pg';
import { prepared, type BoundStatement } from '../sql/prepared.ts';
import { inSql } from '../sql/step.ts';
import type { Answer, Asked, RunWork, Work, WorkStatement } from '../sql/work.ts';
import type { Connected } from './connect.ts';

/** Sends statements in a transaction. */
export type Asks = Pick<PoolClient, 'query'>;

/** Work in one transaction, and work that reads, each statement in one round trip. */
export interface PostgresWork {
  /** @throws what the driver throws */
  in<Result>(client: Asks, work: Work<Result>): Promise<Result>;
  readonly read: RunWork;
}

export function workOn(connected: Pick<Connected, 'queriesOf' | 'makeRead'>): PostgresWork {
  const queries = connected.queriesOf<object>();
  const compiled = new Map<WorkStatement, (given: object) => BoundStatement>();
  const reads = new Map<WorkStatement, (given: object) => Promise<readonly object[]>>();
  const built =
    ({ build }: WorkStatement) =>
    (given: object) =>
      inSql(queries, build(given as never));
  return {
    in: async (client, work) =>
      await ran(work, async ({ statement, given }) => {
        const bind = known(compiled, statement, () => prepared(built(statement)));
        const { sql, parameters } = bind(given);
        const { rows, rowCount } = await client.query<object>({ text: sql, values: [...parameters] });
        return answered(statement, rows, rowCount ?? 0);
      }),
    read: async (work) =>
      await ran(work, async ({ statement, given }) => {
        const read = known(reads, statement, () => connected.makeRead<object, object>(built(statement)));
        return answered(statement, await read(given), 0);
      }),
  };
}

async function ran<Result>(work: Work<Result>, answerTo: (asked: Asked) => Promise<Answer>): Promise<Result> {
  let step = work.next({ rows: [], written: 0 });
  while (!step.done) step = work.next(await answerTo(step.value));
  return step.value;
}

const answered = ({ isOneColumn }: WorkStatement, rows: readonly object[], written: number): Answer => ({
  rows: isOneColumn ? rows.map((row) => Object.values(row)[0] as unknown) : rows,
  written,
});

function known<Key, Value>(all: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = all.get(key) ?? make();
  all.set(key, found);
  return found;
}
