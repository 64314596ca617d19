import type { Masked } from '../../ports/log.ts';
import { EVERYONE } from '../../trust/people/model.ts';
import type { PriceKnown } from '../../ports/model.ts';
import { runId as asRunId, type RunId, type SessionId } from '../../kernel/ids.ts';
import { OVER } from '../../kernel/abort.ts';
import { shortened } from '../../kernel/quoted.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { withTexts } from '../../kernel/says.ts';
import { becauseOf, type Because } from '../../kernel/worded.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Words } from '../../ports/words.ts';
import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import { whyUnfinished, type Run } from '../../execution/runs/model.ts';
import type { RunService } from '../../execution/runs/service.ts';
import type { SessionChange, SessionStore } from '../../conversation/sessions/store.ts';
import { newConversation } from '../../conversation/background/model.ts';
import type { ThreadChange } from '../../conversation/threads/store.ts';
import { nonceFrom } from '../../trust/untrusted/untrusted.ts';
import type { WorkflowChange, WorkflowStore } from './store.ts';
import { workflowLimits } from './limits.ts';
import { whyOf } from '../../kernel/worded.ts';
import type { Step, StepResult, StepState, WorkflowRun } from './model.ts';
import { parametersForStep, resultsForStep, taskOfStep } from './step-task.ts';

export interface StepWorkDeps {
  readonly journal: Journal<WorkflowChange | ThreadChange | SessionChange>;
  readonly runs: Pick<RunService, 'start' | 'get' | 'takeUp'>;
  readonly live: { ended(runId: RunId): Promise<void> };
  /** Because it takes too long. */
  readonly abortLate: (runId: RunId) => void;
  /** What a run that has ended said. */
  readonly answerOf: (runId: RunId) => Promise<string>;
  readonly sessions: Pick<SessionStore, 'get'>;
  readonly store: Pick<WorkflowStore, 'step'>;
  /** Masks the values of secrets in texts before they are stored. */
  readonly masked: Masked;
  /** The tools of a step that names none. */
  readonly usualTools: () => readonly string[];
  /** `worker_profile` */
  readonly workerProfile: () => string | null;
  readonly words: Words;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** A step that begins, or that another process began. */
export interface StepAtWork {
  readonly run: WorkflowRun;
  readonly stepId: string;
  /** Null: it begins now. */
  readonly runId: RunId | null;
  readonly states: readonly StepState[];
  /** Called when its run is on disk. */
  readonly began: (runId: RunId) => Promise<void>;
  readonly isClosing: () => boolean;
}

/** The work of the agent on one step: a run like any other, in a conversation of its own, which goes on after a restart. */
export class StepWork {
  readonly #deps: StepWorkDeps;

  constructor(deps: StepWorkDeps) {
    this.#deps = deps;
  }

  /**
   * Carries a step out, and resolves when its end is on disk, or when the engine stops before it has ended.
   * @throws the errors of the journal and the stores; then the step is as it was
   */
  async carryOut(at: StepAtWork): Promise<void> {
    const { run, stepId } = at;
    const step = run.steps.find((one) => one.stepId === stepId);
    if (!step) throw new Error(`There is no step ${stepId}.`);
    // What an earlier process began may wait for one that goes on with it.
    if (at.runId !== null) await this.#deps.runs.takeUp(at.runId);
    const runId = at.runId ?? (await this.#begun(step, at));
    if (runId === null) return;
    await at.began(runId);
    const startedAt = at.states.find((one) => one.stepId === stepId)?.startedAt ?? this.#deps.clock.now();
    await this.#watched(step, runId, startedAt);
    const done = await this.#deps.runs.get(EVERYONE, runId);
    if (done?.status === 'running') {
      // The engine stops, and the next process goes on.
      if (at.isClosing()) return;
      throw new Error('The end of a run could not be written.');
    }
    await this.#end(run, stepId, runId, done);
  }

  /** Null if it has ended already, or the engine stops. */
  async #begun(step: Step, { run, states, isClosing }: StepAtWork): Promise<RunId | null> {
    const { runs, workerProfile, usualTools, ids, clock } = this.#deps;
    const { stepId, tier, profile, tools, budgetUsd } = step;
    const { workflowRunId, workflowId, startedBy } = run;
    const runId = asRunId(ids.next());
    const nonce = nonceFrom(ids.next());
    const results = await this.#needed(step, workflowRunId);
    const [material, modelsMaterial] = [parametersForStep(run, nonce), resultsForStep(step, results, nonce)];
    try {
      const sessionId = await this.#sessionOf(step, run, states);
      await runs.start(sessionId, {
        runId,
        task: taskOfStep(step, run),
        profile: profile ?? workerProfile(),
        idempotencyKey: null,
        startedBy: { kind: 'workflow', personId: startedBy.personId, id: workflowRunId },
        resume: true,
        ...(material === undefined ? {} : { material }),
        ...(modelsMaterial === undefined ? {} : { modelsMaterial }),
        background: {
          triggerId: null,
          workflowId,
          ceilingUsd: budgetUsd,
          isReserved: true,
          isFast: tier === 'fast',
          only: tools ?? usualTools(),
          isTaskOfAgent: run.isOfAgent,
          alongside: [{ change: 'workflow-step.begin', workflowRunId, stepId, runId, at: clock.now() }],
        },
      });
      return runId;
    } catch (error) {
      // Another look at the rows says what it is now.
      if (isJournalConflict(error)) return null;
      if (!isRefusal(error) || error.kind === 'storage' || error.kind === 'storage_full') throw error;
      if (error.code === 'draining' || isClosing()) return null;
      await this.#write(run, stepId, { runId: null, status: 'failed', why: becauseOf(error) });
      return null;
    }
  }

