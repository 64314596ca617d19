import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Expression, type Kysely, type SqlBool } from 'kysely';
import type {
  RunFilter,
  RunPosition,
  SideCallUse,
  ToolCallPosition,
  ToolUse,
} from '../../../../core/history/model.ts';
import type { HistoryStore } from '../../../../core/history/store.ts';
import { runId } from '../../../../core/kernel/ids.ts';
import { listLimits } from '../../../../core/kernel/limits.ts';
import type { Usage } from '../../../../core/ports/model.ts';
import type { Run, RunStatus } from '../../../../core/runs/model.ts';
import { pageOf, type Sized } from '../page-of.ts';
import { classified } from '../storage-errors.ts';
import { inOrder } from './row-order.ts';
import { runFrom, toolCallFrom } from './rows.ts';
import type { HistorySchema } from './schema.ts';
import { sumOf } from './token-sums.ts';

type Db = Kysely<HistorySchema>;

/** How many rows are looked through in one turn of the event loop, where each has to be looked at. */
const SLICE = 1_000;
const DAY_MS = 86_400_000;
const PAGE_BYTES = listLimits.pageBytes;

async function read<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    throw classified(error);
  }
}

export const sqliteHistoryStore = (db: Db): HistoryStore => ({
  runs: async ({ filter: { text = '', ...filter }, after, limit }) => {
    const found = await sizesOf(db, filter, text, after, limit + 1);
    const page = pageOf(found, { limit, mostBytes: PAGE_BYTES }, ({ runNo }): RunPosition => ({ runNo }));
    return { ...page, items: await runsNumbered(db, page.items) };
  },

  toolCalls: async (id, { after, limit }) => {
    const found = db
      .selectFrom('tool_calls')
      .where('run_id', '=', id)
      .where(inOrder, '>', after?.callNo ?? 0)
      .orderBy(inOrder);
    const bytes = sql<number>`octet_length(input_json) + coalesce(octet_length(output), 0)`.as('bytes');
    const sizes = await read(
      found
        .select([inOrder.as('callNo'), bytes])
        .limit(limit + 1)
        .execute(),
    );
    const { items, next } = pageOf(
      sizes,
      { limit, mostBytes: PAGE_BYTES },
      ({ callNo }): ToolCallPosition => ({ callNo }),
    );
    const last = items.at(-1);
    if (!last) return { items: [], next: null };
    const rows = await read(found.selectAll().where(inOrder, '<=', last.callNo).execute());
    return { items: rows.map(toolCallFrom), next };
  },

  spentSince: async (from) => {
    const day = Math.ceil(from / DAY_MS);
    // Whole days are summed up already; the part of a day before them is not, nor is what is still running.
    const { rows } = await read(
      sql<GroupRow>`
        SELECT model, provider, status, sum(runs) AS runs, sum(cost_usd) AS cost_usd,
          sum(duration_ms) AS duration_ms, sum(wait_ms) AS wait_ms,
          ${sumOf('input_tokens')} AS input_tokens, ${sumOf('output_tokens')} AS output_tokens,
          ${sumOf('cache_read_tokens')} AS cache_read_tokens, ${sumOf('cache_write_tokens')} AS cache_write_tokens
        FROM (
          SELECT model, provider, status, runs, cost_usd, duration_ms, wait_ms,
            input_tokens, output_tokens, cache_read_tokens, cache_write_tokens
          FROM spent_days WHERE day >= ${day}
          UNION ALL
          SELECT model, provider, status, 1, cost_usd, duration_ms, wait_ms,
            input_tokens, output_tokens, cache_read_tokens, cache_write_tokens
          FROM runs WHERE created_at >= ${from} AND created_at < ${day * DAY_MS} AND status <> 'running'
          UNION ALL
          SELECT model, provider, status, 1, 0, 0, 0, 0, 0, 0, 0
          FROM runs WHERE status = 'running' AND +created_at >= ${from}
        )
        GROUP BY model, provider, status
      `.execute(db),
    );
    return rows.map(({ model, provider, status, duration_ms, wait_ms, ...row }) => ({
      model,
      provider,
      status,
      ...spentFrom(row),
      durationMs: duration_ms,
      waitMs: wait_ms,
    }));
  },

  spentByDay: async (bounds) => {
    const days = JSON.stringify(bounds.slice(1).map((end, day) => [day, bounds[day], end]));
    const { rows } = await read(
      sql<{ day: number; model: string } & SpentRow>`
        WITH days (day, from_at, to_at) AS MATERIALIZED
          (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${days}))
        SELECT day, model, sum(runs) AS runs, sum(cost_usd) AS cost_usd,
          ${sumOf('input_tokens')} AS input_tokens, ${sumOf('output_tokens')} AS output_tokens,
          ${sumOf('cache_read_tokens')} AS cache_read_tokens, ${sumOf('cache_write_tokens')} AS cache_write_tokens
        FROM (
          SELECT day, model, 1 AS runs, cost_usd, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens
          FROM days CROSS JOIN runs ON created_at >= from_at AND created_at < to_at
          UNION ALL
          SELECT day, model, 0, cost_usd, 0, 0, 0, 0
          FROM days CROSS JOIN side_calls ON created_at >= from_at AND created_at < to_at
        )
        GROUP BY day, model
      `.execute(db),
    );
    return rows.map(({ day, model, ...row }) => ({ day, model, ...spentFrom(row) }));
  },

  sideCallsSince: async (from) => {
    const rows = await read(
      db
        .selectFrom('side_calls')
        .select(({ fn }) => [
          'purpose',
          fn.countAll<number>().as('calls'),
          sql<number>`sum(outcome = 'failed')`.as('failures'),
          fn.sum<number>('cost_usd').as('costUsd'),
        ])
        .where('created_at', '>=', from)
        .groupBy('purpose')
        .orderBy('purpose')
        .execute(),
    );
    return rows.map(({ purpose, ...use }) => ({ purpose: purpose as SideCallUse['purpose'], ...use }));
  },

  toolUseSince: async (from) => {
    const day = Math.ceil(from / DAY_MS);
    const { rows } = await read(
      sql<ToolUse>`
        SELECT name, sum(calls) AS calls, sum(failures) AS failures
        FROM (
          SELECT name, calls, failures FROM tool_days WHERE day >= ${day}
          UNION ALL
          SELECT name, 1, success = 0 FROM tool_calls
          WHERE success IS NOT NULL AND started_at >= ${from} AND started_at < ${day * DAY_MS}
        )
        GROUP BY name ORDER BY calls DESC, name
      `.execute(db),
    );
    return rows;
  },

  eventCounts: async (id) => {
    const counts = new Map<string, number>();
    for (let from = 0; ; from += SLICE) {
      const rows = await read(
        db
          .selectFrom('events')
          .select(['type', sql<number>`count(*)`.as('count')])
          .where('run_id', '=', id)
          .where('id', '>', from)
          .where('id', '<=', from + SLICE)
          .groupBy('type')
          .execute(),
      );
      // Ids have no gaps.
      if (rows.length === 0) return Object.fromEntries(counts);
      for (const { type, count } of rows) counts.set(type, (counts.get(type) ?? 0) + count);
      await turn();
    }
  },

  messageSizes: async (threadId, { after, limit }) => {
    const rows = await read(
      db
        .selectFrom('messages')
        .select(['seq', 'run_id', 'role', sql<number>`length(content_json)`.as('chars')])
        .where('thread_id', '=', threadId)
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(limit)
        .execute(),
    );
    return rows.map(({ seq, run_id, role, chars }) => ({ seq, runId: runId(run_id), role, chars }));
  },
});

