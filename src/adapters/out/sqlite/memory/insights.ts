import type { InsightChange } from '../../../../core/execution/insights/store.ts';
import { insightLimits } from '../../../../core/execution/insights/limits.ts';
import type { SeenKind, Sighting } from '../../../../core/execution/insights/model.ts';
import { costlyFrom, isTelling, type Judged } from '../../../../core/execution/insights/rules.ts';
import { isCovered } from '../../../../core/execution/insights/sequences.ts';
import type { ThreadId } from '../../../../core/kernel/ids.ts';
import type { insightStatements } from './insight-statements.ts';
import type { ChangeOf, StepsOf } from './steps.ts';
import { keyIn } from './insight-keys.ts';

type Statements = ReturnType<typeof insightStatements>;
type Counted = ChangeOf<'insights.count'>;
type Run = Counted['run'];

/** What each change of insights does. All work is bounded by `insightLimits`, but for the median of all threads. */
export const insightSteps: StepsOf<InsightChange> = {
  'insights.count': (changes, { insights, keys }) => {
    for (const change of changes) {
      const person = keys.keyOf(change.run.personId);
      const thread = countThread(insights, change, person);
      tellIfCostly(insights, change, thread.costUsd, person);
      for (const kind of ['sequence', 'failing_tool', 'repeated_question'] as const)
        see(insights, change, kind, { ...thread, person });
    }
  },
  'insights.reach': (changes, { insights, keys }) => {
    for (const { endNo, runId, counted } of changes) {
      insights.reach.run(endNo, runId);
      for (const { personId, runs } of counted) {
        const person = keys.keyOf(personId);
        const { countedSince, pricedThreads } = insights.counted.get(person, runs) as Counting;
        if (countedSince >= pricedThreads * insightLimits.weighedAfter) weigh(insights, person);
      }
    }
  },
  'insights.forget': (changes, { insights }) => {
    for (const { threadId } of changes) forget(insights, threadId);
  },
  'insights.restart': (_changes, { insights }) => {
    insights.dropAllTallies.run();
    insights.dropAllPatterns.run();
    insights.dropAllWeights.run();
    insights.restart.run();
  },
};

interface Counting {
  readonly countedSince: number;
  readonly pricedThreads: number;
}

interface CountedThread {
  readonly threadNo: number;
  /** By now. */
  readonly costUsd: number;
}

function countThread(statements: Statements, { threadId, run }: Counted, person: string): CountedThread {
  const { endNo, tokens, costUsd, toolCalls, durationMs, waitMs, endedAt: at, status } = run;
  const failedRuns = Number(status === 'failed' || status === 'interrupted');
  const numbers = { failedRuns, toolCalls, tokens, costUsd, durationMs, waitMs };
  return statements.countThread.get({ threadId, endNo, at, person, ...numbers }) as CountedThread;
}

interface Sums extends Judged {
  readonly firstAt: number;
  readonly endNo: number;
}

interface KnownPattern extends Sums {
  readonly pattern: number;
}

/** Adds what was seen in the run to the patterns of one kind. */
function see(
  statements: Statements,
  { run, seen }: Counted,
  kind: SeenKind,
  { threadNo, person }: { readonly threadNo: number; readonly person: string },
): void {
  const ofKind = seen.filter((sighting) => sighting.kind === kind);
  let isAnyNew = false;
  const all = ofKind.map((sighting) => {
    const known = statements.patternOf.get(kind, keyIn(person, sighting.key)) as KnownPattern | undefined;
    isAnyNew ||= known === undefined;
    const before = known ?? addPattern(statements, sighting, run, person);
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
  if (isAnyNew) statements.dropOldest.run({ kind, person, known: insightLimits.known[kind] });
}

function addPattern(
  statements: Statements,
  { kind, key, tools }: Pick<Sighting, 'kind' | 'key' | 'tools'>,
  { endedAt: firstAt, endNo }: Run,
  person: string,
): KnownPattern {
  const pattern = statements.nextPattern.get() as number;
  const [stored, named] = [keyIn(person, key), JSON.stringify(tools)];
  statements.addPattern.run(pattern, kind, stored, named, 0, firstAt, firstAt, endNo, person);
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

interface Weights {
  readonly pricedThreads: number;
  readonly medianUsd: number;
}

const UNWEIGHED: Weights = { pricedThreads: 0, medianUsd: 0 };

/** By the median of the last weighing. */
function tellIfCostly(
  statements: Statements,
  { threadId, run }: Counted,
  costUsd: number,
  person: string,
): void {
  const { pricedThreads, medianUsd } = (statements.weights.get(person) as Weights | undefined) ?? UNWEIGHED;
  const from = costlyFrom(pricedThreads, medianUsd);
  if (from === null || costUsd < from) return;
  tellCostly(statements, threadId, run, person);
}

function tellCostly(
  statements: Statements,
  threadId: string,
  { endNo, endedAt }: Pick<Run, 'endNo' | 'endedAt'>,
  person: string,
): void {
  if (statements.costlyPattern.get(threadId) === undefined) {
    const { costly } = insightLimits;
    if ((statements.costlyCount.get(person) as number) >= costly.told) return;
    const pattern = statements.nextPattern.get() as number;
    statements.addPattern.run(pattern, 'costly_thread', threadId, '[]', 1, endedAt, endedAt, endNo, person);
  } else statements.costlyAgain.run(endedAt, endNo, threadId);
}

/** Finds the median of what threads cost, and which threads are costly by it. */
function weigh(statements: Statements, person: string): void {
  const priced = statements.pricedThreads.get(person) as number;
  const middle = Math.max(0, Math.ceil(priced / 2) - 1);
  const median = (statements.median.get(person, middle) as number | undefined) ?? 0;
  statements.weighed.run(priced, median, person);
  const from = costlyFrom(priced, median);
  const costly = (
    from === null ? [] : statements.costliest.all(person, from, insightLimits.costly.told)
  ) as readonly CostlyRow[];
  const ids = new Set(costly.map(({ threadId }) => threadId));
  for (const known of statements.costlyKnown.all(person) as string[])
    if (!ids.has(known)) statements.dropCostly.run(known);
  for (const { threadId, ...last } of costly) tellCostly(statements, threadId, last, person);
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
  statements.dropUnused.run();
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
