import type { InsightChange } from '../../../../core/execution/insights/store.ts';
import { insightLimits } from '../../../../core/execution/insights/limits.ts';
import type { SeenKind, Sighting } from '../../../../core/execution/insights/model.ts';
import { costlyFrom, isTelling, type Judged } from '../../../../core/execution/insights/rules.ts';
import { isCovered } from '../../../../core/execution/insights/sequences.ts';
import type { ThreadId } from '../../../../core/kernel/ids.ts';
import type { Work } from '../work.ts';
import { keyIn } from './insight-keys.ts';
import { insightStatements as statements, type Sums } from './insight-statements.ts';
import type { ChangeOf, StepsOf } from './steps.ts';

type Counted = ChangeOf<'insights.count'>;
type Run = Counted['run'];

/** What each change of insights does. All work is bounded by `insightLimits`, but for the median of all threads. */
export const insightSteps: StepsOf<InsightChange> = {
  *'insights.count'(changes, { keys }) {
    for (const change of changes) {
      const person = keys.keyOf(change.run.personId);
      const thread = yield* countThread(change, person);
      yield* tellIfCostly(change, thread.costUsd, person);
      for (const kind of ['sequence', 'failing_tool', 'repeated_question'] as const)
        yield* see(change, kind, { ...thread, person });
    }
  },
  *'insights.reach'(changes, { keys }) {
    for (const { endNo, runId, counted } of changes) {
      yield* statements.reach({ endNo, runId });
      for (const { personId, runs } of counted) {
        const person = keys.keyOf(personId);
        const { countedSince, pricedThreads } = thatIsThere(yield* statements.counted({ person, runs }));
        if (countedSince >= pricedThreads * insightLimits.weighedAfter) yield* weigh(person);
      }
    }
  },
  *'insights.forget'(changes) {
    for (const { threadId } of changes) yield* forget(threadId);
  },
  *'insights.restart'() {
    yield* statements.dropAllTallies({});
    yield* statements.dropAllPatterns({});
    yield* statements.dropAllWeights({});
    yield* statements.restart({});
  },
};

interface CountedThread {
  readonly threadNo: number;
  /** By now. */
  readonly costUsd: number;
}

function* countThread({ threadId, run }: Counted, person: string): Work<CountedThread> {
  const { endNo, tokens, costUsd, toolCalls, durationMs, waitMs, endedAt: at, status } = run;
  const failedRuns = Number(status === 'failed' || status === 'interrupted');
  const numbers = { failedRuns, toolCalls, tokens, costUsd, durationMs, waitMs };
  return thatIsThere(yield* statements.countThread({ threadId, endNo, at, person, ...numbers }));
}

/** What a statement returns that always has a row. */
function thatIsThere<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('the database has no row where there is always one');
  return row;
}

interface KnownPattern extends Sums {
  readonly pattern: number;
}

/** Adds what was seen in the run to the patterns of one kind. */
function* see(
  { run, seen }: Counted,
  kind: SeenKind,
  { threadNo, person }: { readonly threadNo: number; readonly person: string },
): Work<void> {
  const ofKind = seen.filter((sighting) => sighting.kind === kind);
  let isAnyNew = false;
  const all = [];
  for (const sighting of ofKind) {
    const known = yield* statements.patternOf({ kind, key: keyIn(person, sighting.key) });
    isAnyNew ||= known === undefined;
    const before = known ?? (yield* addPattern(sighting, run, person));
    const sums = yield* withEvidence(before, sighting, threadNo, run);
    all.push({ pattern: before.pattern, tools: sighting.tools, ...sums });
  }
  for (const one of all) {
    const { pattern, runs, calls, failures } = one;
    const isTold = isTelling(kind, one) && !(kind === 'sequence' && isCovered(one, all));
    const [at, endNo] = [run.endedAt, run.endNo];
    yield* statements.judgeAgain({ told: Number(isTold), runs, calls, failures, at, endNo, pattern });
  }
  if (isAnyNew) yield* statements.dropOldest({ kind, person, known: insightLimits.known[kind] });
}

