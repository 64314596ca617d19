import { sql } from 'kysely';
import { greater, lesser } from '../words.ts';
import { asking, askingOne, askingValue, askingValues, writing } from '../work.ts';

const MOST = sql.lit(Number.MAX_SAFE_INTEGER);

const column = (name: string) => sql.ref<number>(`thread_tallies.${name}`);
const added = (name: string) => sql`${column(name)} + ${sql.ref(`excluded.${name}`)}`;

interface OfPerson {
  readonly person: string;
}
interface OfPattern {
  readonly pattern: number;
}
interface OfThread {
  readonly threadId: string;
}

export interface Sums {
  readonly runs: number;
  readonly calls: number;
  readonly failures: number;
  readonly firstAt: number;
  readonly endNo: number;
}

/** What the changes of insights run. */
export const insightStatements = {
  countThread: askingOne<
    OfPerson & {
      readonly threadId: string;
      readonly endNo: number;
      readonly at: number;
      readonly failedRuns: number;
      readonly toolCalls: number;
      readonly tokens: number;
      readonly costUsd: number;
      readonly durationMs: number;
      readonly waitMs: number;
    },
    { readonly threadNo: number; readonly costUsd: number }
  >(
    ({ threadId, endNo, at, failedRuns, toolCalls, tokens, costUsd, durationMs, waitMs, person }) =>
      sql`INSERT INTO thread_tallies (thread_id, runs, failed_runs, tool_calls, tokens, cost_usd, duration_ms, wait_ms,
          first_run_at, last_run_at, last_end_no, person_id)
        VALUES (${threadId}, 1, ${failedRuns}, ${toolCalls}, ${tokens}, ${costUsd}, ${durationMs}, ${waitMs},
          ${at}, ${at}, ${endNo}, ${person})
        ON CONFLICT (thread_id) DO UPDATE SET
          runs = thread_tallies.runs + 1,
          failed_runs = ${added('failed_runs')},
          tool_calls = ${added('tool_calls')},
          tokens = ${lesser(added('tokens'), MOST)},
          cost_usd = ${added('cost_usd')},
          duration_ms = ${lesser(added('duration_ms'), MOST)},
          wait_ms = ${lesser(added('wait_ms'), MOST)},
          last_run_at = excluded.last_run_at,
          last_end_no = excluded.last_end_no,
          person_id = excluded.person_id
        RETURNING thread_no AS "threadNo", cost_usd AS "costUsd"`,
  ),
  weights: askingOne<OfPerson, { readonly pricedThreads: number; readonly medianUsd: number }>(
    ({ person }) => sql`SELECT priced_threads AS "pricedThreads", median_usd AS "medianUsd"
      FROM insight_weights WHERE person_id = ${person}`,
  ),
  counted: askingOne<
    OfPerson & { readonly runs: number },
    { readonly countedSince: number; readonly pricedThreads: number }
  >(
    ({ person, runs }) =>
      sql`INSERT INTO insight_weights (person_id, priced_threads, median_usd, counted_since)
        VALUES (${person}, 0, 0, ${runs})
        ON CONFLICT (person_id) DO UPDATE SET counted_since = insight_weights.counted_since + excluded.counted_since
        RETURNING counted_since AS "countedSince", priced_threads AS "pricedThreads"`,
  ),
  reach: writing<{ readonly endNo: number; readonly runId: string }>(
    ({ endNo, runId }) => sql`UPDATE insight_state SET end_no = ${endNo}, run_id = ${runId}`,
  ),
  pricedThreads: askingValue<OfPerson, number>(
    ({ person }) => sql`SELECT count(*) FROM thread_tallies WHERE person_id = ${person} AND cost_usd > 0`,
  ),
  /** The middle one, or the lower of the two in the middle. */
  median: askingValue<OfPerson & { readonly middle: number }, number>(
    ({
      person,
      middle,
    }) => sql`SELECT cost_usd FROM thread_tallies WHERE person_id = ${person} AND cost_usd > 0
      ORDER BY cost_usd LIMIT 1 OFFSET ${middle}`,
  ),
  weighed: writing<OfPerson & { readonly priced: number; readonly median: number }>(
    ({ person, priced, median }) =>
      sql`UPDATE insight_weights SET priced_threads = ${priced}, median_usd = ${median}, counted_since = 0
        WHERE person_id = ${person}`,
  ),
  costliest: asking<
    OfPerson & { readonly from: number; readonly limit: number },
    { readonly threadId: string; readonly endNo: number; readonly endedAt: number }
  >(
    ({ person, from, limit }) =>
      sql`SELECT thread_id AS "threadId", last_end_no AS "endNo", last_run_at AS "endedAt" FROM thread_tallies
        WHERE person_id = ${person} AND cost_usd >= ${from} ORDER BY cost_usd DESC, thread_no DESC LIMIT ${limit}`,
  ),
  costlyKnown: askingValues<OfPerson, string>(
    ({ person }) => sql`SELECT key FROM patterns WHERE kind = 'costly_thread' AND person_id = ${person}`,
  ),
  costlyPattern: askingValue<OfThread, number>(
    ({ threadId }) => sql`SELECT pattern_no FROM patterns WHERE kind = 'costly_thread' AND key = ${threadId}`,
  ),
  costlyCount: askingValue<OfPerson, number>(
    ({ person }) => sql`SELECT count(*) FROM patterns WHERE kind = 'costly_thread' AND person_id = ${person}`,
  ),
  costlyAgain: writing<OfThread & { readonly endedAt: number; readonly endNo: number }>(
    ({
      threadId,
      endedAt,
      endNo,
    }) => sql`UPDATE patterns SET last_seen_at = ${endedAt}, last_end_no = ${endNo}
      WHERE kind = 'costly_thread' AND key = ${threadId}`,
  ),
  dropCostly: writing<OfThread>(
    ({ threadId }) => sql`DELETE FROM patterns WHERE kind = 'costly_thread' AND key = ${threadId}`,
  ),

  nextPattern: askingValue<object, number>(
    () => sql`UPDATE insight_state SET last_pattern = last_pattern + 1 RETURNING last_pattern`,
  ),
  patternOf: askingOne<{ readonly kind: string; readonly key: string }, Sums & OfPattern>(
    ({ kind, key }) =>
      sql`SELECT pattern_no AS pattern, runs, calls, failures, first_seen_at AS "firstAt", last_end_no AS "endNo"
        FROM patterns WHERE kind = ${kind} AND key = ${key}`,
  ),
  addPattern: writing<
    OfPattern &
      OfPerson & {
        readonly kind: string;
        readonly key: string;
        readonly tools: string;
        readonly told: number;
        readonly at: number;
        readonly endNo: number;
      }
  >(
    ({ pattern, kind, key, tools, told, at, endNo, person }) =>
      sql`INSERT INTO patterns (pattern_no, kind, key, tools_json, told, runs, calls, failures,
          first_seen_at, last_seen_at, last_end_no, person_id)
        VALUES (${pattern}, ${kind}, ${key}, ${tools}, ${told}, 0, 0, 0, ${at}, ${at}, ${endNo}, ${person})`,
  ),
  addEvidence: writing<
    OfPattern & {
      readonly endNo: number;
      readonly threadNo: number;
      readonly at: number;
      readonly calls: number;
      readonly failures: number;
      readonly text: string | null;
      readonly topic: string | null;
    }
  >(
    ({ pattern, endNo, threadNo, at, calls, failures, text, topic }) =>
      sql`INSERT INTO pattern_evidence (pattern_no, end_no, thread_no, at, calls, failures, text, topic_json)
        VALUES (${pattern}, ${endNo}, ${threadNo}, ${at}, ${calls}, ${failures}, ${text}, ${topic})`,
  ),
  dropOldestEvidence: askingOne<OfPattern, { readonly calls: number; readonly failures: number }>(
    ({ pattern }) => sql`DELETE FROM pattern_evidence WHERE pattern_no = ${pattern} AND end_no = (
        SELECT min(end_no) FROM pattern_evidence WHERE pattern_no = ${pattern})
      RETURNING calls, failures`,
  ),
  sums: askingOne<OfPattern, Sums>(
    ({ pattern }) => sql`SELECT count(*) AS runs, coalesce(sum(calls), 0) AS calls,
        coalesce(sum(failures), 0) AS failures, min(at) AS "firstAt", max(end_no) AS "endNo"
      FROM pattern_evidence WHERE pattern_no = ${pattern}`,
  ),
  lastAt: askingValue<OfPattern, number>(
    ({ pattern }) =>
      sql`SELECT at FROM pattern_evidence WHERE pattern_no = ${pattern} ORDER BY end_no DESC LIMIT 1`,
  ),
  judgeAgain: writing<
    OfPattern & {
      readonly told: number;
      readonly runs: number;
      readonly calls: number;
      readonly failures: number;
      readonly at: number;
      readonly endNo: number;
    }
  >(
    ({ pattern, told, runs, calls, failures, at, endNo }) =>
      sql`UPDATE patterns SET told = ${told}, runs = ${runs}, calls = ${calls}, failures = ${failures},
          last_seen_at = ${at}, last_end_no = ${endNo}
        WHERE pattern_no = ${pattern}`,
  ),
  judgeAnew: writing<OfPattern & Sums & { readonly keeps: number; readonly lastAt: number }>(
    ({ pattern, keeps, runs, calls, failures, firstAt, lastAt, endNo }) =>
      sql`UPDATE patterns SET told = ${lesser(sql`told`, sql`CAST(${keeps} AS BIGINT)`)}, runs = ${runs},
          calls = ${calls}, failures = ${failures}, first_seen_at = ${firstAt}, last_seen_at = ${lastAt},
          last_end_no = ${endNo}
        WHERE pattern_no = ${pattern}`,
  ),
  dropPattern: writing<OfPattern>(({ pattern }) => sql`DELETE FROM patterns WHERE pattern_no = ${pattern}`),
  dropOldest: writing<OfPerson & { readonly kind: string; readonly known: number }>(
    ({ person, kind, known }) => sql`DELETE FROM patterns WHERE pattern_no IN (
      SELECT pattern_no FROM patterns WHERE kind = ${kind} AND person_id = ${person}
      ORDER BY told, last_end_no, pattern_no
      LIMIT ${greater(
        sql`(SELECT count(*) FROM patterns WHERE kind = ${kind} AND person_id = ${person}) - CAST(${known} AS BIGINT)`,
        sql`0`,
      )})`,
  ),

  patternsOfThread: asking<{ readonly threadNo: number }, OfPattern & { readonly kind: string }>(
    ({ threadNo }) => sql`SELECT DISTINCT kind, pattern_no AS pattern
      FROM pattern_evidence JOIN patterns USING (pattern_no) WHERE thread_no = ${threadNo} ORDER BY pattern`,
  ),
  dropEvidenceOfThread: writing<{ readonly threadNo: number }>(
    ({ threadNo }) => sql`DELETE FROM pattern_evidence WHERE thread_no = ${threadNo}`,
  ),
  threadNo: askingValue<OfThread, number>(
    ({ threadId }) => sql`SELECT thread_no FROM thread_tallies WHERE thread_id = ${threadId}`,
  ),
  dropTally: writing<OfThread>(
    ({ threadId }) => sql`DELETE FROM thread_tallies WHERE thread_id = ${threadId}`,
  ),
  dropAllTallies: writing<object>(() => sql`DELETE FROM thread_tallies`),
  dropAllPatterns: writing<object>(() => sql`DELETE FROM patterns`),
  dropUnused: writing<object>(
    () => sql`DELETE FROM insight_weights WHERE NOT EXISTS (
      SELECT 1 FROM thread_tallies WHERE thread_tallies.person_id = insight_weights.person_id)`,
  ),
  dropAllWeights: writing<object>(() => sql`DELETE FROM insight_weights`),
  restart: writing<object>(() => sql`UPDATE insight_state SET end_no = 0, run_id = ''`),
};
