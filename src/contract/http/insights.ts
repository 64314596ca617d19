import { Type } from 'typebox';
import { historyLimits } from '../../core/execution/history/limits.ts';
import {
  sortFrom,
  sortTexts,
  type SortText,
  type ThreadInsight,
  type ToldPattern,
} from '../../core/execution/insights/model.ts';
import type { InsightPosition, PatternPosition } from '../../core/execution/insights/store.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import { json } from '../row.ts';
import { cursorQuery, Id, limitQuery, NextCursor, SaysShape, shownSays, Time, time } from '../shapes.ts';
import { inEnglish } from '../words/english.ts';

const Count = Type.Integer({ minimum: 0 });
const Complete = Type.Boolean({
  description: 'False while runs that have ended are still to be counted, as after an update of the engine',
});

const Insight = Type.Object({
  threadId: Id,
  title: Type.String({ description: 'Secrets are masked' }),
  workflowRunId: Type.Union([Type.String(), Type.Null()], {
    description: 'The run of a workflow that it is a step of',
  }),
  runs: Type.Integer({ minimum: 1 }),
  failedRuns: Type.Integer({ minimum: 0, description: 'Failed or interrupted' }),
  toolCalls: Count,
  tokens: Type.Integer({ minimum: 0, description: 'Of its turns: input, output, and what was cached' }),
  costUsd: Type.Number({ minimum: 0, description: 'Of its runs and their sub-agents; no summaries' }),
  avgDurationMs: Count,
  waitMs: Type.Integer({ minimum: 0, description: 'Spent waiting for a person' }),
  lastRunAt: Time,
});

const Pattern = Type.Object({
  patternId: Type.String({ description: 'Opaque, and the same as long as the pattern is known' }),
  kind: Type.Enum(['sequence', 'failing_tool', 'costly_thread', 'repeated_question']),
  says: Type.String({
    description: 'The pattern in a sentence; words of others are in quotes, and secrets are masked',
  }),
  sentence: SaysShape,
  tools: Type.Array(Type.String()),
  threadId: Type.Union([Id, Type.Null()], {
    description: 'The thread that it speaks of, if it is about one',
  }),
  evidence: Type.Object({
    count: Type.Integer({ minimum: 1, description: 'Runs that show it, among the newest ones' }),
    runs: Type.Array(Id, { description: 'The newest of them' }),
    firstSeenAt: Time,
    lastSeenAt: Time,
  }),
});

const shownInsight = (insight: ThreadInsight) => ({ ...insight, lastRunAt: time(insight.lastRunAt) });

const shownPattern = ({ evidence, tools, says, ...pattern }: ToldPattern) => ({
  ...pattern,
  says: inEnglish(says),
  sentence: shownSays(says),
  tools: [...tools],
  evidence: {
    count: evidence.count,
    runs: [...evidence.runs],
    firstSeenAt: time(evidence.firstSeenAt),
    lastSeenAt: time(evidence.lastSeenAt),
  },
});

/** A cursor belongs to one order. */
interface SortedPosition extends InsightPosition {
  readonly sort: string;
}

const isPositionIn =
  (sort: string) =>
  (value: unknown): value is SortedPosition => {
    const { value: at, threadNo, sort: of } = (value ?? {}) as Partial<SortedPosition>;
    return of === sort && Number.isFinite(at) && Number.isSafeInteger(threadNo);
  };

function isPatternPosition(value: unknown): value is PatternPosition {
  const { endNo, patternNo } = (value ?? {}) as Partial<PatternPosition>;
  return Number.isSafeInteger(endNo) && Number.isSafeInteger(patternNo);
}

export const insights = {
  'insights.threads': json({
    route: 'GET /api/thread-insights',
    who: 'starter',
    summary:
      'What your runs in each thread came to. A run counts when it has ended, runs of background work too; the sums are of ' +
      'all runs of a thread.',
    status: 200,
    refuses: [],
    query: Type.Object({
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: historyLimits.maxDays,
          description: 'Only threads that had a run in that many times 24 hours up to now',
        }),
      ),
      sort: Type.Optional(
        Type.Unsafe<SortText>(
          Type.Enum([...sortTexts], {
            default: '-lastRunAt',
            description: 'A column; with a minus in front the highest come first',
          }),
        ),
      ),
      limit: limitQuery,
      cursor: cursorQuery,
    }),
    returns: Type.Object({ threads: Type.Array(Insight), nextCursor: NextCursor, complete: Complete }),
    handle: async (
      { insights },
      { query: { days = null, sort = '-lastRunAt', limit = listLimits.byDefault, cursor }, asker },
    ) => {
      const after = positionFrom(cursor, isPositionIn(sort));
      const page = await insights.threads(asker.person, { days, sort: sortFrom(sort), limit, after });
      return {
        threads: page.items.map(shownInsight),
        nextCursor: cursorFrom(page.next && { ...page.next, sort }),
        complete: page.isComplete,
      };
    },
  }),

  'insights.patterns': json({
    route: 'GET /api/patterns',
    who: 'starter',
    summary:
      'What the engine has noticed in your runs, the last seen first: tools used one after another in at least 3 runs that ' +
      'succeeded; tools that failed in half of at least 5 calls; threads that cost 10 times the median, once 10 threads have cost ' +
      'something; questions that were asked again in other words. No model is asked.',
    status: 200,
    refuses: [],
    query: Type.Object({ limit: limitQuery, cursor: cursorQuery }),
    returns: Type.Object({ patterns: Type.Array(Pattern), nextCursor: NextCursor, complete: Complete }),
    handle: async ({ insights }, { query: { limit = listLimits.byDefault, cursor }, asker }) => {
      const after = positionFrom(cursor, isPatternPosition);
      const { items, next, isComplete } = await insights.patterns(asker.person, { limit, after });
      return { patterns: items.map(shownPattern), nextCursor: cursorFrom(next), complete: isComplete };
    },
  }),
};