function* addPattern(
  { kind, key, tools }: Pick<Sighting, 'kind' | 'key' | 'tools'>,
  { endedAt: at, endNo }: Run,
  person: string,
): Work<KnownPattern> {
  const pattern = thatIsThere(yield* statements.nextPattern({}));
  const [stored, named] = [keyIn(person, key), JSON.stringify(tools)];
  yield* statements.addPattern({ pattern, kind, key: stored, tools: named, told: 0, at, endNo, person });
  return { pattern, runs: 0, calls: 0, failures: 0, firstAt: at, endNo };
}

/** Adds the run to the evidence of the pattern, in the place of the oldest one if there are many. @returns the sums */
function* withEvidence(
  { pattern, ...before }: KnownPattern,
  { kind, calls, failures, question }: Sighting,
  threadNo: number,
  { endNo, endedAt: at }: Run,
): Work<Judged> {
  const [text, topic] = [question?.text ?? null, question ? JSON.stringify(question.topic) : null];
  yield* statements.addEvidence({ pattern, endNo, threadNo, at, calls, failures, text, topic });
  const isFull = before.runs >= insightLimits.evidence[kind];
  const gone = isFull ? thatIsThere(yield* statements.dropOldestEvidence({ pattern })) : NOTHING;
  return {
    runs: isFull ? before.runs : before.runs + 1,
    calls: before.calls + calls - gone.calls,
    failures: before.failures + failures - gone.failures,
  };
}

const NOTHING = { calls: 0, failures: 0 };
const UNWEIGHED = { pricedThreads: 0, medianUsd: 0 };

/** By the median of the last weighing. */
function* tellIfCostly({ threadId, run }: Counted, costUsd: number, person: string): Work<void> {
  const { pricedThreads, medianUsd } = (yield* statements.weights({ person })) ?? UNWEIGHED;
  const from = costlyFrom(pricedThreads, medianUsd);
  if (from === null || costUsd < from) return;
  yield* tellCostly(threadId, run, person);
}

function* tellCostly(
  threadId: string,
  { endNo, endedAt }: Pick<Run, 'endNo' | 'endedAt'>,
  person: string,
): Work<void> {
  if ((yield* statements.costlyPattern({ threadId })) !== undefined)
    return void (yield* statements.costlyAgain({ endedAt, endNo, threadId }));
  const count = thatIsThere(yield* statements.costlyCount({ person }));
  if (count >= insightLimits.costly.told) return;
  const pattern = thatIsThere(yield* statements.nextPattern({}));
  const costly = { kind: 'costly_thread', key: threadId, tools: '[]', told: 1 };
  yield* statements.addPattern({ pattern, ...costly, at: endedAt, endNo, person });
}

/** Finds the median of what threads cost, and which threads are costly by it. */
function* weigh(person: string): Work<void> {
  const priced = thatIsThere(yield* statements.pricedThreads({ person }));
  const middle = Math.max(0, Math.ceil(priced / 2) - 1);
  const median = (yield* statements.median({ person, middle })) ?? 0;
  yield* statements.weighed({ priced, median, person });
  const from = costlyFrom(priced, median);
  const costly =
    from === null ? [] : yield* statements.costliest({ person, from, limit: insightLimits.costly.told });
  const ids = new Set(costly.map(({ threadId }) => threadId));
  for (const threadId of yield* statements.costlyKnown({ person }))
    if (!ids.has(threadId)) yield* statements.dropCostly({ threadId });
  for (const { threadId, ...last } of costly) yield* tellCostly(threadId, last, person);
}

function* forget(threadId: ThreadId): Work<void> {
  const threadNo = yield* statements.threadNo({ threadId });
  if (threadNo === undefined) return;
  const touched = yield* statements.patternsOfThread({ threadNo });
  yield* statements.dropEvidenceOfThread({ threadNo });
  yield* statements.dropTally({ threadId });
  yield* statements.dropCostly({ threadId });
  yield* statements.dropUnused({});
  for (const { pattern, kind } of touched) {
    const sums = thatIsThere(yield* statements.sums({ pattern }));
    if (sums.runs === 0) yield* statements.dropPattern({ pattern });
    else {
      const lastAt = thatIsThere(yield* statements.lastAt({ pattern }));
      // Whether a longer sequence covers it shows again when it is next seen.
      const keeps = Number(isTelling(kind as SeenKind, sums));
      yield* statements.judgeAnew({ pattern, keeps, ...sums, lastAt });
    }
  }
}
