import { ROLES, type AgentTask } from '../../agents/model.ts';
import type { Model, ModelGateway } from '../../ports/model.ts';
import { refuse } from '../errors.ts';
import type { Tool, ToolBox } from '../port.ts';

/** A sub-agent that is about to begin: its model and its tools have been found. */
export interface Plan {
  readonly task: AgentTask;
  readonly model: Model;
  readonly tools: readonly Tool[];
  /** What it is told of registered APIs; empty where it cannot call them. */
  readonly apis: string;
}

export interface AgentPlannerDeps {
  readonly models: ModelGateway;
  readonly toolBox: ToolBox;
  readonly registeredApis: () => string;
}

/** Finds the model and the tools of each sub-agent before any of them begins. */
export class AgentPlanner {
  readonly #deps: AgentPlannerDeps;

  constructor(deps: AgentPlannerDeps) {
    this.#deps = deps;
  }

  /** Each profile is opened once, and the settings of the run are not looked at again. */
  async plan(tasks: readonly AgentTask[], ofRun: Model): Promise<readonly Plan[]> {
    const { models, toolBox, registeredApis } = this.#deps;
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
