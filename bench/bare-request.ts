import { agentTools } from '../src/contract/agent/tools.ts';
import type { ModelMessage, ModelRequest } from '../src/core/ports/model.ts';
import { SYSTEM_PROMPT } from '../src/core/runs/system-prompt.ts';
import { taskFor, type Script } from './wire.ts';

const tools = agentTools.map(({ name, does, input }) => ({ name, description: does, inputSchema: input }));

/** The request that the engine makes of a script, so that what is asked bare is no smaller. */
export function bareRequest(script: Script, after: readonly ModelMessage[] = []): ModelRequest {
  const task: ModelMessage = { role: 'user', content: [{ type: 'text', text: taskFor(script) }] };
  return { system: SYSTEM_PROMPT, messages: [task, ...after], tools };
}
