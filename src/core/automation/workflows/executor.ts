import { OUT, STOPPED } from '../../execution/runs/model.ts';
import { EVERYONE, type WhyOut } from '../../trust/people/model.ts';
import { OVER } from '../../kernel/abort.ts';
import type { InFlight } from '../../conversation/background/port.ts';
import type { Expectations } from '../expectations/service.ts';
import { noticeId, shortId, type RunId, type WorkflowRunId } from '../../kernel/ids.ts';
import { quote } from '../../kernel/quoted.ts';
import { worded, type Because } from '../../kernel/worded.ts';
import type { NoticeChange } from '../notices/store.ts';
import { noticeLimits } from '../notices/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { Words } from '../../ports/words.ts';
import { say as sayNotice } from '../notices/says.ts';
import type { WorkflowChange, WorkflowStore } from './store.ts';
import { workflowLimits } from './limits.ts';
import { whyOf, type Why } from '../../kernel/worded.ts';
import type { StepState, WorkflowRun } from './model.ts';
import type { WorkflowNews } from './news.ts';
import { progressOf, type Progress } from './progress.ts';
import type { StepWork } from './step-work.ts';

export interface WorkflowExecutorDeps {
  readonly journal: Journal<WorkflowChange | NoticeChange>;
  readonly store: WorkflowStore;
  readonly steps: StepWork;
  readonly inFlight: InFlight;
  readonly expectations: Expectations;
  readonly news: WorkflowNews;
  readonly abortRun: (runId: RunId) => void;
  readonly whyOut: WhyOut;
  readonly words: Words;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

/** One run of a workflow that this process carries out. */
interface Carried {
  readonly ended: Promise<void>;
  /** The runs of the steps that are at work. */
  readonly atWork: Map<string, RunId>;
}

/**
 * Carries out runs of workflows. What is next follows from the rows alone, each time anew, so a run goes on after a restart
 * as if nothing had happened. A step has ended once that is on disk, and never begins again by itself.
 */
export class WorkflowExecutor {
  readonly #deps: WorkflowExecutorDeps;
  readonly #carried = new Map<WorkflowRunId, Carried>();
  readonly #closing = new AbortController();

  constructor(deps: WorkflowExecutorDeps) {
    this.#deps = deps;
  }

  /** Begins a run, or goes on with it. Returns at once; does nothing for a run that is already being carried out. */
  begin({ workflowRunId, name, startedBy, startedAt }: WorkflowRun): void {
    if (this.#carried.has(workflowRunId) || this.#closing.signal.aborted) return;
    const { inFlight, news } = this.#deps;
    const atWork = new Map<string, RunId>();
    const leave = inFlight.begin({
      of: 'workflow',
      id: workflowRunId,
      runId: null,
      parts: () => [...atWork.values()],
      title: name,
      effect: 'run_workflow',
      startedAt,
      personId: startedBy.personId,
      stop: () => this.stop(workflowRunId),
    });
    const ended = this.#carry(workflowRunId, atWork).finally(() => {
      leave?.();
      this.#carried.delete(workflowRunId);
      news.changed(workflowRunId);
    });
    this.#carried.set(workflowRunId, { ended, atWork });
  }

  isCarried(workflowRunId: WorkflowRunId): boolean {
    return this.#carried.has(workflowRunId);
  }

