import { EVERYONE } from '../../trust/people/model.ts';
import { shortId, workflowRunId, type WorkflowRunId } from '../../kernel/ids.ts';
import { quotedJson } from '../../kernel/quoted.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Journal } from '../../ports/journal.ts';
import { saidIn } from '../../kernel/worded.ts';
import { worstCaseUsd, type WorkflowRun } from '../workflows/model.ts';
import type { WorkflowService } from '../workflows/service.ts';
import type { TriggerChange, TriggerStore } from './store.ts';
import type { Begun, EffectOfTrigger, Fire } from './effect.ts';
import { leftOfMonth } from './month-ceiling.ts';
import { withWorkflowOf } from './workflow-gone.ts';
import { failedWith, onlyATrial, stopped, type Verdict } from './outcomes.ts';
import { say, sayOutcome } from './says.ts';

export interface WorkflowEffectDeps {
  readonly journal: Journal<TriggerChange>;
  readonly workflows: Pick<WorkflowService, 'start' | 'ended' | 'run' | 'stop' | 'fitting'>;
  readonly store: Pick<TriggerStore, 'costSince'>;
  readonly clock: Clock;
  readonly ids: Ids;
}

const SHOWN_CHARS = 500;

/** A workflow is carried out. It goes on after a restart of the engine, and so does the fire. */
export class WorkflowEffect implements EffectOfTrigger {
  readonly #deps: WorkflowEffectDeps;

  constructor(deps: WorkflowEffectDeps) {
    this.#deps = deps;
  }

  async begin({ trigger, begun, signal, trial }: Fire): Promise<Begun> {
    const { journal, workflows, ids } = this.#deps;
    const { triggerId, personId, workflow } = trigger;
    if (workflow === null) throw new Error('The trigger names no workflow.');
    const fitting = await withWorkflowOf(
      triggerId,
      workflows.fitting(personId, workflow.workflowId, workflow.parameters),
    );
    if (trial !== null) {
      await journal.commit([begun]);
      trial({
        tool: 'run_workflow',
        input: quotedJson({ ...workflow }, SHOWN_CHARS),
        says: [say('trial.workflow')],
      });
      return { ended: Promise.resolve({ outcome: 'skipped', reason: onlyATrial }) };
    }
    // Its steps have budgets, which are not lowered: it begins only if all of them fit.
    await leftOfMonth(trigger, worstCaseUsd(fitting), this.#deps);
    const id = workflowRunId(shortId(ids.next()));
    const starting = workflows.start(workflow.workflowId, {
      parameters: workflow.parameters,
      startedBy: { kind: 'trigger', personId, id: triggerId },
      isOfAgent: trigger.isOfAgent,
      workflowRunId: id,
      alongside: [{ ...begun, workflowRunId: id }],
    });
    await withWorkflowOf(triggerId, starting);
    const stop = () => void workflows.stop(id).catch(() => undefined);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    return { ended: endOf(id, this.#deps) };
  }
}

/** Null while it is not over: the engine stops, and the next one goes on with it. Never rejects. */
export async function endOf(
  id: WorkflowRunId,
  { workflows }: Pick<WorkflowEffectDeps, 'workflows'>,
): Promise<Verdict | null> {
  await workflows.ended(id);
  try {
    return verdictOf(await workflows.run(EVERYONE, id));
  } catch {
    // The store cannot be read now; the next start settles it.
    return null;
  }
}

function verdictOf({ status, outcome, error }: WorkflowRun): Verdict | null {
  if (status === 'running') return null;
  if (status === 'aborted') return error ? failedWith({ code: error.code, says: saidIn(error) }) : stopped;
  if (status === 'completed' && (outcome === 'verified' || outcome === 'unverified'))
    return { outcome, reason: null };
  return failedWith({
    code: error?.code ?? status,
    says: error ? saidIn(error) : [sayOutcome('outcome.steps-failed')],
  });
}
