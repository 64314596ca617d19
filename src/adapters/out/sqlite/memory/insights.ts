import type { InsightChange } from '../../../../core/execution/insights/store.ts';
import { insightLimits } from '../../../../core/execution/insights/limits.ts';
import type { SeenKind, Sighting } from '../../../../core/execution/insights/model.ts';
import { costlyFrom, isTelling, type Judged } from '../../../../core/execution/insights/rules.ts';
import { isCovered } from '../../../../core/execution/insights/sequences.ts';
import type { ThreadId } from '../../../../core/kernel/ids.ts';
import type { insightStatements } from './insight-statements.ts';
import type { ChangeOf, StepsOf } from './steps.ts';

type Statements = ReturnType<typeof insightStatements>;
type Counted = ChangeOf<'insights.count'>;
type Run = Counted['run'];

/** What each change of insights does. All work is bounded by `insightLimits`, but for the median of all threads. */
export const insightSteps: StepsOf<InsightChange> = {
  'insights.count': (changes, { insights }) => {
    for (const change of changes) {
      const thread = countThread(insights, change);
      tellIfCostly(insights, change, thread.costUsd);
      for (const kind of ['sequence', 'failing_tool', 'repeated_question'] as const)
        see(insights, change, kind, thread.threadNo);
    }
  },
  'insights.reach': (changes, { insights }) => {
    for (const { endNo, runId, runs } of changes) {
      const { countedSince } = insights.reach.get(endNo, runId, runs) as { countedSince: number };
      const { pricedThreads } = stateIn(insights);
      if (countedSince >= pricedThreads * insightLimits.weighedAfter) weigh(insights);
    }
  },
  'insights.forget': (changes, { insights }) => {
    for (const { threadId } of changes) forget(insights, threadId);
  },
  'insights.restart': (_changes, { insights }) => {
    insights.dropAllTallies.run();
    insights.dropAllPatterns.run();
    insights.restart.run();
  },
};

interface CountedThread {
  readonly threadNo: number;
  /** By now. */
  readonly costUsd: number;
}

function countThread(statements: Statements, { threadId, run }: Counted): CountedThread {
  const { endNo, tokens, costUsd, toolCalls, durationMs, waitMs, endedAt: at, status } = run;
  const failedRuns = Number(status === 'failed' || status === 'interrupted');
  const numbers = { failedRuns, toolCalls, tokens, costUsd, durationMs, waitMs };
  return statements.countThread.get({ threadId, endNo, at, ...numbers }) as CountedThread;
}

interface Sums extends Judged {
  readonly firstAt: number;
  readonly endNo: number;
}

interface KnownPattern extends Sums {
  readonly pattern: number;
}

/** Adds what was seen in the run to the patterns of one kind. */
function see(statements: Statements, { run, seen }: Counted, kind: SeenKind, threadNo: number): void {
  const ofKind = seen.filter((sighting) => sighting.kind === kind);
  let isAnyNew = false;
  const all = ofKind.map((sighting) => {
    const known = statements.patternOf.get(kind, sighting.key) as KnownPattern | undefined;
    isAnyNew ||= known === undefined;
    const before = known ?? addPattern(statements, sighting, run);
    return {
      pattern: before.pattern,
      tools: sighting.tools,
      ...withEvidence(statements, before, sighting, threadNo, run),
    };
  });
  for (const one of all) {
    const { pattern, runs, calls, failures } = one;
    const isTold = isTelling(kind, one) && !(kind === 'sequence' && isCovered(one, all));
    statements.judgeAgain.run(Number(isTold), runs, calls, failures, run.endedAt, run.endNo, pattern);
  }
  if (isAnyNew) statements.dropOldest.run({ kind, known: insightLimits.known[kind] });
}

function addPattern(
  statements: Statements,
  { kind, key, tools }: Pick<Sighting, 'kind' | 'key' | 'tools'>,
  { endedAt: firstAt, endNo }: Run,
): KnownPattern {
  const pattern = statements.nextPattern.get() as number;
  statements.addPattern.run(pattern, kind, key, JSON.stringify(tools), 0, firstAt, firstAt, endNo);
  return { pattern, runs: 0, calls: 0, failures: 0, firstAt, endNo };
}

