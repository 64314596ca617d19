import { stateOf, switchOf, type ToolSwitches } from '../../instance/tool-switches/model.ts';
import { OF_SERVER } from '../../instance/tool-switches/limits.ts';
import type { PersonId, ThreadId } from '../../kernel/ids.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { refuse as refuseThread } from '../../conversation/threads/errors.ts';
import type { ThreadStore } from '../../conversation/threads/store.ts';
import type { ModelGateway } from '../../ports/model.ts';
import { CORE, TOOL_FAMILIES } from '../../ports/tools.ts';
import { usableFor } from './offered-tools.ts';
import type { Tool, ToolBox } from './port.ts';
import { FINDER, sizeOf, toolRoom } from './window/offer.ts';

export interface ToolCostsDeps {
  readonly toolBox: ToolBox;
  readonly threads: Pick<ThreadStore, 'get' | 'settings'>;
  readonly models: Pick<ModelGateway, 'open'>;
  /** The names of the tool servers of the configuration, also of those that are away. */
  readonly servers: (person: PersonId) => readonly string[];
}

/** One family of tools, or one tool server. */
export interface SwitchedTools {
  /** A family, or `server:` and the name of a tool server. */
  readonly name: string;
  readonly kind: 'family' | 'server';
  /** `always`: the core, which every conversation has. */
  readonly state: 'always' | 'on' | 'off' | 'by_need';
  /** How many tools there are now; none of what is not connected. */
  readonly tools: number;
  /** What their definitions take of a model's window, all together. */
  readonly tokens: number;
}

export interface ToolsWithCosts {
  /** In the order in which a model is shown them: families, then tool servers. */
  readonly switches: readonly SwitchedTools[];
  /** Tokens of the window that tools may take, and the window; null where the model cannot be opened. */
  readonly room: number | null;
  readonly contextWindow: number | null;
}

/** What the tools of a conversation cost of its model's window, and how its owner has switched them. */
export class ToolCosts {
  readonly #deps: ToolCostsDeps;

  constructor(deps: ToolCostsDeps) {
    this.#deps = deps;
  }

  /** @throws Refusal thread_not_found */
  async ofThread(person: PersonId, threadId: ThreadId): Promise<ToolsWithCosts> {
    if (!(await this.#deps.threads.get(person, threadId))) throw refuseThread.thread_not_found();
    const { tools, profile } = await this.#deps.threads.settings(threadId);
    return await this.of(person, profile, tools);
  }

  /** Of a conversation that a profile answers; null: the model of the settings. */
  async of(person: PersonId, profile: string | null, switches: ToolSwitches | null): Promise<ToolsWithCosts> {
    const { toolBox, servers } = this.#deps;
    const all = usableFor(person, toolBox.tools()).filter(({ name }) => name !== FINDER);
    const now = Map.groupBy(
      all.filter(({ isOffered }) => isOffered?.() ?? true),
      switchOf,
    );
    const ofServers = [...all.flatMap(({ ofServer = [] }) => ofServer), ...servers(person)].map(
      (server) => `${OF_SERVER}${server}`,
    );
    // A switch of what is gone can be taken away.
    const names = new Set<string>([...TOOL_FAMILIES, ...ofServers, ...Object.keys(switches ?? {})]);
    return {
      switches: [...names].map((name) => switched(name, now.get(name) ?? [], switches)),
      ...(await this.#window(person, profile)),
    };
  }

  async #window(
    person: PersonId,
    profile: string | null,
  ): Promise<Pick<ToolsWithCosts, 'room' | 'contextWindow'>> {
    try {
      const model = await this.#deps.models.open(profile, person);
      return { room: Math.floor(toolRoom(model)), contextWindow: model.contextWindow };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { room: null, contextWindow: null };
    }
  }
}

function switched(name: string, tools: readonly Tool[], switches: ToolSwitches | null): SwitchedTools {
  const isOn = stateOf(switches, name);
  return {
    name,
    kind: name.startsWith(OF_SERVER) ? 'server' : 'family',
    state: name === CORE ? 'always' : isOn === null ? 'by_need' : isOn ? 'on' : 'off',
    tools: tools.length,
    tokens: sizeOf(tools),
  };
}
