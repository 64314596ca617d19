import type { PersonId } from '../../../kernel/ids.ts';
import { say } from '../says.ts';
import { quote } from '../../../kernel/quoted.ts';
import { ROLES, type AgentRole, type AgentTask } from '../../../instance/agents/model.ts';
import type { Model, ModelGateway } from '../../../ports/model.ts';
import { refuse } from '../errors.ts';
import { FINDER } from '../window/offer.ts';
import { apiChars } from '../window/system-prompt.ts';
import { offeredIn } from '../offered-tools.ts';
import type { Tool, ToolBox } from '../port.ts';

/** A sub-agent that is ready to start: its model and tools are resolved. */
export interface Plan {
  readonly task: AgentTask;
  readonly model: Model;
  readonly tools: readonly Tool[];
  /** The prompt section about registered APIs; empty if the sub-agent cannot call them. */
  readonly apis: string;
}

export interface AgentPlannerDeps {
  readonly models: ModelGateway;
  readonly toolBox: ToolBox;
  readonly registeredApis: (maxChars: number) => string;
  /** The tool servers that sub-agents of this role may use, by name. */
  readonly toolServersOf: (role: AgentRole) => readonly string[];
}

/** Resolves the model and the tools of each sub-agent before any of them starts. */
export class AgentPlanner {
  readonly #deps: AgentPlannerDeps;

  constructor(deps: AgentPlannerDeps) {
    this.#deps = deps;
  }

  /**
   * Opens each profile once. Does not reread the settings of the run. `chosen`: what the run makes of the tools that it
   * is offered, which holds for its sub-agents, too.
   */
  async plan(
    tasks: readonly AgentTask[],
    ofRun: Model,
    whose: PersonId,
    chosen: (all: readonly Tool[]) => readonly Tool[] = (all) => all,
  ): Promise<readonly Plan[]> {
    const { models, toolBox, registeredApis, toolServersOf } = this.#deps;
    const offered = chosen(offeredIn(toolBox));
    const scoped = tasks.map((task) => toolsOf(task, offered, toolServersOf(task.role)));
    const opened = new Map<string, Promise<Model>>();
    let fast: Promise<Model> | undefined;
    const modelOf = ({ profile, role }: AgentTask): Promise<Model> => {
      if (profile === null)
        return ROLES[role].tier === 'fast' && ofRun.openFast
          ? (fast ??= ofRun.openFast())
          : Promise.resolve(ofRun);
      const model = opened.get(profile) ?? models.open(profile, whose);
      opened.set(profile, model);
      return model;
    };
    const found = await Promise.all(tasks.map(modelOf));
    return tasks.flatMap((task, index): readonly Plan[] => {
      const model = found[index];
      const tools = scoped[index] ?? [];
      if (!model) return [];
      const callsApis = tools.some(({ name }) => name === 'http_request');
      return [{ task, model, tools, apis: callsApis ? registeredApis(apiChars(model)) : '' }];
    });
  }
}

function toolsOf(
  { role, tools, name }: AgentTask,
  offered: readonly Tool[],
  servers: readonly string[],
): readonly Tool[] {
  const ofRole: readonly string[] = ROLES[role].tools;
  const all = offered.filter(({ name: own, ofServer }) =>
    ofServer === undefined ? ofRole.includes(own) || own === FINDER : servers.includes(ofServer),
  );
  const unknown = (tools ?? []).filter((wanted) => all.every((tool) => tool.name !== wanted));
  if (unknown.length > 0)
    throw refuse.agents_refused(
      {},
      say('runs.agents_tools', { name: quote(name), role, unknown, known: all.map((tool) => tool.name) }),
    );
  return tools === null ? all : all.filter((tool) => tools.includes(tool.name));
}
