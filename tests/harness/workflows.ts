import { EVERYONE } from '../../src/core/trust/people/model.ts';
import { BY_OWNER } from '../doubles/people.ts';
import type { HistoryDatabase } from '../../src/adapters/out/sqlite/history/open.ts';
import { around } from '../../src/core/kernel/around.ts';
import { refuseStorage } from '../../src/core/kernel/storage-refusals.ts';
import type { ToolEffect } from '../../src/core/ports/tools.ts';
import type { WorkflowDraft } from '../../src/core/automation/workflows/draft.ts';
import type { StepResult, WorkflowRun } from '../../src/core/automation/workflows/model.ts';
import { processTokens, workflowTokens } from '../../src/main/tokens.ts';
import { StepModel, type StepPlay } from '../doubles/step-model.ts';
import { aTool, coreOver, type CoreOptions } from './core.ts';

/** What the steps of a test have done, whichever process did it. */
export class World {
  readonly effects: string[] = [];
  /** Which attempt the owner has asked for last. */
  attempt = 1;
}

export interface WorkflowsOptions extends Pick<CoreOptions, 'price' | 'spendingLimits'> {
  readonly world?: World;
  readonly plays?: Readonly<Record<string, StepPlay>>;
  readonly history?: HistoryDatabase;
  /** The effect that the tool `act` declares. */
  readonly effect?: ToolEffect;
  /** The process dies instead of this commit, counted from 1; absent: it lives. */
  readonly diesAt?: number;
  readonly firstId?: number;
  /** The time that the tool `act` says it waited for its owner. */
  readonly waitedMs?: number;
  /** While this is true the disk takes nothing. */
  readonly isFull?: () => boolean;
  /** Holds the tool `act` back for these steps. */
  readonly holds?: Readonly<Record<string, Promise<void>>>;
}

/** The engine with workflows over a database in memory, with a model that plays by the step. */
export function workflowsOver({
  world = new World(),
  plays = {},
  history,
  effect = 'effect',
  diesAt = Infinity,
  firstId = 1,
  holds = {},
  isFull = () => false,
  waitedMs = 0,
  ...more
}: WorkflowsOptions = {}) {
  let commits = 0;
  let isDead = false;
  const died = Promise.withResolvers<void>();
  const forever = () => new Promise<never>(() => undefined);
  const model = new StepModel(new Map(Object.entries(plays)), () => isDead, more.price);
  const act = aTool('act', async ({ step }, call) => {
    if (isDead) await forever();
    await holds[String(step)];
    if (isDead) await forever();
    if (waitedMs > 0) call.waited(waitedMs);
    world.effects.push(String(step));
    return { output: `acted for ${String(step)}`, success: true };
  });
  const core = coreOver({
    tools: [{ ...act, effect }],
    firstId,
    open: async () => model,
    ...(history ? { history } : {}),
    journal: (real) =>
      around(real, {
        commit: async (changes, durability) => {
          if (isDead) return await forever();
          if (isFull()) throw refuseStorage.disk_full();
          commits += changes.length === 0 ? 0 : 1;
          if (commits >= diesAt) {
            isDead = true;
            died.resolve();
            return await forever();
          }
          return await real.commit(changes, durability);
        },
      }),
    ...more,
  });
  const { workflows, workflowDefinitions } = core.get(processTokens.services);
  const executor = core.get(workflowTokens.executor);
  return {
    ...core,
    world,
    model,
    workflows,
    workflowDefinitions,
    executor,
    died: died.promise,
    isDead: () => isDead,
    commits: () => commits,
    /** What a process does that finds the work of another one. */
    goOn: async () => {
      await core.runs.recover();
      core.runs.goOn();
      await workflows.goOn();
    },
    /** Begins a run of these steps. */
    begun: async (steps: WorkflowDraft['steps']) => {
      const { workflowId } = await workflowDefinitions.save({ name: 'W', steps }, BY_OWNER);
      return (await workflows.start(workflowId, { parameters: {}, startedBy: BY_OWNER })).workflowRunId;
    },
    /** So many requests have reached the model. */
    asked: async (requests = 1) => {
      while (model.requests.length < requests) await new Promise(setImmediate);
    },
    /** Runs a workflow to its end in this process. */
    toEnd: async (draft: WorkflowDraft): Promise<Ended> => {
      const { workflowId } = await workflowDefinitions.save(draft, BY_OWNER);
      const { workflowRunId } = await workflows.start(workflowId, { parameters: {}, startedBy: BY_OWNER });
      await workflows.ended(workflowRunId);
      return {
        run: await workflows.run(EVERYONE, workflowRunId),
        steps: await workflows.steps(EVERYONE, workflowRunId),
      };
    },
  };
}

export interface Ended {
  readonly run: WorkflowRun;
  readonly steps: readonly StepResult[];
}

/** A step whose task begins with its name, as the model of the tests wants it. */
export const step = (
  stepId: string,
  dependsOn: readonly string[] = [],
  more: Partial<WorkflowDraft['steps'][number]> = {},
): WorkflowDraft['steps'][number] => ({ stepId, task: `${stepId}: do it`, dependsOn, ...more });
