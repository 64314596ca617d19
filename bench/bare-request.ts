import { agentTools } from '../src/contract/agent/tools.ts';
import type { ModelMessage, ModelRequest } from '../src/core/ports/model.ts';
import { SYSTEM_PROMPT } from '../src/core/execution/runs/window/system-prompt.ts';
import { taskFor, type Script } from './script.ts';
import type { Wire } from './wires/wire.ts';

const tools = agentTools.map(({ name, summary, input }) => ({
  name,
  description: summary,
  inputSchema: input,
}));

/** The request body that the engine would send for this script on this wire. */
export function bareRequest(wire: Wire, script: Script, after: readonly ModelMessage[] = []): object {
  const task: ModelMessage = { role: 'user', content: [{ type: 'text', text: taskFor(script) }] };
  const request: ModelRequest = { system: SYSTEM_PROMPT, messages: [task, ...after], tools };
  return wire.body(request);
}
