import type { Masked } from '../../ports/log.ts';
import { EVERYONE, type Starter, type Whose, type WhyOut } from '../../trust/people/model.ts';
import { idMeant } from '../../conversation/background/model.ts';
import { backgroundLimits } from '../../conversation/background/limits.ts';
import type { FireBegun } from '../../conversation/background/changes.ts';
import type { Expectations } from '../expectations/service.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import {
  shortId,
  workflowId as asWorkflowId,
  workflowRunId as asWorkflowRunId,
  type WorkflowId,
  type WorkflowRunId,
  type PersonId,
} from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import { quote, quoteValue } from '../../kernel/quoted.ts';
import type { Says } from '../../kernel/says.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import { refuse as refuseRun, refuseWork } from '../../execution/runs/errors.ts';
import type { WorkflowExecutor } from './executor.ts';
import type {
  CostStats,
  RunsQuery,
  ShownWorkflow,
  StepStats,
  WorkflowChange,
  WorkflowStore,
} from './store.ts';
import type { WorkflowDefinitions } from './definitions.ts';
import { refuse } from './errors.ts';
import { workflowLimits } from './limits.ts';
import {
  type Parameters,
  type StepResult,
  type StepState,
  type Workflow,
  type WorkflowRun,
  type WorkflowRunSummary,
} from './model.ts';
import type { WorkflowNews } from './news.ts';
import { valuesFor } from './parameters.ts';
import { say } from './says.ts';

export interface WorkflowServiceDeps {
  readonly journal: Journal<WorkflowChange | FireBegun>;
  readonly store: WorkflowStore;
  readonly definitions: Pick<WorkflowDefinitions, 'get'>;
  readonly executor: WorkflowExecutor;
  readonly expectations: Pick<Expectations, 'before'>;
  readonly news: WorkflowNews;
  /** The engine is stopping: nothing may begin. */
  readonly isDraining: () => boolean;
  readonly whyOut: WhyOut;
  /** Masks the values of secrets in texts before they are stored. */
  readonly masked: Masked;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** A request to carry a workflow out. */
export interface WorkflowStart {
  readonly parameters: Parameters;
  readonly startedBy: Starter;
  /** The agent chose the parameters, also where something else starts it. Absent: if the agent starts it. */
  readonly isOfAgent?: boolean;
  /** Absent: each request is a new one. */
  readonly idempotencyKey?: string | null;
  /** Committed with it: both happen, or neither. */
  readonly alongside?: readonly FireBegun[];
  /** An id that was chosen before; absent: a new one. */
  readonly workflowRunId?: WorkflowRunId;
}

/** `workflow`: the id of one, or the beginning of it; null: all. */
/**
 * With whether it is unfinished while this process does not carry it out: it goes on once an engine stays, when it is
 * retried, or when it is stopped.
 */
export type Known<Run extends WorkflowRunSummary = WorkflowRun> = Run & { readonly isPaused: boolean };

interface RunsAsked extends Omit<RunsQuery, 'workflowId'> {
  readonly workflow: string | null;
}

/** What a reader who follows a run is told. */
export type WorkflowEvent =
  | { readonly type: 'workflow'; readonly run: Known }
  | { readonly type: 'step'; readonly step: StepResult };

/** Runs of workflows. Who asks for another's is answered as for one that does not exist. */
export class WorkflowService {
  readonly #deps: WorkflowServiceDeps;
  #goingOn: Promise<void> = Promise.resolve();

  constructor(deps: WorkflowServiceDeps) {
    this.#deps = deps;
  }

