import type { Model, ModelRequest } from '../../../ports/model.ts';
import type { Tool } from '../port.ts';
import { definitionsOf, offered, toolRoom } from './offer.ts';
import { apiChars, systemPrompt } from './system-prompt.ts';

/** What the first request of a new conversation carries besides its task and what is remembered. */
export function firstRequest(
  task: string,
  tools: readonly Tool[],
  registeredApis: (maxChars: number) => string,
  model: Pick<Model, 'contextWindow' | 'toolShare'>,
): Pick<ModelRequest, 'system' | 'tools'> {
  const apis = registeredApis(apiChars(model));
  const turns = [{ role: 'user', content: [{ type: 'text', text: task }] }] as const;
  const asked = apis === '' ? [] : [CALLS_APIS];
  return {
    system: systemPrompt(apis),
    tools: definitionsOf(offered({ tools, room: toolRoom(model), turns, asked }).tools),
  };
}

/** The prompt names the APIs that it can call. */
export const CALLS_APIS = 'http_request';
