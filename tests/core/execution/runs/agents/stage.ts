import { agents } from '../../../../../src/contract/agent/agents.ts';
import { agentsRenderers } from '../../../../../src/adapters/in/agent/agents.ts';
import { agentToolBox } from '../../../../../src/adapters/in/agent/tool-box.ts';
import type { AgentEvent } from '../../../../../src/core/instance/agents/model.ts';
import type { JsonObject } from '../../../../../src/core/kernel/json.ts';
import type { Price } from '../../../../../src/core/ports/model.ts';
import type { Tool } from '../../../../../src/core/execution/runs/port.ts';
import type { RunEvent } from '../../../../../src/core/execution/runs/events.ts';
import type { Services } from '../../../../../src/core/features.ts';
import { CastOfModels } from '../../../../doubles/cast-of-models.ts';
import { text, toolCalls, type Step } from '../../../../doubles/scripted-model.ts';
import { aTool, coreOver, type CoreOptions } from '../../../../harness/core.ts';

/** A dollar for each scripted turn, which outputs ten tokens; before it, $1.20 is reserved. */
export const DOLLAR: Price = { input: 0, output: 100_000, cacheRead: 0, cacheWrite: 0 };

export interface Asked extends JsonObject {
  readonly name: string;
}

/** A sub-agent to request; its name is in its task, so that the cast recognises it. */
export const an = (name: string, more: JsonObject = {}): Asked => ({
  name,
  task: `Play ${name}.`,
  role: 'researcher',
  ...more,
});

export const spawn = (...agentsAsked: readonly Asked[]): Step =>
  toolCalls({ name: 'spawn_agent', input: { agents: agentsAsked } });

export const reader = (name = 'read_file') =>
  aTool(name, async ({ path = '' }) => ({ output: `content of ${String(path)}`, success: true }));

type Parts = Readonly<Record<string, readonly (readonly Step[])[]>>;

/** A core whose run starts sub-agents, all played by one cast. */
export function stage(
  parts: Parts,
  { tools = [reader()], price = DOLLAR, ...options }: CoreOptions & { readonly tools?: readonly Tool[] } = {},
) {
  const cast = new CastOfModels({ svc: [[text('Done.')]], ...parts }, { price });
  const box = agentToolBox(agents, agentsRenderers, () => ({ agents: core.agents }) as unknown as Services);
  const core = coreOver({ open: async () => cast, ...options, tools: [...box.tools(), ...tools] });
  return { ...core, cast };
}

/** One complete run. */
export async function played(parts: Parts, options: Parameters<typeof stage>[1] = {}) {
  const core = stage(parts, options);
  const session = await core.newSession();
  const runId = await core.start(session);
  const events = await core.eventsOf(runId);
  return { ...core, session, runId, events, results: resultsIn(events), agents: agentsIn(events) };
}

export const resultsIn = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'tool_result' ? [event.data] : []));

export const agentsIn = (events: readonly RunEvent[]): readonly AgentEvent[] =>
  events.flatMap((event) => (event.type === 'subagent' ? [event.data] : []));

/** The events of one sub-agent, in order. */
export const storyOf = (name: string, events: readonly AgentEvent[]): readonly string[] =>
  events.flatMap((event) => (event.name === name ? [event.event] : []));
