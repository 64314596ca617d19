import type { InsightChange } from '../../../../core/insights/changes.ts';
import { insightLimits } from '../../../../core/insights/limits.ts';
import type { SeenKind, Sighting } from '../../../../core/insights/model.ts';
import { costlyFrom, isTelling } from '../../../../core/insights/rules.ts';
import { isCovered } from '../../../../core/insights/sequences.ts';
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
      const costUsd = countThread(insights, change);
      tellIfCostly(insights, change, costUsd);
      for (const kind of ['sequence', 'failing_tool', 'repeated_question'] as const)
        see(insights, change, kind);
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

/** @returns what the thread has cost by now */
function countThread(statements: Statements, { threadId, run }: Counted): number {
  const { runId, endNo, tokens, costUsd, toolCalls, durationMs, waitMs, endedAt: at, status } = run;
  const failedRuns = Number(status === 'failed' || status === 'interrupted');
  const numbers = { failedRuns, toolCalls, tokens, costUsd, durationMs, waitMs };
  const row = statements.countThread.get({ threadId, runId, endNo, at, ...numbers });
  return (row as { costUsd: number }).costUsd;
}

interface Seen {
  readonly pattern: number;
  readonly sighting: Sighting;
  readonly sums: Sums;
}

interface Sums {
  readonly runs: number;
  readonly calls: number;
  readonly failures: number;
  readonly firstAt: number;
  readonly endNo: number;
}

/** Adds what was seen in the run to the patterns of one kind. */
function see(statements: Statements, { threadId, run, seen }: Counted, kind: SeenKind): void {
  const ofKind = seen.filter((sighting) => sighting.kind === kind);
  const isNew: boolean[] = [];
  const all = ofKind.map((sighting): Seen => {
    const known = statements.patternOf.get(kind, sighting.key) as number | undefined;
    isNew.push(known === undefined);
    const pattern = known ?? addPattern(statements, sighting, run);
    addEvidence(statements, pattern, sighting, threadId, run);
    return { pattern, sighting, sums: statements.sums.get(pattern) as Sums };
  });
  const sequences = all.map(({ sighting, sums }) => ({ tools: sighting.tools, runs: sums.runs }));
  for (const [nth, { pattern, sums }] of all.entries()) {
    const sequence = sequences[nth];
    const isTold =
      isTelling(kind, sums) && !(kind === 'sequence' && sequence && isCovered(sequence, sequences));
    statements.judgeAgain.run({ pattern, told: Number(isTold), ...judged(sums), lastAt: run.endedAt });
  }
  if (isNew.includes(true)) statements.dropOldest.run({ kind, known: insightLimits.known[kind] });
}

const judged = ({ runs, calls, failures, endNo }: Sums) => ({ runs, calls, failures, endNo });

function addPattern(
  statements: Statements,
  { kind, key, tools }: Pick<Sighting, 'kind' | 'key' | 'tools'>,
  run: Run,
) {
  const pattern = statements.nextPattern.get() as number;
  const { endedAt: at, endNo } = run;
  statements.addPattern.run(pattern, kind, key, JSON.stringify(tools), 0, at, at, endNo);
  return pattern;
}

function addEvidence(
  statements: Statements,
  pattern: number,
  { kind, calls, failures, question }: Sighting,
  threadId: ThreadId,
  { endNo, runId, endedAt }: Run,
): void {
  const [text, topic] = [question?.text ?? null, question ? JSON.stringify(question.topic) : null];
  statements.addEvidence.run(pattern, endNo, runId, threadId, endedAt, calls, failures, text, topic);
  statements.trimEvidence.run({ pattern, kept: insightLimits.evidence[kind] });
}

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
  const touched = statements.patternsOfThread.all(threadId) as { pattern: number; kind: SeenKind }[];
  statements.dropEvidenceOfThread.run(threadId);
  statements.dropTally.run(threadId);
  statements.dropCostly.run(threadId);
  for (const { pattern, kind } of touched) {
    const sums = statements.sums.get(pattern) as Sums;
    if (sums.runs === 0) statements.dropPattern.run(pattern);
    else {
      const lastAt = statements.lastAt.get(pattern) as number;
      // Whether a longer sequence covers it shows again when it is next seen.
      const keeps = Number(isTelling(kind, sums));
      statements.judgeAnew.run({ pattern, keeps, ...judged(sums), firstAt: sums.firstAt, lastAt });
    }
  }
}
