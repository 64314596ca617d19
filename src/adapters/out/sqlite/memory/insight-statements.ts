import type { Prepare } from '../statements.ts';

const MOST = Number.MAX_SAFE_INTEGER;

export function insightStatements(prepare: Prepare) {
  return {
    countThread: prepare(
      `INSERT INTO thread_tallies (thread_id, runs, failed_runs, tool_calls, tokens, cost_usd, duration_ms, wait_ms,
         first_run_at, last_run_at, last_end_no, person_id)
       VALUES ($threadId, 1, $failedRuns, $toolCalls, $tokens, $costUsd, $durationMs, $waitMs, $at, $at, $endNo, $person)
       ON CONFLICT (thread_id) DO UPDATE SET
         runs = runs + 1,
         failed_runs = failed_runs + excluded.failed_runs,
         tool_calls = tool_calls + excluded.tool_calls,
         tokens = min(tokens + excluded.tokens, ${MOST}),
         cost_usd = cost_usd + excluded.cost_usd,
         duration_ms = min(duration_ms + excluded.duration_ms, ${MOST}),
         wait_ms = min(wait_ms + excluded.wait_ms, ${MOST}),
         last_run_at = excluded.last_run_at,
         last_end_no = excluded.last_end_no,
         person_id = excluded.person_id
       RETURNING thread_no AS threadNo, cost_usd AS costUsd`,
    ),
    weights: prepare(
      'SELECT priced_threads AS pricedThreads, median_usd AS medianUsd FROM insight_weights WHERE person_id = ?',
    ),
    counted: prepare(
      `INSERT INTO insight_weights VALUES (?, 0, 0, ?)
       ON CONFLICT (person_id) DO UPDATE SET counted_since = counted_since + excluded.counted_since
       RETURNING counted_since AS countedSince, priced_threads AS pricedThreads`,
    ),
    reach: prepare('UPDATE insight_state SET end_no = ?, run_id = ?'),
    pricedThreads: prepare(
      'SELECT count(*) FROM thread_tallies WHERE person_id = ? AND cost_usd > 0',
    ).pluck(),
    /** The middle one, or the lower of the two in the middle. */
    median: prepare(
      'SELECT cost_usd FROM thread_tallies WHERE person_id = ? AND cost_usd > 0 ORDER BY cost_usd LIMIT 1 OFFSET ?',
    ).pluck(),
    weighed: prepare(
      'UPDATE insight_weights SET priced_threads = ?, median_usd = ?, counted_since = 0 WHERE person_id = ?',
    ),
    costliest: prepare(
      `SELECT thread_id AS threadId, last_end_no AS endNo, last_run_at AS endedAt FROM thread_tallies
       WHERE person_id = ? AND cost_usd >= ? ORDER BY cost_usd DESC LIMIT ?`,
    ),
    costlyKnown: prepare(`SELECT key FROM patterns WHERE kind = 'costly_thread' AND person_id = ?`).pluck(),
    costlyPattern: prepare(`SELECT pattern_no FROM patterns WHERE kind = 'costly_thread' AND key = ?`),
    costlyCount: prepare(
      `SELECT count(*) FROM patterns WHERE kind = 'costly_thread' AND person_id = ?`,
    ).pluck(),
    costlyAgain: prepare(
      `UPDATE patterns SET last_seen_at = ?, last_end_no = ? WHERE kind = 'costly_thread' AND key = ?`,
    ),
    dropCostly: prepare(`DELETE FROM patterns WHERE kind = 'costly_thread' AND key = ?`),

    nextPattern: prepare(
      'UPDATE insight_state SET last_pattern = last_pattern + 1 RETURNING last_pattern',
    ).pluck(),
    patternOf: prepare(
      `SELECT pattern_no AS pattern, runs, calls, failures, first_seen_at AS firstAt, last_end_no AS endNo
       FROM patterns WHERE kind = ? AND key = ?`,
    ),
    addPattern: prepare(
      `INSERT INTO patterns (pattern_no, kind, key, tools_json, told, runs, calls, failures,
         first_seen_at, last_seen_at, last_end_no, person_id)
       VALUES (?, ?, ?, ?, ?, 0, 0, 0, ?, ?, ?, ?)`,
    ),
    addEvidence: prepare(
      `INSERT INTO pattern_evidence (pattern_no, end_no, thread_no, at, calls, failures, text, topic_json)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    dropOldestEvidence: prepare(
      `DELETE FROM pattern_evidence WHERE pattern_no = $pattern AND end_no = (
         SELECT min(end_no) FROM pattern_evidence WHERE pattern_no = $pattern)
       RETURNING calls, failures`,
    ),
    sums: prepare(
      `SELECT count(*) AS runs, total(calls) AS calls, total(failures) AS failures, min(at) AS firstAt, max(end_no) AS endNo
       FROM pattern_evidence WHERE pattern_no = ?`,
    ),
    lastAt: prepare(
      'SELECT at FROM pattern_evidence WHERE pattern_no = ? ORDER BY end_no DESC LIMIT 1',
    ).pluck(),
    judgeAgain: prepare(
      `UPDATE patterns SET told = ?, runs = ?, calls = ?, failures = ?, last_seen_at = ?, last_end_no = ?
       WHERE pattern_no = ?`,
    ),
    judgeAnew: prepare(
      `UPDATE patterns SET told = min(told, $keeps), runs = $runs, calls = $calls, failures = $failures,
         first_seen_at = $firstAt, last_seen_at = $lastAt, last_end_no = $endNo WHERE pattern_no = $pattern`,
    ),
    dropPattern: prepare('DELETE FROM patterns WHERE pattern_no = ?'),
    dropOldest: prepare(
      `DELETE FROM patterns WHERE pattern_no IN (
         SELECT pattern_no FROM patterns WHERE kind = $kind AND person_id = $person ORDER BY told, last_end_no
         LIMIT max(0, (SELECT count(*) FROM patterns WHERE kind = $kind AND person_id = $person) - $known))`,
    ),

    patternsOfThread: prepare(
      'SELECT DISTINCT kind, pattern_no AS pattern FROM pattern_evidence JOIN patterns USING (pattern_no) WHERE thread_no = ?',
    ),
    dropEvidenceOfThread: prepare('DELETE FROM pattern_evidence WHERE thread_no = ?'),
    threadNo: prepare('SELECT thread_no FROM thread_tallies WHERE thread_id = ?').pluck(),
    dropTally: prepare('DELETE FROM thread_tallies WHERE thread_id = ?'),
    dropAllTallies: prepare('DELETE FROM thread_tallies'),
    dropAllPatterns: prepare('DELETE FROM patterns'),
    dropUnused: prepare(
      `DELETE FROM insight_weights WHERE NOT EXISTS (
         SELECT 1 FROM thread_tallies WHERE thread_tallies.person_id = insight_weights.person_id)`,
    ),
    dropAllWeights: prepare('DELETE FROM insight_weights'),
    restart: prepare(`UPDATE insight_state SET end_no = 0, run_id = ''`),
  };
}
