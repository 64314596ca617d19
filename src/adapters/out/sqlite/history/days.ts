import { sql } from 'kysely';
import { EVERYONE, type Whose } from '../../../../core/trust/people/model.ts';
import type { SideCallUse, ToolUse } from '../../../../core/execution/history/model.ts';
import type { HistoryStore } from '../../../../core/execution/history/store.ts';
import type { Usage } from '../../../../core/ports/model.ts';
import type { RunStatus } from '../../../../core/execution/runs/model.ts';
import { asJson, membersOf, notByIndex } from '../../sql/words.ts';
import { prepared } from '../../sql/prepared.ts';
import { priceKnownIn } from './price-known.ts';
import { read, type Db, type NewRow } from './part.ts';
import { atMost, sumOf } from './token-sums.ts';

const DAY_MS = 86_400_000;
const TOKENS = ['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens'] as const;
const SUMS = ['runs', 'cost_usd', 'duration_ms', 'wait_ms', ...TOKENS] as const;

/** Adds a run that has ended to the sums of its day. */
export const countRun = (db: Db) =>
  prepared<Pick<NewRow<'runs'>, 'run_id'>>(({ run_id }) =>
    db
      .insertInto('spent_days')
      .columns(['day', 'person_id', 'model', 'provider', 'status', ...SUMS])
      .expression(
        db
          .selectFrom('runs')
          .select([
            sql<number>`created_at / 86400000`.as('day'),
            'person_id',
            'model',
            'provider',
            'status',
            sql<number>`1`.as('runs'),
            'cost_usd',
            'duration_ms',
            'wait_ms',
            ...TOKENS.map((tokens) => atMost(sql.ref<number>(tokens)).as(tokens)),
          ])
          .where('run_id', '=', run_id),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'person_id', 'model', 'provider', 'status'])
          .doUpdateSet(
            Object.fromEntries(
              SUMS.map((sum) => [
                sum,
                atMost(sql<number>`${sql.ref(`spent_days.${sum}`)} + ${sql.ref(`excluded.${sum}`)}`),
              ]),
            ),
          ),
      ),
  );

/** The same for a call. Run it before the outcome is written: a call that already has one is not counted twice. */
export const countToolCall = (db: Db) =>
  prepared<Pick<NewRow<'tool_calls'>, 'run_id' | 'tool_call_id' | 'success'>>(
    ({ run_id, tool_call_id, success }) =>
      db
        .insertInto('tool_days')
        .columns(['day', 'person_id', 'name', 'calls', 'failures'])
        .expression(
          db
            .selectFrom('tool_calls')
            .innerJoin('runs', 'runs.run_id', 'tool_calls.run_id')
            .select([
              sql<number>`started_at / 86400000`.as('day'),
              'runs.person_id',
              'name',
              sql<number>`1`.as('calls'),
              sql<number>`1 - ${success}`.as('failures'),
            ])
            .where('tool_calls.run_id', '=', run_id)
            .where('tool_call_id', '=', tool_call_id)
            .where('success', 'is', null)
            // The calls of a replay are answered from a recording.
            .where('replay_of', 'is', null),
        )
        .onConflict((conflict) =>
          conflict.columns(['day', 'person_id', 'name']).doUpdateSet({
            calls: sql<number>`tool_days.calls + excluded.calls`,
            failures: sql<number>`tool_days.failures + excluded.failures`,
          }),
        ),
  );

/** Whether the row is this one's. */
const isOfPerson = (whose: Whose) =>
  whose === EVERYONE ? sql<boolean>`TRUE` : sql<boolean>`person_id = ${whose}`;

/** Of a member that is a list of whole numbers. */
const part = (nth: number) => sql`CAST(${asJson(sql.ref('each.value'))} ->> ${sql.lit(nth)} AS BIGINT)`;

