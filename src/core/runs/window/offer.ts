import type { ToolDefinition } from '../../ports/model.ts';
import type { Tool } from '../port.ts';
import { tokensInTools } from './tokens.ts';

/** The engine's tool list lasts as long as the engine. */
const made = new WeakMap<readonly Tool[], readonly ToolDefinition[]>();

/** The tool definitions that a model is sent. Returns the same object for the same list. */
export function offerOf(tools: readonly Tool[]): readonly ToolDefinition[] {
  const known = made.get(tools);
  if (known) return known;
  const offer = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  made.set(tools, offer);
  return offer;
}

/** Tools of others may take this part of a model's context window. */
const OTHERS_SHARE = 0.25;

const fitted = new WeakMap<readonly Tool[], Map<number, readonly Tool[]>>();

/**
 * The engine's own tools, and as many tools of tool servers as leave the window to the conversation, in their order.
 * Returns the same list for the same ones.
 */
export function fittingTools(tools: readonly Tool[], contextWindow: number): readonly Tool[] {
  const known = fitted.get(tools)?.get(contextWindow);
  if (known) return known;
  let left = contextWindow * OTHERS_SHARE;
  const kept = tools.filter((tool) => {
    if (tool.ofServer === undefined) return true;
    left -= tokensInTools([tool]);
    return left >= 0;
  });
  const result = kept.length === tools.length ? tools : kept;
  fitted.set(tools, (fitted.get(tools) ?? new Map<number, readonly Tool[]>()).set(contextWindow, result));
  return result;
}