  /** The newest first; of one workflow, by its id or the beginning of it. @throws Refusal workflow_not_found, ambiguous_id, id_too_short */
  async runs(
    whose: Whose,
    { workflow, ...place }: RunsAsked,
  ): Promise<Page<Known<WorkflowRunSummary>, number>> {
    const { store } = this.#deps;
    const pageOf = async (workflowId: WorkflowId | null) => {
      const { items, next } = await store.runs(whose, { ...place, workflowId });
      return { items: items.map(this.#known), next };
    };
    if (workflow === null) return await pageOf(null);
    const found = await store.definitionIdsLike(
      whose,
      workflow.toLowerCase(),
      backgroundLimits.candidates + 1,
    );
    const id = idMeant(workflow, found);
    if (id === null) throw refuse.workflow_not_found();
    return await pageOf(asWorkflowId(id));
  }

  /** By its id, or the beginning of it. @throws Refusal workflow_run_not_found, ambiguous_id, id_too_short */
  async run(whose: Whose, text: string): Promise<Known> {
    const { store } = this.#deps;
    const found = await store.runIdsLike(whose, text.toLowerCase(), backgroundLimits.candidates + 1);
    const id = idMeant(text, found);
    const run = id === null ? null : await store.run(whose, asWorkflowRunId(id));
    if (!run) throw refuse.workflow_run_not_found();
    return this.#known(run);
  }

  /** @throws Refusal as `run` */
  async steps(whose: Whose, text: string): Promise<readonly StepResult[]> {
    return await this.#deps.store.steps((await this.run(whose, text)).workflowRunId);
  }

  /**
   * Begins a run; resolves once it is on disk, and the work goes on. With an idempotency key that was used for the same
   * workflow and parameters, it is that first run.
   * @throws Refusal workflow_not_found, invalid_parameters, idempotency_mismatch, draining, person_disabled, own_erasure_running,
   *   ambiguous_id, id_too_short
   */
  async start(text: string, asked: WorkflowStart): Promise<Known> {
    const { journal, store, definitions, executor, expectations, ids, clock, isDraining } = this.#deps;
    const workflow = await definitions.get(asked.startedBy.personId, text);
    const parameters = this.#masked(
      asked.startedBy.personId,
      valuesFor(workflow.parameters, asked.parameters),
    );
    const key = asked.idempotencyKey ?? null;
    const earlier = key === null ? null : await store.byKey(workflow.workflowId, key);
    if (earlier) return this.#known(sameStart(earlier, parameters));
    if (isDraining()) throw refuseRun.draining();
    refuseWork(this.#deps.whyOut(asked.startedBy.personId));
    const startedAt = clock.now();
    const run: WorkflowRun = {
      ...planned(workflow),
      // Values that the agent chose are its words, too.
      isOfAgent: workflow.isOfAgent || (asked.isOfAgent ?? asked.startedBy.kind === 'agent'),
      workflowRunId: asked.workflowRunId ?? asWorkflowRunId(shortId(ids.next())),
      parameters,
      status: 'running',
      outcome: null,
      error: null,
      stepCount: workflow.steps.length,
      stepsDone: 0,
      costUsd: 0,
      priceKnown: true,
      startedBy: asked.startedBy,
      startedAt,
      endedAt: null,
      stoppedAt: null,
    };
    const baseline = await expectations.before(workflow.expectation, asked.startedBy.personId);
    try {
      await journal.commit([
        { change: 'workflow-run.begin', run, idempotencyKey: key, baseline },
        ...(asked.alongside ?? []),
      ]);
    } catch (error) {
      if (!isJournalConflict(error)) throw error;
      // Another request with this key was first, or the workflow was deleted.
      const first = key === null ? null : await store.byKey(workflow.workflowId, key);
      if (first) return this.#known(sameStart(first, parameters));
      if (!(await store.get(EVERYONE, workflow.workflowId))) throw refuse.workflow_not_found();
      throw error;
    }
    executor.begin(run);
    return this.#known(run);
  }

  /**
   * Does the steps once more that did not succeed; the others keep their results. One that is unfinished and that no process
   * carries out goes on where it was.
   * @throws Refusal workflow_run_not_found, workflow_in_progress, nothing_to_retry, draining, ambiguous_id, id_too_short
   */
  async retry(whose: Whose, text: string): Promise<Known> {
    const { journal, store, executor, isDraining } = this.#deps;
    const left = await this.run(whose, text);
    const { workflowRunId, status, isPaused } = left;
    if (isPaused && isDraining()) throw refuseRun.draining();
    if (isPaused) return this.#takenUp(left);
    if (status === 'running') throw refuse.workflow_in_progress();
    const steps = await store.steps(workflowRunId);
    if (steps.every((step) => step.status === 'completed')) throw refuse.nothing_to_retry();
    if (isDraining()) throw refuseRun.draining();
    // Its last process may be about to end with it.
    await executor.ended(workflowRunId);
    try {
      await journal.commit([{ change: 'workflow-run.retry', workflowRunId }]);
    } catch (error) {
      throw isJournalConflict(error) ? refuse.workflow_in_progress() : error;
    }
    const run = await this.run(whose, workflowRunId);
    return this.#takenUp(run);
  }

  /**
   * The run and its steps as they are, then each of them again whenever it has changed, until the run has ended, the reader
   * leaves, or the engine stops.
   * @throws Refusal as `run`
   */
  async follow(
    whose: Whose,
    text: string,
    signal: AbortSignal,
  ): Promise<AsyncIterable<readonly WorkflowEvent[]>> {
    const { workflowRunId } = await this.run(whose, text);
    return this.#events(workflowRunId, signal);
  }

  /** Over the runs of the last days. */
  async stepStats(whose: Whose, days: number, limit: number): Promise<readonly StepStats[]> {
    return await this.#deps.store.stepStats(whose, this.#deps.clock.now() - days * DAY_MS, limit);
  }

  async costStats(whose: Whose, days: number, limit: number): Promise<readonly CostStats[]> {
    return await this.#deps.store.costStats(whose, this.#deps.clock.now() - days * DAY_MS, limit);
  }

  /**
   * A workflow, and the values that these parameters would give a run of it.
   * @throws Refusal workflow_not_found, invalid_parameters, ambiguous_id, id_too_short
   */
  async fitting(
    whose: Whose,
    text: string,
    given: Parameters,
  ): Promise<
    Pick<ShownWorkflow, 'workflowId' | 'name' | 'mayDo' | 'steps'> & { readonly parameters: Parameters }
  > {
    const { workflowId, name, mayDo, steps, parameters } = await this.#deps.definitions.get(whose, text);
    valuesFor(parameters, given);
    return { workflowId, name, mayDo, steps, parameters: given };
  }

  /**
   * What its owner decides about before the agent begins a run.
   * @throws Refusal as `fitting`
   */
  async questionAboutRun(whose: Whose, text: string, given: Parameters): Promise<readonly Says[]> {
    const { workflowId, name, steps, mayDo } = await this.#deps.definitions.get(whose, text);
    await this.fitting(whose, text, given);
    if (JSON.stringify(given).length > workflowLimits.agentsParametersChars)
      throw refuse.invalid_parameters(
        {},
        say('workflows.long_values', { most: workflowLimits.agentsParametersChars }),
      );
    const asked = say('workflow.run', {
      name: quote(name, workflowLimits.agentsParametersChars),
      id: workflowId,
      given: Object.entries(given).map(([parameter, value]) =>
        say('workflow.given', {
          name: parameter,
          value: quoteValue(value, 2 * workflowLimits.agentsParametersChars),
        }),
      ),
      steps: steps.length,
    });
    return [asked, ...mayDo];
  }

  /**
   * Deletes a run that has ended, with its results; the conversations of its steps stay.
   * @throws Refusal workflow_run_not_found, workflow_in_progress, ambiguous_id, id_too_short
   */
  async remove(whose: Whose, text: string): Promise<void> {
    const { workflowRunId, status } = await this.run(whose, text);
    if (status === 'running') throw refuse.workflow_in_progress();
    try {
      await this.#deps.journal.commit([{ change: 'workflow-run.delete', workflowRunId }]);
    } catch (error) {
      throw isJournalConflict(error) ? refuse.workflow_in_progress() : error;
    }
  }

  /**
   * Asks a run to stop. One that no process carries out has ended when this resolves. Repeatable.
   * @throws the errors of the journal
   */
  async stop(workflowRunId: WorkflowRunId): Promise<void> {
    const { executor, store } = this.#deps;
    await executor.stop(workflowRunId);
    await this.#goingOn.catch(() => undefined);
    if (executor.isCarried(workflowRunId)) return;
    const run = await store.run(EVERYONE, workflowRunId);
    if (run?.status !== 'running') return;
    this.#takenUp(run);
    // An engine that does not stay ends with the command that asks it for this.
    await executor.ended(workflowRunId);
  }

  /** Carries a run out in this process if it is unfinished and none does. Repeatable. */
  async takeUp(workflowRunId: WorkflowRunId): Promise<void> {
    const run = await this.#deps.store.run(EVERYONE, workflowRunId);
    if (run && this.#known(run).isPaused && !this.#deps.isDraining()) this.#takenUp(run);
  }

  /** Stops what is unfinished and at work nowhere. @returns false if `id` is nothing like that */
  async stopPaused(id: string): Promise<boolean> {
    const run = await this.#deps.store.run(EVERYONE, asWorkflowRunId(id));
    if (!run || !this.#known(run).isPaused) return false;
    await this.stop(run.workflowRunId);
    return true;
  }

  /** Resolves when a run has ended, or when this process stops carrying it out; never rejects. */
  async ended(workflowRunId: WorkflowRunId): Promise<void> {
    // What the last process left is taken up first.
    await this.#goingOn.catch(() => undefined);
    await this.#deps.executor.ended(workflowRunId);
  }

  /** For startup, once the engine serves: goes on with what the last process left. */
  async goOn(): Promise<void> {
    this.#goingOn = this.#takeUp();
    await this.#goingOn;
  }

  async #takeUp(): Promise<void> {
    for (const run of await this.#deps.store.unfinished()) this.#deps.executor.begin(run);
  }

  async *#events(id: WorkflowRunId, signal: AbortSignal): AsyncGenerator<readonly WorkflowEvent[]> {
    const { store, news, executor } = this.#deps;
    const told = new Map<string, string>();
    const isNew = (name: string, state: string): boolean => {
      if (told.get(name) === state) return false;
      told.set(name, state);
      return true;
    };
    let change = Promise.withResolvers<void>();
    const wake = () => change.resolve();
    const leave = news.listen(id, wake);
    signal.addEventListener('abort', wake);
    try {
      while (!signal.aborted) {
        change = Promise.withResolvers<void>();
        const isCarried = executor.isCarried(id);
        const [run, states] = [await store.run(EVERYONE, id), await store.stepStates(id)];
        if (!run) return;
        const changed = states.filter((step) => isNew(step.stepId, stateOf(step)));
        // Results may be long: few of them at a time.
        for (let at = 0; at < changed.length && !signal.aborted; at += workflowLimits.toldAtOnce) {
          const some = changed.slice(at, at + workflowLimits.toldAtOnce);
          const steps = await Promise.all(some.map(({ stepId }) => store.step(id, stepId)));
          yield steps.flatMap((step): readonly WorkflowEvent[] => (step ? [{ type: 'step', step }] : []));
        }
        const known = this.#known(run);
        const { status, stepsDone, stoppedAt, isPaused } = known;
        if (isNew('', [status, stepsDone, stoppedAt, isPaused].join(' ')))
          yield [{ type: 'workflow', run: known }];
        if (run.status !== 'running' || !isCarried) return;
        await change.promise;
      }
    } finally {
      leave();
      signal.removeEventListener('abort', wake);
    }
  }

  readonly #known = <Run extends WorkflowRunSummary>(run: Run): Known<Run> => ({
    ...run,
    isPaused: run.status === 'running' && !this.#deps.executor.isCarried(run.workflowRunId),
  });

  #takenUp(run: WorkflowRun): Known {
    this.#deps.executor.begin(run);
    this.#deps.news.changed(run.workflowRunId);
    return this.#known(run);
  }

  #masked(whose: PersonId, parameters: Parameters): Parameters {
    const { masked } = this.#deps;
    return Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [
        name,
        typeof value === 'string' ? masked(value.toWellFormed(), whose) : value,
      ]),
    );
  }
}

const planned = ({ workflowId, name, steps, expectation }: Workflow) => ({
  workflowId,
  name,
  steps,
  expectation,
});

/** Differs whenever a step is told differently. */
const stateOf = ({ status, attempt, runId, threadId }: StepState): string =>
  [status, attempt, runId, threadId].join(' ');

/** @throws Refusal idempotency_mismatch when the key was used for something else */
function sameStart(first: WorkflowRun, parameters: Parameters): WorkflowRun {
  if (JSON.stringify(first.parameters) !== JSON.stringify(parameters))
    throw refuseRun.idempotency_mismatch({ workflowRunId: first.workflowRunId });
  return first;
}
