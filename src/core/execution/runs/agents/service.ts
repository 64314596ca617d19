// Room: the sub-agents of a run. One has the ids of its run, so changes, questions and costs belong to the
// run; what it says is untrusted.

import type { AgentTask } from '../../../instance/agents/model.ts';
import { agentLimits } from '../../../instance/agents/limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import { isFree, type Model } from '../../../ports/model.ts';
import { refuse } from '../errors.ts';
import type { LiveRun, LiveRuns } from '../live-runs.ts';
import type { ToolCallContext } from '../port.ts';
import { inText } from '../../../kernel/says.ts';
import { say } from '../says.ts';
import type { Spending } from '../loop/spending.ts';
import type { AgentRunner } from './agent.ts';
import type { AgentPlanner, Plan } from './plan.ts';
import { agentsReport, type AgentResult } from './report.ts';
import { Waiting } from './waiting.ts';

export interface AgentServiceDeps {
  readonly live: LiveRuns;
  readonly planner: AgentPlanner;
  readonly runner: AgentRunner;
  readonly spending: Pick<Spending, 'reserve' | 'settle'>;
  readonly clock: Clock;
}

/** Starts sub-agents of runs. */
export class AgentService {
  readonly #deps: AgentServiceDeps;

  constructor(deps: AgentServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Starts sub-agents of the run that makes this call, and waits for all of them.
   * @returns the report for the model
   * @throws Refusal run_not_found, agents_refused, agents_failed, and the refusals of opening a profile
   */
  async spawn(tasks: readonly AgentTask[], call: ToolCallContext): Promise<string> {
    const live = this.#deps.live.get(call.runId);
    if (!live?.model) throw refuse.run_not_found();
    const spawned = this.#spawnIn(live, tasks, call, live.model);
    const ended = spawned.catch(() => undefined);
    live.agents.add(ended);
    void ended.then(() => live.agents.delete(ended));
    return await spawned;
  }

  /**
   * Starts these sub-agents in parallel, and returns their report once all have ended. Before the first one starts, all
   * models are open, all tools are checked, and their worst-case cost is reserved. Aborting the run ends them.
   *
   * @returns one section per sub-agent, for the model
   * @throws Refusal agents_refused, agents_failed if none reached an answer, and the refusals of opening a profile
   */
  async #spawnIn(
    live: LiveRun,
    tasks: readonly AgentTask[],
    { toolCallId, nonce }: Pick<ToolCallContext, 'toolCallId' | 'nonce'>,
    ofRun: Model,
  ): Promise<string> {
    const { planner, runner, spending, clock } = this.#deps;
    const { max } = agentLimits;
    if (live.agentsAtWork + tasks.length > max)
      throw refuse.agents_refused({}, say('runs.agents_busy', { most: max, busy: live.agentsAtWork }));
    live.agentsAtWork += tasks.length;
    const settle = (usd: number) => {
      live.agentBudgetsUsd -= usd;
      spending.settle(live.runId, live.spentUsd + live.agentsUsd + live.agentBudgetsUsd);
    };
    try {
      const plans = await planner.plan(tasks, ofRun, live.standing.personId, (all) => live.offered(all));
      const worst = plans.reduce((sum, plan) => sum + worstOf(plan), 0);
      const spent = live.spentUsd + live.agentsUsd;
      const { refused } = await spending.reserve(
        live.standing.personId,
        live.runId,
        spent,
        live.agentBudgetsUsd + worst,
      );
      if (refused)
        throw refuse.agents_refused(
          {},
          say('runs.agents_cost', { count: tasks.length, worstUsd: worst, ...refused }),
        );
      live.agentBudgetsUsd += worst;

      const waiting = new Waiting(clock, (ms) => (live.waitMs += ms));
      const ended = await Promise.allSettled(
        plans.map((plan) => runner.run(plan, toolCallId, live, waiting).finally(() => settle(worstOf(plan)))),
      );
      const all = ended.map((one): AgentResult => {
        if (one.status === 'rejected') throw one.reason;
        return one.value;
      });
      const text = agentsReport(all, nonce);
      const isAnswered = all.some(({ outcome }) => outcome === 'answered' || outcome === 'cut_off');
      if (!isAnswered) throw refuse.agents_failed({}, [say('runs.agents_failed'), inText(`\n\n${text}`)]);
      return text;
    } finally {
      live.agentsAtWork -= tasks.length;
    }
  }
}

/** A free model reserves nothing. */
const worstOf = ({ task, model: { price } }: Plan): number => (isFree(price) ? 0 : task.maxBudgetUsd);
