import { setImmediate as nextTick } from 'node:timers/promises';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { InsightSource, InsightSourceChange } from '../../../../core/execution/insights/store.ts';
import { insightLimits } from '../../../../core/execution/insights/limits.ts';
import type { CallOutcome, EndedRun, NamedThread } from '../../../../core/execution/insights/model.ts';
import {
  personId,
  runId,
  threadId,
  workflowRunId,
  type RunId,
  type ThreadId,
} from '../../../../core/kernel/ids.ts';
import type { StopReason } from '../../../../core/execution/runs/model.ts';
import { beginningOf, numbersOf, textsOf } from '../../sql/words.ts';
import { prepared, type MakeRead } from '../../sql/prepared.ts';
import { insights as migration } from './migrations/insights.ts';
import type { Step } from '../../sql/step.ts';
import type { Db, NewRow, Part } from './part.ts';
import { inOrder } from './row-order.ts';
import { atMost } from './token-sums.ts';
import type { InsightTables } from './schema.ts';

/** What insights read of runs. Their own tables are in memory.db. */
export const insights: Part<InsightTables, InsightSourceChange, { readonly insightSource: InsightSource }> = {
  migration,
  exported: {
    threads_to_forget: {
      arriving: 'derived',
      leftOut: 'which conversations the insights still have to forget',
    },
  },
  steps: (db) => {
    const forgotten = prepared<NewRow<'threads_to_forget'>>(({ thread_id }) =>
      db.deleteFrom('threads_to_forget').where('thread_id', '=', thread_id),
    );
    return { 'insights.forgotten': ({ threadId: id }) => [forgotten({ thread_id: id })] };
  },
  reads: (db, makeRead) => ({ insightSource: insightSource(db, makeRead) }),
};

/** The number of a run that ends now. */
export const nextEnd = sql<number>`(SELECT coalesce(max(end_no), 0) + 1 FROM runs)`;

/** For the commit that deletes a thread. */
export const noteToForget = (db: Db) =>
  prepared<NewRow<'threads_to_forget'>>((row) =>
    db
      .insertInto('threads_to_forget')
      .values({ thread_id: row.thread_id })
      .onConflict((same) => same.doNothing()),
  );

/** For the commit after which these threads are another's. @param of which threads */
export const forgetThreads = (db: Db, of: RawBuilder<SqlBool>): Step =>
  sql`INSERT INTO threads_to_forget (thread_id) SELECT thread_id FROM threads WHERE ${of}
    ON CONFLICT DO NOTHING`.compile(db);

/** Whose a row is: a member's, or the owner's, whatever it says. */
const personOf = (table: 'runs' | 'threads') => sql<string>`
  CASE WHEN ${sql.ref(`${table}.person_id`)} IN (SELECT person_id FROM people WHERE role <> 'owner')
    THEN ${sql.ref(`${table}.person_id`)}
    ELSE coalesce((SELECT person_id FROM people WHERE role = 'owner'), ${sql.ref(`${table}.person_id`)}) END`;

/** A run whose thread has gone to somebody else since. */
const isOfAnother = sql`EXISTS (
  SELECT 1 FROM threads AS t JOIN people AS p ON p.person_id IN (t.person_id, runs.person_id) AND p.role <> 'owner'
  WHERE t.thread_id = runs.thread_id AND t.person_id <> runs.person_id)`;

/** Calls read in one turn of the event loop: SQLite walks over the output of each. */
const CALLS_AT_ONCE = 32;

interface Given {
  readonly after: number;
  readonly limit: number;
}

function insightSource(db: Db, makeRead: MakeRead): InsightSource {
  const ended = makeRead(({ after, limit }: Given) =>
    db
      .selectFrom('runs')
      .select([
        sql<number>`end_no`.as('endNo'),
        'run_id as runId',
        sql<string | null>`CASE WHEN ${isOfAnother} THEN NULL ELSE thread_id END`.as('threadId'),
        personOf('runs').as('personId'),
        sql<EndedRun['status']>`status`.as('status'),
        sql<StopReason | null>`stop_reason`.as('stopReason'),
        'starter_kind as starter',
        beginningOf(sql.ref('task'), insightLimits.question.readChars).as('task'),
        atMost(sql`input_tokens + output_tokens + cache_read_tokens + cache_write_tokens`).as('tokens'),
        sql<number>`cost_usd + agents_cost_usd`.as('costUsd'),
        'tool_call_count as toolCalls',
        'duration_ms as durationMs',
        'wait_ms as waitMs',
        sql<number>`coalesce(ended_at, created_at)`.as('endedAt'),
      ])
      .where('end_no', '>', after)
      // A replay says nothing of the owner's work.
      .where('replay_of', 'is', null)
      .orderBy('end_no')
      .limit(limit),
  );
  const endedAt = makeRead(({ list }: { readonly list: string }) =>
    db
      .selectFrom('runs')
      .select([sql<number>`end_no`.as('endNo'), 'run_id'])
      .where('end_no', 'in', numbersOf(list)),
  );
  const calls = makeRead(({ id, after, limit }: Given & { readonly id: RunId }) =>
    db
      .selectFrom('tool_calls')
      .select([inOrder.as('callNo'), 'name', 'success', 'agent'])
      .where('run_id', '=', id)
      .where(inOrder, '>', after)
      .orderBy(inOrder)
      .limit(limit),
  );
  const leaving = makeRead(() => db.selectFrom('threads_to_forget').select('thread_id'));
  const titled = makeRead(({ list }: { readonly list: string }) =>
    db
      .selectFrom('threads')
      .leftJoin('workflow_steps', 'workflow_steps.thread_id', 'threads.thread_id')
      .select(['threads.thread_id', 'title', 'workflow_run_id', personOf('threads').as('personId')])
      .where('threads.thread_id', 'in', textsOf(list)),
  );
  return {
    endedAfter: async (after, limit) => {
      await nextTick();
      const rows = await ended({ after, limit });
      return rows.map((row) => ({
        ...row,
        runId: runId(row.runId),
        threadId: row.threadId === null ? null : threadId(row.threadId),
        personId: personId(row.personId),
      }));
    },

    runsEndedAt: async (ends) => {
      const rows = await endedAt({ list: JSON.stringify(ends) });
      return new Map(rows.map(({ endNo, run_id: id }): readonly [number, RunId] => [endNo, runId(id)]));
    },

    outcomes: async (id, limit) => {
      const found: CallOutcome[] = [];
      for (let after = 0, left = limit; left > 0;) {
        const some = await calls({ id, after, limit: Math.min(left, CALLS_AT_ONCE) });
        for (const { name, success, agent } of some)
          if (success !== null) found.push({ name, success: success === 1, ofAgent: agent !== null });
        left = some.length < CALLS_AT_ONCE ? 0 : left - some.length;
        after = some.at(-1)?.callNo ?? after;
        if (left > 0) await nextTick();
      }
      return found;
    },

    deleted: async () => (await leaving({})).map((row) => threadId(row.thread_id)),

    names: async (threadIds) => {
      const rows = await titled({ list: JSON.stringify(threadIds) });
      return new Map(
        rows.map((row): readonly [ThreadId, NamedThread] => [
          threadId(row.thread_id),
          {
            personId: personId(row.personId),
            title: row.title,
            workflowRunId: row.workflow_run_id === null ? null : workflowRunId(row.workflow_run_id),
          },
        ]),
      );
    },
  };
}
