import { sql } from 'kysely';
import type {
  StoredEvidence,
  Pattern,
  SortColumn,
  ThreadTally,
  Topic,
} from '../../../../core/execution/insights/model.ts';
import { insightLimits } from '../../../../core/execution/insights/limits.ts';
import type {
  AskedQuestion,
  InsightStore,
  PatternPosition,
} from '../../../../core/execution/insights/store.ts';
import { runId, threadId } from '../../../../core/kernel/ids.ts';
import type { Page } from '../../../../core/kernel/page.ts';
import { OWNERS, type PersonKeys } from '../person-keys.ts';
import { asking, askingOne, askingValues, type RunWork, type Work } from '../work.ts';
import { keyFrom } from './insight-keys.ts';

/** Each has an index. */
const COLUMN: Readonly<Record<SortColumn, string>> = {
  runs: 'runs',
  failedRuns: 'failed_runs',
  toolCalls: 'tool_calls',
  tokens: 'tokens',
  costUsd: 'cost_usd',
  avgDurationMs: 'avg_duration_ms',
  waitMs: 'wait_ms',
  // The clock may be set back.
  lastRunAt: 'last_end_no',
};

/** Reads of insights. */
export function insightReads(run: RunWork, keys: PersonKeys): InsightStore {
  return {
    reached: async () => {
      const reached = await run(statements.reached({}));
      return reached === undefined || reached.endNo === 0
        ? null
        : { endNo: reached.endNo, runId: runId(reached.id) };
    },

    questions: async (whose) => {
      const person = keys.keyOf(whose);
      return (await run(statements.questions({ person }))).map(({ key, topic }): AskedQuestion => ({
        key: keyFrom(person, key),
        topic: JSON.parse(topic) as Topic,
      }));
    },

    threads: async (whose, { sort, since, limit, after }) => {
      const rows = await run(
        THREADS[sort.by][sort.descending ? 'descending' : 'ascending']({
          person: keys.keyOf(whose),
          since: since ?? Number.MIN_SAFE_INTEGER,
          value: after?.value ?? (sort.descending ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER),
          threadNo: after?.threadNo ?? (sort.descending ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER),
          limit: limit + 1,
        }),
      );
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const next = rows.length > limit && last ? { value: last.value, threadNo: last.threadNo } : null;
      return { items: page.map(tallyFrom), next };
    },

    patterns: async (whose, { limit, after }) => {
      const person = keys.keyOf(whose);
      return await run(pageOfPatterns(person, limit, after));
    },
  };
}