  /** Stops the steps at work, and begins no other. Resolves once that is asked for; repeatable. */
  async stop(workflowRunId: WorkflowRunId): Promise<void> {
    const { journal, clock, abortRun, news } = this.#deps;
    await journal.commit([{ change: 'workflow-run.stop', workflowRunId, at: clock.now() }]);
    for (const runId of this.#carried.get(workflowRunId)?.atWork.values() ?? []) abortRun(runId);
    news.changed(workflowRunId);
  }

  /** Resolves when this process does not carry it out any more; never rejects. */
  async ended(workflowRunId: WorkflowRunId): Promise<void> {
    await this.#carried.get(workflowRunId)?.ended;
  }

  /** For shutdown: begins no further step. The next process goes on. */
  beginNoMore(): void {
    this.#closing.abort(OVER);
  }

  /** The same. Resolves when nothing is at work here; never rejects. */
  async close(): Promise<void> {
    this.beginNoMore();
    await Promise.all([...this.#carried.values()].map(({ ended }) => ended));
  }

  /** Never rejects. */
  async #carry(id: WorkflowRunId, atWork: Map<string, RunId>): Promise<void> {
    const { log, clock } = this.#deps;
    const { signal } = this.#closing;
    const working = new Map<string, Promise<void>>();
    while (!signal.aborted)
      try {
        if (await this.#next(id, working, atWork)) break;
      } catch (error) {
        // Nothing is lost: the rows say how far it has come.
        log.error('a workflow could not go on', { workflowRunId: id, error });
        await clock.sleep(workflowLimits.againMs, signal);
      }
    await Promise.allSettled(working.values());
  }

  /** Does what is next, and waits until a step has ended. True: there is nothing more to do here. */
  async #next(
    id: WorkflowRunId,
    working: Map<string, Promise<void>>,
    atWork: Map<string, RunId>,
  ): Promise<boolean> {
    const { store, journal, words, clock, news } = this.#deps;
    const run = await store.run(EVERYONE, id);
    if (run?.status !== 'running') return true;
    const results = await store.stepStates(id);
    const { begin, skip, end } = progressOf(run.steps, results, this.#whyStopping(run));
    if (skip.length > 0) {
      const at = clock.now();
      await journal.commit(skip.map(({ stepId, why }) => skipped(id, stepId, whyOf(why, words), at)));
      news.changed(id);
      return false;
    }
    if (end) {
      await this.#end(run, results, end);
      return true;
    }
    const left = results.filter(({ status, stepId }) => status === 'running' && !working.has(stepId));
    for (const { stepId, runId } of left)
      if (runId !== null) this.#work(run, stepId, runId, results, working, atWork);
    const places = workflowLimits.atOnce - working.size;
    for (const stepId of begin.filter((one) => !working.has(one)).slice(0, Math.max(0, places)))
      this.#work(run, stepId, null, results, working, atWork);
    if (working.size === 0) throw new Error('A workflow has steps that can neither begin nor end.');
    return await this.#oneHasEnded(working);
  }

  #whyStopping({ stoppedAt, startedBy }: WorkflowRun): Because | null {
    const out = this.#deps.whyOut(startedBy.personId);
    if (out !== null) return OUT[out];
    return stoppedAt === null ? null : STOPPED;
  }

  /** True if the engine stops. */
  async #oneHasEnded(working: Map<string, Promise<void>>): Promise<boolean> {
    const { signal } = this.#closing;
    const closing = Promise.withResolvers<void>();
    const close = () => closing.resolve();
    signal.addEventListener('abort', close);
    try {
      await Promise.race([...working.values(), closing.promise]);
    } finally {
      signal.removeEventListener('abort', close);
    }
    return signal.aborted;
  }

  /** `runId`: the run that the last process began for it; null: it begins now. */
  #work(
    run: WorkflowRun,
    stepId: string,
    runId: RunId | null,
    results: readonly StepState[],
    working: Map<string, Promise<void>>,
    atWork: Map<string, RunId>,
  ): void {
    const { steps, store, abortRun, news } = this.#deps;
    const began = async (begun: RunId): Promise<void> => {
      atWork.set(stepId, begun);
      // At once: what an earlier process began goes on as soon as it is taken up.
      if (run.stoppedAt !== null) abortRun(begun);
      news.changed(run.workflowRunId);
      // A stop that came before it could reach this step, also in an earlier process.
      const now = await store.run(EVERYONE, run.workflowRunId);
      if (now?.stoppedAt !== null) abortRun(begun);
    };
    const done = steps
      .carryOut({ run, stepId, runId, states: results, began, isClosing: () => this.#closing.signal.aborted })
      .finally(() => {
        atWork.delete(stepId);
        working.delete(stepId);
        news.changed(run.workflowRunId);
      });
    // The next wait for it meets the failure.
    done.catch(() => undefined);
    working.set(stepId, done);
  }

  async #end(
    run: WorkflowRun,
    results: readonly StepState[],
    { status, error }: NonNullable<Progress['end']>,
  ): Promise<void> {
    const { journal, words, clock } = this.#deps;
    const { workflowRunId, expectation } = run;
    const unmet = status === 'completed' && expectation !== null ? await this.#unmet(run, results) : null;
    const why = unmet ?? error;
    const isGood = status === 'completed' && unmet === null;
    await journal.commit([
      {
        change: 'workflow-run.end',
        workflowRunId,
        status: unmet === null ? status : 'failed',
        outcome: !isGood ? 'failed' : expectation === null ? 'unverified' : 'verified',
        error: why && whyOf(why, words),
        at: clock.now(),
      },
      ...this.#toldOf(run, unmet ?? (status === 'failed' || status === 'partial' ? error : null)),
    ]);
  }

  /** Notifies the owner, who may not be following the run. For a run that a trigger started, the trigger does that. */
  #toldOf({ name, startedBy, workflowRunId }: WorkflowRun, error: Because | null): readonly NoticeChange[] {
    if (error === null || startedBy.kind === 'trigger') return [];
    const { words, ids, clock } = this.#deps;
    const title = [sayNotice('notice.failed', { named: quote(name) })];
    return [
      {
        change: 'notice.add',
        notice: {
          noticeId: noticeId(shortId(ids.next())),
          personId: startedBy.personId,
          kind: 'failed',
          title: worded(title, words, noticeLimits.titleChars),
          text: worded(error.says, words, noticeLimits.textChars),
          triggerId: null,
          workflowRunId,
          createdAt: clock.now(),
        },
      },
    ];
  }

  async #unmet(run: WorkflowRun, results: readonly StepState[]): Promise<Because | null> {
    const { expectations, store, clock } = this.#deps;
    if (run.expectation === null) return null;
    const deadline = clock.deadline(workflowLimits.checkMs);
    try {
      const last = run.steps.filter(({ stepId }) => !run.steps.some((one) => one.dependsOn.includes(stepId)));
      const answers: string[] = [];
      for (const { stepId } of last)
        answers.push((await store.step(run.workflowRunId, stepId))?.result ?? '');
      const answer = answers.join('\n\n');
      const runIds = results.flatMap(({ runId }) => (runId === null ? [] : [runId]));
      const before = await store.baselineOf(run.workflowRunId);
      return await expectations.unmet(
        run.expectation,
        before,
        { runIds, personId: run.startedBy.personId, answer },
        deadline.signal,
      );
    } finally {
      deadline.cancel();
    }
  }
}

const skipped = (workflowRunId: WorkflowRunId, stepId: string, error: Why, at: number): WorkflowChange => ({
  change: 'workflow-step.end',
  workflowRunId,
  stepId,
  runId: null,
  status: 'skipped',
  result: null,
  isTruncated: false,
  error,
  usage: null,
  costUsd: 0,
  priceKnown: true,
  at,
});
