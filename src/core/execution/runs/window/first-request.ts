import { notSwitchedOff } from '../../../instance/tool-switches/model.ts';
import type { GivenToRun } from '../model.ts';
import type { Model, ModelRequest } from '../../../ports/model.ts';
import type { Tool } from '../port.ts';
import { fittingInstructions, instructionsSection } from './instructions.ts';
import { offered, toolRoom } from './offer.ts';
import { definitionsOf } from './tool-definition.ts';
import { apiChars, systemPrompt } from './system-prompt.ts';

/** What the first request of a new conversation carries besides its task and what is remembered. */
export function firstRequest(
  task: string,
  tools: readonly Tool[],
  registeredApis: (maxChars: number) => string,
  model: Pick<Model, 'contextWindow' | 'toolShare'>,
  { instructions: given, tools: switches }: GivenToRun = { instructions: [], tools: null },
): Pick<ModelRequest, 'system' | 'tools'> {
  const instructions = instructionsSection(fittingInstructions(given, model));
  const apis = registeredApis(apiChars(model, instructions));
  const turns = [{ role: 'user', content: [{ type: 'text', text: task }] }] as const;
  const asked = apis === '' ? [] : [CALLS_APIS];
  return {
    system: systemPrompt(instructions, apis),
    tools: definitionsOf(
      offered({ tools: notSwitchedOff(tools, switches), room: toolRoom(model), turns, asked, switches })
        .tools,
    ),
  };
}

/** The prompt names the APIs that it can call. */
export const CALLS_APIS = 'http_request';