/** Adds the run to the evidence of the pattern, in the place of the oldest one if there are many. @returns the sums */
function withEvidence(
  statements: Statements,
  { pattern, ...before }: KnownPattern,
  { kind, calls, failures, question }: Sighting,
  threadNo: number,
  { endNo, endedAt }: Run,
): Judged {
  const [text, topic] = [question?.text ?? null, question ? JSON.stringify(question.topic) : null];
  statements.addEvidence.run(pattern, endNo, threadNo, endedAt, calls, failures, text, topic);
  const isFull = before.runs >= insightLimits.evidence[kind];
  const gone = (isFull ? statements.dropOldestEvidence.get({ pattern }) : NOTHING) as typeof NOTHING;
  return {
    runs: isFull ? before.runs : before.runs + 1,
    calls: before.calls + calls - gone.calls,
    failures: before.failures + failures - gone.failures,
  };
}

const NOTHING = { calls: 0, failures: 0 };

const stateIn = (statements: Statements) =>
  statements.state.get() as { readonly pricedThreads: number; readonly medianUsd: number };

/** By the median of the last weighing. */
function tellIfCostly(statements: Statements, { threadId, run }: Counted, costUsd: number): void {
  const { pricedThreads, medianUsd } = stateIn(statements);
  const from = costlyFrom(pricedThreads, medianUsd);
  if (from === null || costUsd < from) return;
  tellCostly(statements, threadId, run);
}

function tellCostly(
  statements: Statements,
  threadId: string,
  { endNo, endedAt }: Pick<Run, 'endNo' | 'endedAt'>,
): void {
  if (statements.costlyPattern.get(threadId) === undefined) {
    const { costly } = insightLimits;
    if ((statements.costlyCount.get() as number) >= costly.told) return;
    const pattern = statements.nextPattern.get() as number;
    statements.addPattern.run(pattern, 'costly_thread', threadId, '[]', 1, endedAt, endedAt, endNo);
  } else statements.costlyAgain.run(endedAt, endNo, threadId);
}

/** Finds the median of what threads cost, and which threads are costly by it. */
function weigh(statements: Statements): void {
  const priced = statements.pricedThreads.get() as number;
  const median = (statements.median.get(Math.max(0, Math.ceil(priced / 2) - 1)) as number | undefined) ?? 0;
  statements.weighed.run(priced, median);
  const from = costlyFrom(priced, median);
  const costly = (
    from === null ? [] : statements.costliest.all(from, insightLimits.costly.told)
  ) as readonly CostlyRow[];
  const ids = new Set(costly.map(({ threadId }) => threadId));
  for (const known of statements.costlyKnown.all() as string[])
    if (!ids.has(known)) statements.dropCostly.run(known);
  for (const { threadId, ...last } of costly) tellCostly(statements, threadId, last);
}

interface CostlyRow {
  readonly threadId: string;
  readonly endNo: number;
  readonly endedAt: number;
}

function forget(statements: Statements, threadId: ThreadId): void {
  const threadNo = statements.threadNo.get(threadId);
  if (threadNo === undefined) return;
  const touched = statements.patternsOfThread.all(threadNo) as { pattern: number; kind: SeenKind }[];
  statements.dropEvidenceOfThread.run(threadNo);
  statements.dropTally.run(threadId);
  statements.dropCostly.run(threadId);
  for (const { pattern, kind } of touched) {
    const sums = statements.sums.get(pattern) as Sums;
    if (sums.runs === 0) statements.dropPattern.run(pattern);
    else {
      const lastAt = statements.lastAt.get(pattern) as number;
      // Whether a longer sequence covers it shows again when it is next seen.
      statements.judgeAnew.run({ pattern, keeps: Number(isTelling(kind, sums)), ...sums, lastAt });
    }
  }
}