  async #needed({ dependsOn }: Step, id: WorkflowRun['workflowRunId']): Promise<readonly StepResult[]> {
    const found = await Promise.all(dependsOn.map((stepId) => this.#deps.store.step(id, stepId)));
    return found.filter((one) => one !== null);
  }

  /** Waits for its end, and ends it when it takes longer than it may. */
  async #watched({ timeoutMs }: Step, runId: RunId, startedAt: number): Promise<void> {
    const { live, abortLate, clock } = this.#deps;
    if (timeoutMs === null) {
      await live.ended(runId);
      return;
    }
    const over = new AbortController();
    // Its time in earlier processes counts.
    const left = Math.max(0, timeoutMs - Math.max(0, clock.now() - startedAt));
    void clock.sleep(left, over.signal).then(() => {
      if (!over.signal.aborted) abortLate(runId);
    });
    await live.ended(runId);
    over.abort(OVER);
  }

  async #end(run: WorkflowRun, stepId: string, runId: RunId, done: Run | null): Promise<void> {
    const why = whyUnfinished(done);
    const spent = {
      usage: done?.usage ?? null,
      costUsd: done?.costUsd ?? 0,
      // Null is told, too.
      priceKnown: done ? done.priceKnown : true,
    };
    if (why) {
      await this.#write(run, stepId, { runId, status: 'failed', why, ...spent });
      return;
    }
    const result = (await this.#deps.answerOf(runId)).trim();
    await this.#write(run, stepId, { runId, status: 'completed', result, ...spent });
  }

  async #write(
    { workflowRunId, startedBy }: WorkflowRun,
    stepId: string,
    {
      runId,
      status,
      why = null,
      result,
      usage = null,
      costUsd = 0,
      priceKnown = true,
    }: {
      readonly runId: RunId | null;
      readonly status: 'completed' | 'failed';
      readonly why?: Because | null;
      readonly result?: string;
      readonly usage?: Run['usage'] | null;
      readonly costUsd?: number;
      readonly priceKnown?: PriceKnown;
    },
  ): Promise<void> {
    const { journal, words, clock } = this.#deps;
    const masked = (text: string) => this.#deps.masked(text, startedBy.personId);
    const kept = result === undefined ? null : masked(result);
    await journal.commit([
      {
        change: 'workflow-step.end',
        workflowRunId,
        stepId,
        runId,
        status,
        result: kept && shortened(kept, workflowLimits.resultChars),
        isTruncated: (kept?.length ?? 0) > workflowLimits.resultChars,
        error: why && whyOf(maskedIn(why, masked), words, workflowLimits.errorChars),
        usage,
        costUsd,
        priceKnown,
        at: clock.now(),
      },
    ]);
  }

  /** All attempts of a step share a conversation. It is archived: it is found with its workflow, not among the others. */
  async #sessionOf(
    { stepId }: Step,
    { workflowRunId, name, startedBy }: WorkflowRun,
    states: readonly StepState[],
  ): Promise<SessionId> {
    const { journal, sessions, ids, clock } = this.#deps;
    const placed = states.find((one) => one.stepId === stepId)?.sessionId ?? null;
    if (placed !== null && (await sessions.get(startedBy.personId, placed))) return placed;
    const title = `${name}: ${stepId}`;
    const made = newConversation(title, {
      person: startedBy.personId,
      ids,
      createdAt: clock.now(),
      archived: true,
    });
    const { threadId, sessionId } = made;
    await journal.commit([
      ...made.changes,
      { change: 'workflow-step.place', workflowRunId, stepId, threadId, sessionId },
    ]);
    return sessionId;
  }
}

const maskedIn = ({ code, says }: Because, masked: (text: string) => string): Because => ({
  code,
  says: says.map((one) => withTexts(one, masked)),
});
