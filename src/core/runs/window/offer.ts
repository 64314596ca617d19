import type { ToolDefinition } from '../../ports/model.ts';
import type { Tool } from '../port.ts';
import { tokensInText } from './tokens.ts';

/** What a model is told of tools, and how much of its window that takes. */
export interface Offer {
  readonly definitions: readonly ToolDefinition[];
  readonly tokens: number;
}

/** The list of the engine's tools lasts as long as the engine, and its schemas are most of a short request. */
const made = new WeakMap<readonly Tool[], Offer>();

/** The same object for the same list. */
export function offerOf(tools: readonly Tool[]): Offer {
  const known = made.get(tools);
  if (known) return known;
  const definitions = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const offer = { definitions, tokens: tokensInText(JSON.stringify(definitions)) };
  made.set(tools, offer);
  return offer;
}
