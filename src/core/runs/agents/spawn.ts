import { ROLES, type AgentTask } from '../../agents/model.ts';
import { agentLimits } from '../../agents/limits.ts';
import { isFree, type Model, type ModelGateway } from '../../ports/model.ts';
import type { Tool, ToolBox, ToolCallContext } from '../port.ts';
import { refuse } from '../errors.ts';
import type { LiveRun } from '../live-runs.ts';
import { CEILING_NAMES, type Ceiling, type Spending } from '../loop/spending.ts';
import { runAgent, type AgentDeps, type Plan } from './agent.ts';
import { agentsReport, type AgentResult } from './report.ts';
import { Waiting } from './waiting.ts';

export interface SpawnDeps extends AgentDeps {
  readonly spending: Pick<Spending, 'reserve' | 'settle'>;
  readonly models: ModelGateway;
  readonly toolBox: ToolBox;
  readonly registeredApis: () => string;
}

/**
 * Starts these sub-agents beside each other, and returns what came of them once all have ended. Before the first of
 * them begins all are known to be possible: their models are open, their tools are theirs, and what they may cost
 * together is reserved. Aborting the run ends them.
 *
 * @returns for the model, one section for each
 * @throws Refusal agents_refused, agents_failed when none came to an answer, and of a profile what the gateway says
 */
export async function spawnAgents(
  tasks: readonly AgentTask[],
  { toolCallId, nonce }: Pick<ToolCallContext, 'toolCallId' | 'nonce'>,
  live: LiveRun,
  ofRun: Model,
  deps: SpawnDeps,
): Promise<string> {
  const { max } = agentLimits;
  if (live.agentsAtWork + tasks.length > max)
    throw refuse.agents_refused(
      {},
      `At most ${max} sub-agents may be at work in one run, and ${live.agentsAtWork} are. Nothing was started: start fewer, one call after the other.`,
    );
  live.agentsAtWork += tasks.length;
  const settle = (usd: number) => {
    live.agentBudgetsUsd -= usd;
    deps.spending.settle(live.runId, live.spentUsd + live.agentsUsd + live.agentBudgetsUsd);
  };
  try {
    const plans = await planned(tasks, ofRun, deps);
    const worst = plans.reduce((sum, plan) => sum + worstOf(plan), 0);
    const spent = live.spentUsd + live.agentsUsd;
    const { refused } = await deps.spending.reserve(live.runId, spent, live.agentBudgetsUsd + worst);
    if (refused) throw refuse.agents_refused({}, tooDear(tasks.length, worst, refused));
    live.agentBudgetsUsd += worst;

    const waiting = new Waiting(deps.clock, (ms) => (live.waitMs += ms));
    const ended = await Promise.allSettled(
      plans.map((plan) =>
        runAgent(plan, toolCallId, live, waiting, deps).finally(() => settle(worstOf(plan))),
      ),
    );
    const all = ended.map((one): AgentResult => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
    const text = agentsReport(all, nonce);
    const isAnswered = all.some(({ outcome }) => outcome === 'answered' || outcome === 'cut_off');
    if (!isAnswered) throw refuse.agents_failed({}, `None of them came to an answer.\n\n${text}`);
    return text;
  } finally {
    live.agentsAtWork -= tasks.length;
  }
}

/** Each profile is opened once, and the settings of the run are not looked at again. */
async function planned(
  tasks: readonly AgentTask[],
  ofRun: Model,
  { models, toolBox, registeredApis }: Pick<SpawnDeps, 'models' | 'toolBox' | 'registeredApis'>,
): Promise<readonly Plan[]> {
  const offered = toolBox.tools();
  const scoped = tasks.map((task) => toolsOf(task, offered));
  const opened = new Map<string, Promise<Model>>();
  let fast: Promise<Model> | undefined;
  const modelOf = ({ profile, role }: AgentTask): Promise<Model> => {
    if (profile === null)
      return ROLES[role].tier === 'fast' && ofRun.openFast
        ? (fast ??= ofRun.openFast())
        : Promise.resolve(ofRun);
    const model = opened.get(profile) ?? models.open(profile);
    opened.set(profile, model);
    return model;
  };
  const section = registeredApis();
  const found = await Promise.all(tasks.map(modelOf));
  return tasks.flatMap((task, index): readonly Plan[] => {
    const model = found[index];
    const tools = scoped[index] ?? [];
    const apis = tools.some(({ name }) => name === 'http_request') ? section : '';
    return model ? [{ task, model, tools, apis }] : [];
  });
}

function toolsOf({ role, tools, name }: AgentTask, offered: readonly Tool[]): readonly Tool[] {
  const ofRole: readonly string[] = ROLES[role].tools;
  const all = offered.filter((tool) => ofRole.includes(tool.name));
  const unknown = (tools ?? []).filter((wanted) => all.every((tool) => tool.name !== wanted));
  if (unknown.length > 0)
    throw refuse.agents_refused(
      {},
      `A ${role} like ${name} cannot have ${unknown.join(', ')}. Nothing was started. Its tools are: ${all.map((tool) => tool.name).join(', ')}.`,
    );
  return tools === null ? all : all.filter((tool) => tools.includes(tool.name));
}

/** A model that costs nothing takes nothing of what may be spent. */
const worstOf = ({ task, model: { price } }: Plan): number => (isFree(price) ? 0 : task.maxBudgetUsd);

function tooDear(count: number, worst: number, { ceiling, spentUsd, limitUsd }: Ceiling): string {
  return (
    `${count === 1 ? 'This sub-agent' : `These ${count} sub-agents together`} could cost $${worst.toFixed(2)}, and of the ` +
    `$${limitUsd.toFixed(2)} that ${CEILING_NAMES[ceiling]} may cost $${spentUsd.toFixed(2)} are spent or reserved. ` +
    'Nothing was started. Start fewer, or give each a smaller max_budget_usd.'
  );
}