interface SpentRow {
  readonly runs: number;
  readonly cost_usd: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
}

interface GroupRow extends SpentRow {
  readonly model: string;
  readonly provider: string;
  readonly status: RunStatus;
  readonly duration_ms: number;
  readonly wait_ms: number;
}

const spentFrom = (row: SpentRow): { runs: number; costUsd: number; usage: Usage } => ({
  runs: row.runs,
  costUsd: row.cost_usd,
  usage: {
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cacheReadTokens: row.cache_read_tokens,
    cacheWriteTokens: row.cache_write_tokens,
  },
});

type Indexed = Omit<RunFilter, 'text'>;

interface SizedRun extends RunPosition, Sized {}

const newestFirst = (db: Db, filter: Indexed, after: RunPosition | null) =>
  db
    .selectFrom('runs')
    .where(({ eb, and }) => {
      const all: Expression<SqlBool>[] = [];
      if (filter.status !== undefined) all.push(eb('status', '=', filter.status));
      if (filter.model !== undefined) all.push(eb('model', '=', filter.model));
      if (filter.sessionId !== undefined) all.push(eb('session_id', '=', filter.sessionId));
      if (filter.threadId !== undefined) all.push(eb('thread_id', '=', filter.threadId));
      // The plus keeps SQLite from sorting all of that time for one page of it.
      if (filter.from !== undefined) all.push(sql<SqlBool>`+created_at >= ${filter.from}`);
      if (filter.to !== undefined) all.push(sql<SqlBool>`+created_at < ${filter.to}`);
      if (after) all.push(eb('run_no', '<', after.runNo));
      return and(all);
    })
    .orderBy('run_no', 'desc');

/** How large the next runs are that fit, so many at most; where each text has to be looked at, in slices. */
async function sizesOf(
  db: Db,
  filter: Indexed,
  text: string,
  after: RunPosition | null,
  most: number,
): Promise<readonly SizedRun[]> {
  const sizes = (from: RunPosition | null) =>
    newestFirst(db, filter, from).select([
      'run_no as runNo',
      sql<number>`octet_length(task) + coalesce(octet_length(error_json), 0)`.as('bytes'),
    ]);
  if (text === '') return await read(sizes(after).limit(most).execute());
  const found: SizedRun[] = [];
  for (let from = after; ;) {
    const to = await lastOfSlice(db, filter, from);
    // `instr` knows no wildcards.
    let slice = sizes(from).where(sql<SqlBool>`instr(lower(task), lower(${text})) > 0`);
    if (to) slice = slice.where('run_no', '>=', to.runNo);
    found.push(...(await read(slice.limit(most - found.length).execute())));
    if (to === null || found.length >= most) return found;
    from = to;
    await turn();
  }
}

/** Where the next slice of runs ends; null when it is the last one. */
async function lastOfSlice(db: Db, filter: Indexed, after: RunPosition | null): Promise<RunPosition | null> {
  const query = newestFirst(db, filter, after).select('run_no as runNo');
  const row = await read(
    query
      .offset(SLICE - 1)
      .limit(1)
      .executeTakeFirst(),
  );
  return row ?? null;
}

/** In the same order. */
async function runsNumbered(db: Db, numbers: readonly RunPosition[]): Promise<readonly Run[]> {
  const asked = JSON.stringify(numbers.map(({ runNo }) => runNo));
  const query = db
    .selectFrom('runs')
    .selectAll()
    .where('run_no', 'in', sql<number>`(SELECT value FROM json_each(${asked}))`);
  return (await read(query.orderBy('run_no', 'desc').execute())).map(runFrom);
}
