import type { ToolDefinition } from '../../ports/model.ts';
import type { Tool } from '../port.ts';
import { tokensInText } from './tokens.ts';

/** The tool definitions that a model is sent, and the tokens they take. */
export interface Offer {
  readonly definitions: readonly ToolDefinition[];
  readonly tokens: number;
}

/** The engine's tool list lasts as long as the engine, and its schemas are most of a short request. */
const made = new WeakMap<readonly Tool[], Offer>();

/** Returns the same object for the same list. */
export function offerOf(tools: readonly Tool[]): Offer {
  const known = made.get(tools);
  if (known) return known;
  const definitions = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const offer = { definitions, tokens: tokensInText(JSON.stringify(definitions)) };
  made.set(tools, offer);
  return offer;
}
