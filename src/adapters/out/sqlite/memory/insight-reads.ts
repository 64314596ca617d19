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
import { OWNERS, type PersonKeys } from '../person-keys.ts';
import type { Prepare } from '../statements.ts';
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

/** Reads of insights, by a connection that never writes. */
export function insightReads(prepare: Prepare, keys: PersonKeys): InsightStore {
  const statements = statementsOn(prepare);
  const evidenceOf = (row: PatternRow): StoredEvidence => ({
    count: row.runs,
    ends: statements.endsOf.all(row.pattern, insightLimits.runsNamed) as number[],
    firstSeenAt: row.firstAt,
    lastSeenAt: row.lastAt,
  });

  const patternFrom = (row: PatternRow, person: string): Pattern => {
    // The number would tell a member how many others have.
    const patternId = person === OWNERS ? String(row.pattern) : `${row.kind} ${keyFrom(person, row.key)}`;
    const seen = { patternId };
    const tools = JSON.parse(row.tools) as readonly string[];
    switch (row.kind) {
      case 'sequence':
        return { ...seen, kind: row.kind, tools, evidence: evidenceOf(row) };
      case 'failing_tool':
        return {
          ...seen,
          kind: row.kind,
          tools,
          calls: row.calls,
          failures: row.failures,
          evidence: evidenceOf(row),
        };
      case 'costly_thread': {
        const { runs, first, last, lastEnd, ...costs } = statements.costly.get(row.key) as CostlyRow;
        const evidence = { count: runs, ends: [lastEnd], firstSeenAt: first, lastSeenAt: last };
        return { ...seen, kind: row.kind, threadId: threadId(row.key), ...costs, evidence };
      }
      case 'repeated_question': {
        const text = statements.textOf.get(row.pattern) as string;
        return { ...seen, kind: row.kind, text, evidence: evidenceOf(row) };
      }
    }
  };

  return {
    reached: async () => {
      const { endNo, id } = statements.reached.get() as { endNo: number; id: string };
      return endNo === 0 ? null : { endNo, runId: runId(id) };
    },

    questions: async (whose) => {
      const person = keys.keyOf(whose);
      return (statements.questions.all(person) as { key: string; topic: string }[]).map(
        ({ key, topic }): AskedQuestion => ({
          key: keyFrom(person, key),
          topic: JSON.parse(topic) as Topic,
        }),
      );
    },

    threads: async (whose, { sort, since, limit, after }) => {
      const column = COLUMN[sort.by];
      const [beyond, order] = sort.descending ? ['<', 'DESC'] : ['>', 'ASC'];
      const place = after ? [after.value, after.threadNo] : [];
      const rows = prepare(
        `SELECT thread_no AS threadNo, ${column} AS value, thread_id AS threadId, runs, failed_runs AS failedRuns,
           tool_calls AS toolCalls, tokens, cost_usd AS costUsd, avg_duration_ms AS avgDurationMs,
           wait_ms AS waitMs, last_run_at AS lastRunAt
         FROM thread_tallies WHERE person_id = ? AND last_run_at >= ? ${after ? `AND (${column}, thread_no) ${beyond} (?, ?)` : ''}
         ORDER BY ${column} ${order}, thread_no ${order} LIMIT ?`,
      ).all(keys.keyOf(whose), since ?? Number.MIN_SAFE_INTEGER, ...place, limit + 1) as TallyRow[];
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const next = rows.length > limit && last ? { value: last.value, threadNo: last.threadNo } : null;
      return {
        items: page.map(tallyFrom),
        next,
      };
    },

    patterns: async (whose, { limit, after }) => {
      const person = keys.keyOf(whose);
      const rows = statements.patterns.all(
        person,
        after?.endNo ?? Number.MAX_SAFE_INTEGER,
        after?.patternNo ?? Number.MAX_SAFE_INTEGER,
        limit + 1,
      ) as PatternRow[];
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const next: PatternPosition | null =
        rows.length > limit && last ? { endNo: last.endNo, patternNo: last.pattern } : null;
      return { items: page.map((row) => patternFrom(row, person)), next };
    },
  };
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

function statementsOn(prepare: Prepare) {
  return {
    reached: prepare('SELECT end_no AS endNo, run_id AS id FROM insight_state'),
    questions: prepare(
      `SELECT key, topic_json AS topic FROM pattern_evidence JOIN patterns USING (pattern_no)
       WHERE kind = 'repeated_question' AND person_id = ? ORDER BY end_no`,
    ),
    patterns: prepare(
      `SELECT pattern_no AS pattern, kind, key, tools_json AS tools, runs, calls, failures,
         first_seen_at AS firstAt, last_seen_at AS lastAt, last_end_no AS endNo
       FROM patterns WHERE person_id = ? AND told = 1 AND (last_end_no, pattern_no) < (?, ?)
       ORDER BY last_end_no DESC, pattern_no DESC LIMIT ?`,
    ),
    endsOf: prepare(
      'SELECT end_no FROM pattern_evidence WHERE pattern_no = ? ORDER BY end_no DESC LIMIT ?',
    ).pluck(),
    textOf: prepare(
      'SELECT text FROM pattern_evidence WHERE pattern_no = ? ORDER BY end_no DESC LIMIT 1',
    ).pluck(),
    costly: prepare(
      `SELECT cost_usd AS costUsd, median_usd AS medianUsd, runs, first_run_at AS first, last_run_at AS last,
         last_end_no AS lastEnd
       FROM thread_tallies JOIN insight_weights USING (person_id) WHERE thread_id = ?`,
    ),
  };
}
