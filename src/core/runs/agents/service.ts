import type { AgentTask } from '../../agents/model.ts';
import { refuse } from '../errors.ts';
import type { LiveRuns } from '../live-runs.ts';
import type { ToolCallContext } from '../port.ts';
import { spawnAgents, type SpawnDeps } from './spawn.ts';

export interface AgentServiceDeps extends SpawnDeps {
  readonly live: LiveRuns;
}

/** Starts sub-agents of runs. */
export class AgentService {
  readonly #deps: AgentServiceDeps;

  constructor(deps: AgentServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Starts sub-agents of the run that makes this call, and waits for all of them.
   * @returns what came of them, in words for the model
   * @throws Refusal run_not_found, agents_refused, agents_failed, and for a profile what starting a run says
   */
  async spawn(tasks: readonly AgentTask[], call: ToolCallContext): Promise<string> {
    const live = this.#deps.live.get(call.runId);
    if (!live?.model) throw refuse.run_not_found();
    const spawned = spawnAgents(tasks, call, live, live.model, this.#deps);
    const ended = spawned.catch(() => undefined);
    live.agents.add(ended);
    void ended.then(() => live.agents.delete(ended));
    return await spawned;
  }
}