export const dayReads = (
  db: Db,
): Pick<HistoryStore, 'spentSince' | 'spentByDay' | 'sideCallsSince' | 'toolUseSince'> => ({
  spentSince: async (whose, from) => {
    const day = Math.ceil(from / DAY_MS);
    // Whole days are summed already; the part of a day before them, and running runs, are not.
    const { rows } = await read(
      sql<GroupRow>`
        SELECT model, provider, status, sum(runs) AS runs, sum(cost_usd) AS cost_usd,
          sum(duration_ms) AS duration_ms, sum(wait_ms) AS wait_ms,
          ${sumOf('input_tokens')} AS input_tokens, ${sumOf('output_tokens')} AS output_tokens,
          ${sumOf('cache_read_tokens')} AS cache_read_tokens, ${sumOf('cache_write_tokens')} AS cache_write_tokens
        FROM (
          SELECT model, provider, status, runs, cost_usd, duration_ms, wait_ms,
            input_tokens, output_tokens, cache_read_tokens, cache_write_tokens
          FROM spent_days WHERE day >= ${day} AND ${isOfPerson(whose)}
          UNION ALL
          SELECT model, provider, status, 1, cost_usd, duration_ms, wait_ms,
            input_tokens, output_tokens, cache_read_tokens, cache_write_tokens
          FROM runs WHERE created_at >= ${from} AND created_at < ${day * DAY_MS} AND status <> 'running'
            AND ${isOfPerson(whose)}
          UNION ALL
          SELECT model, provider, status, 1, 0, 0, 0, 0, 0, 0, 0
          FROM runs WHERE status = 'running' AND ${notByIndex(sql.ref('created_at'))} >= ${from} AND ${isOfPerson(whose)}
        ) AS spent
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

  spentByDay: async (whose, bounds) => {
    const days = JSON.stringify(bounds.slice(1).map((end, day) => [day, bounds[day], end]));
    const { rows } = await read(
      sql<{ day: number; model: string; price_known: number; side_cost_usd: number } & SpentRow>`
        WITH days (day, from_at, to_at) AS MATERIALIZED
          (SELECT ${part(0)}, ${part(1)}, ${part(2)} FROM ${membersOf(days)} AS each)
        SELECT day, model, sum(runs) AS runs, sum(cost_usd) AS cost_usd, sum(side_cost_usd) AS side_cost_usd, min(price_known) AS price_known,
          ${sumOf('input_tokens')} AS input_tokens, ${sumOf('output_tokens')} AS output_tokens,
          ${sumOf('cache_read_tokens')} AS cache_read_tokens, ${sumOf('cache_write_tokens')} AS cache_write_tokens
        FROM (
          SELECT day, model, 1 AS runs, price_known, cost_usd, 0.0 AS side_cost_usd, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens
          FROM days CROSS JOIN runs WHERE created_at >= from_at AND created_at < to_at AND ${isOfPerson(whose)}
          UNION ALL
          SELECT day, model, 0, price_known, cost_usd, CASE WHEN purpose = 'subagent' THEN 0.0 ELSE cost_usd END, 0, 0, 0, 0
          FROM days CROSS JOIN side_calls WHERE created_at >= from_at AND created_at < to_at AND ${isOfPerson(whose)}
        ) AS spent
        GROUP BY day, model
      `.execute(db),
    );
    return rows.map(({ day, model, price_known, side_cost_usd, ...row }) => ({
      day,
      model,
      sideCostUsd: side_cost_usd,
      priceKnown: priceKnownIn(price_known),
      ...spentFrom(row),
    }));
  },

  sideCallsSince: async (whose, from) => {
    const rows = await read(
      db
        .selectFrom('side_calls')
        .select(({ fn }) => [
          'purpose',
          fn.countAll<number>().as('calls'),
          sql<number>`count(*) FILTER (WHERE outcome = 'failed')`.as('failures'),
          fn.sum<number>('cost_usd').as('costUsd'),
        ])
        .where('created_at', '>=', from)
        .where(isOfPerson(whose))
        .groupBy('purpose')
        .orderBy('purpose')
        .execute(),
    );
    return rows.map(({ purpose, ...use }) => ({ purpose: purpose as SideCallUse['purpose'], ...use }));
  },

  toolUseSince: async (whose, from) => {
    const day = Math.ceil(from / DAY_MS);
    const { rows } = await read(
      sql<ToolUse>`
        SELECT name, sum(calls) AS calls, sum(failures) AS failures
        FROM (
          SELECT name, calls, failures FROM tool_days WHERE day >= ${day} AND ${isOfPerson(whose)}
          UNION ALL
          SELECT name, 1, 1 - success FROM tool_calls
          WHERE run_id NOT IN (SELECT run_id FROM runs WHERE replay_of IS NOT NULL)
            AND ${whose === EVERYONE ? sql`TRUE` : sql`run_id IN (SELECT run_id FROM runs WHERE person_id = ${whose})`}
            AND success IS NOT NULL AND started_at >= ${from} AND started_at < ${day * DAY_MS}
        ) AS used
        GROUP BY name ORDER BY calls DESC, name
      `.execute(db),
    );
    return rows;
  },
});

export interface SpentRow {
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

export const spentFrom = (row: SpentRow): { runs: number; costUsd: number; usage: Usage } => ({
  runs: row.runs,
  costUsd: row.cost_usd,
  usage: {
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cacheReadTokens: row.cache_read_tokens,
    cacheWriteTokens: row.cache_write_tokens,
  },
});
