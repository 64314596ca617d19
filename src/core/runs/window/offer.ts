import type { ToolDefinition } from '../../ports/model.ts';
import type { Tool } from '../port.ts';

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
