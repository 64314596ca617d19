import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { promptsRenderers } from '../../../../src/adapters/in/agent/prompts.ts';
import { agentToolBox } from '../../../../src/adapters/in/agent/tool-box.ts';
import { prompts as rows } from '../../../../src/contract/agent/prompts.ts';
import type { JsonObject } from '../../../../src/core/kernel/json.ts';
import type { Prompt } from '../../../../src/core/conversation/prompts/model.ts';
import type { Services } from '../../../../src/core/features.ts';
import { text, toolCalls } from '../../../doubles/scripted-model.ts';
import { coreOver, type CoreOptions } from '../../../harness/core.ts';

export type Core = ReturnType<typeof coreOver>;

export const DAY = 24 * 60 * 60 * 1000;

/** The services, with the real tool of the rows, and a model that asks and then thanks. */
export function coreThatAsks(
  options: CoreOptions = {},
  input: JsonObject = { question: 'Which colour?', options: ['red', 'blue'] },
): Core {
  const core: Core = coreOver({
    turns: [[toolCalls({ name: 'ask_user', input })], [text('Thank you.')]],
    ...options,
    tools: agentToolBox(rows, promptsRenderers, () => core as unknown as Services).tools(),
  });
  return core;
}

/** A run that waits for an answer. */
export async function waiting(core: Core) {
  const session = await core.newSession();
  const runId = await core.start(session);
  await core.clock.advance(0);
  const found = await core.prompts.pending(EVERYONE, session.sessionId);
  if (!found) throw new Error('nothing is being asked');
  const prompt: Prompt = found.prompt;
  return { session, runId, prompt };
}

/** The results of its call that the model received by its next request. */
export const told = ({ model }: Core): readonly (readonly [string, boolean])[] =>
  (model.requests.at(-1)?.messages ?? []).flatMap(({ content }) =>
    content.flatMap((block): readonly (readonly [string, boolean])[] =>
      block.type === 'tool_result' ? [[block.output, block.success]] : [],
    ),
  );
