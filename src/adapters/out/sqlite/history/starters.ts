import { sql } from 'kysely';
import { EVERYONE, type Whose } from '../../../../core/trust/people/model.ts';
import type { FireOutcomes, SpentOnStarter } from '../../../../core/execution/history/model.ts';
import type { HistoryStore } from '../../../../core/execution/history/store.ts';
import { spentFrom, type SpentRow } from './days.ts';
import { read, type Db } from './part.ts';
import { priceKnownIn } from './price-known.ts';
import { sumOf } from './token-sums.ts';

interface StarterRow extends SpentRow {
  readonly kind: SpentOnStarter['kind'];
  readonly id: string | null;
  readonly title: string | null;
  readonly price_known: number;
}

const isOf = (whose: Whose, column: string) =>
  whose === EVERYONE ? sql<boolean>`TRUE` : sql<boolean>`${sql.ref(column)} = ${whose}`;

/**
 * What started runs, from what each run says of it. Runs are summed by that first, so the names are looked up once for each
 * starter, however many runs it has.
 */
export const starterReads = (db: Db): Pick<HistoryStore, 'spentByStarter' | 'fireOutcomes'> => ({
  spentByStarter: async (whose, from, limit) => {
    const { rows } = await read(
      sql<StarterRow>`
        WITH spent AS MATERIALIZED (
          SELECT starter_kind, CASE WHEN starter_kind IN ('trigger', 'workflow') THEN starter_id END AS of_id,
            replay_of IS NOT NULL AS is_replay, count(*) AS runs, sum(cost_usd) AS cost_usd, min(price_known) AS price_known,
            ${sumOf('input_tokens')} AS input_tokens, ${sumOf('output_tokens')} AS output_tokens,
            ${sumOf('cache_read_tokens')} AS cache_read_tokens, ${sumOf('cache_write_tokens')} AS cache_write_tokens
          FROM runs WHERE created_at >= ${from} AND ${isOf(whose, 'person_id')} GROUP BY starter_kind, of_id, is_replay
        ), named AS (
          SELECT
            CASE WHEN is_replay THEN 'replay' ELSE spent.starter_kind END AS kind,
            CASE spent.starter_kind WHEN 'trigger' THEN spent.of_id ELSE workflow_runs.workflow_id END AS id,
            coalesce(triggers.title, workflow_runs.name) AS title,
            runs, spent.cost_usd, spent.price_known, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens
          FROM spent
          LEFT JOIN triggers ON spent.starter_kind = 'trigger' AND triggers.trigger_id = spent.of_id
          LEFT JOIN workflow_runs ON spent.starter_kind = 'workflow' AND workflow_runs.workflow_run_id = spent.of_id
        )
        SELECT kind, id, title, sum(runs) AS runs, sum(cost_usd) AS cost_usd, min(price_known) AS price_known,
          ${sumOf('input_tokens')} AS input_tokens, ${sumOf('output_tokens')} AS output_tokens,
          ${sumOf('cache_read_tokens')} AS cache_read_tokens, ${sumOf('cache_write_tokens')} AS cache_write_tokens
        FROM named GROUP BY kind, id, title
        ORDER BY cost_usd DESC, runs DESC, kind, title NULLS FIRST
        LIMIT ${limit}
      `.execute(db),
    );
    return rows.map(({ kind, id, title, price_known, ...row }) => ({
      kind,
      id,
      title,
      ...spentFrom(row),
      priceKnown: priceKnownIn(price_known),
    }));
  },

  fireOutcomes: async (whose, from, limit) => {
    const { rows } = await read(
      sql<FireOutcomes>`
        SELECT triggers.trigger_id AS "triggerId", title,
          count(*) FILTER (WHERE outcome = 'verified') AS verified, count(*) FILTER (WHERE outcome = 'unverified') AS unverified,
          count(*) FILTER (WHERE outcome = 'failed') AS failed, count(*) FILTER (WHERE outcome = 'skipped') AS skipped,
          count(*) FILTER (WHERE outcome = 'missed') AS missed, count(*) FILTER (WHERE outcome IS NULL) AS open
        FROM fires JOIN triggers ON triggers.trigger_id = fires.trigger_id
        WHERE fires.started_at >= ${from} AND ${isOf(whose, 'triggers.person_id')}
        GROUP BY triggers.trigger_id, title ORDER BY count(*) DESC, title
        LIMIT ${limit}
      `.execute(db),
    );
    return rows;
  },
});