function* pageOfPatterns(
  person: string,
  limit: number,
  after: PatternPosition | null,
): Work<Page<Pattern, PatternPosition>> {
  const rows = yield* statements.patterns({
    person,
    endNo: after?.endNo ?? Number.MAX_SAFE_INTEGER,
    patternNo: after?.patternNo ?? Number.MAX_SAFE_INTEGER,
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const items: Pattern[] = [];
  for (const row of page) items.push(yield* patternFrom(row, person));
  const next = rows.length > limit && last ? { endNo: last.endNo, patternNo: last.pattern } : null;
  return { items, next };
}

function* patternFrom(row: PatternRow, person: string): Work<Pattern> {
  // The number would tell a member how many others have.
  const patternId = person === OWNERS ? String(row.pattern) : `${row.kind} ${keyFrom(person, row.key)}`;
  const seen = { patternId };
  const tools = JSON.parse(row.tools) as readonly string[];
  switch (row.kind) {
    case 'sequence':
      return { ...seen, kind: row.kind, tools, evidence: yield* evidenceOf(row) };
    case 'failing_tool': {
      const { calls, failures } = row;
      return { ...seen, kind: row.kind, tools, calls, failures, evidence: yield* evidenceOf(row) };
    }
    case 'costly_thread': {
      const found = yield* statements.costly({ threadId: row.key });
      if (!found) throw new Error('a costly thread has no tally');
      const { runs, first, last, lastEnd, ...costs } = found;
      const evidence = { count: runs, ends: [lastEnd], firstSeenAt: first, lastSeenAt: last };
      return { ...seen, kind: row.kind, threadId: threadId(row.key), ...costs, evidence };
    }
    case 'repeated_question': {
      const text = (yield* statements.textOf({ pattern: row.pattern }))[0] ?? '';
      return { ...seen, kind: row.kind, text, evidence: yield* evidenceOf(row) };
    }
  }
}

function* evidenceOf(row: PatternRow): Work<StoredEvidence> {
  const ends = yield* statements.endsOf({ pattern: row.pattern, limit: insightLimits.runsNamed });
  return { count: row.runs, ends, firstSeenAt: row.firstAt, lastSeenAt: row.lastAt };
}

const tallyFrom = (row: TallyRow): ThreadTally => ({
  threadId: threadId(row.threadId),
  runs: row.runs,
  failedRuns: row.failedRuns,
  toolCalls: row.toolCalls,
  tokens: row.tokens,
  costUsd: row.costUsd,
  avgDurationMs: row.avgDurationMs,
  waitMs: row.waitMs,
  lastRunAt: row.lastRunAt,
});

type TallyRow = Omit<ThreadTally, 'threadId'> & {
  readonly threadNo: number;
  readonly value: number;
  readonly threadId: string;
};

interface PatternRow {
  readonly pattern: number;
  readonly kind: Pattern['kind'];
  readonly key: string;
  readonly tools: string;
  readonly runs: number;
  readonly calls: number;
  readonly failures: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly endNo: number;
}

interface CostlyRow {
  readonly costUsd: number;
  readonly medianUsd: number;
  readonly runs: number;
  readonly first: number;
  readonly last: number;
  readonly lastEnd: number;
}

interface AskedThreads {
  readonly person: string;
  readonly since: number;
  readonly value: number;
  readonly threadNo: number;
  readonly limit: number;
}

const threadsBy = (column: string, beyond: '<' | '>', order: 'ASC' | 'DESC') => {
  const by = sql.ref(column);
  return asking<AskedThreads, TallyRow>(
    ({ person, since, value, threadNo, limit }) =>
      sql`SELECT thread_no AS "threadNo", ${by} AS value, thread_id AS "threadId", runs,
          failed_runs AS "failedRuns", tool_calls AS "toolCalls", tokens, cost_usd AS "costUsd",
          avg_duration_ms AS "avgDurationMs", wait_ms AS "waitMs", last_run_at AS "lastRunAt"
        FROM thread_tallies WHERE person_id = ${person} AND last_run_at >= ${since}
          AND (${by}, thread_no) ${sql.raw(beyond)} (${value}, ${threadNo})
        ORDER BY ${by} ${sql.raw(order)}, thread_no ${sql.raw(order)} LIMIT ${limit}`,
  );
};

const THREADS = Object.fromEntries(
  Object.entries(COLUMN).map(([by, column]) => [
    by,
    { ascending: threadsBy(column, '>', 'ASC'), descending: threadsBy(column, '<', 'DESC') },
  ]),
) as Readonly<Record<SortColumn, Record<'ascending' | 'descending', ReturnType<typeof threadsBy>>>>;

const statements = {
  reached: askingOne<object, { readonly endNo: number; readonly id: string }>(
    () => sql`SELECT end_no AS "endNo", run_id AS id FROM insight_state`,
  ),
  questions: asking<{ readonly person: string }, { readonly key: string; readonly topic: string }>(
    ({ person }) => sql`SELECT key, topic_json AS topic FROM pattern_evidence JOIN patterns USING (pattern_no)
      WHERE kind = 'repeated_question' AND person_id = ${person} ORDER BY end_no, pattern_no`,
  ),
  patterns: asking<
    { readonly person: string; readonly endNo: number; readonly patternNo: number; readonly limit: number },
    PatternRow
  >(
    ({ person, endNo, patternNo, limit }) =>
      sql`SELECT pattern_no AS pattern, kind, key, tools_json AS tools, runs, calls, failures,
          first_seen_at AS "firstAt", last_seen_at AS "lastAt", last_end_no AS "endNo"
        FROM patterns WHERE person_id = ${person} AND told = 1 AND (last_end_no, pattern_no) < (${endNo}, ${patternNo})
        ORDER BY last_end_no DESC, pattern_no DESC LIMIT ${limit}`,
  ),
  endsOf: askingValues<{ readonly pattern: number; readonly limit: number }, number>(
    ({ pattern, limit }) => sql`SELECT end_no FROM pattern_evidence WHERE pattern_no = ${pattern}
      ORDER BY end_no DESC LIMIT ${limit}`,
  ),
  textOf: askingValues<{ readonly pattern: number }, string>(
    ({ pattern }) => sql`SELECT text FROM pattern_evidence WHERE pattern_no = ${pattern}
      ORDER BY end_no DESC LIMIT 1`,
  ),
  costly: askingOne<{ readonly threadId: string }, CostlyRow>(
    ({
      threadId,
    }) => sql`SELECT cost_usd AS "costUsd", median_usd AS "medianUsd", runs, first_run_at AS first,
        last_run_at AS last, last_end_no AS "lastEnd"
      FROM thread_tallies JOIN insight_weights USING (person_id) WHERE thread_id = ${threadId}`,
  ),
};
