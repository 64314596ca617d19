import type { ToolDefinition } from '../../../../core/ports/model.ts';

/**
 * Converts lists of tools to the format of a wire. Returns the same list for the same one: all turns of a run send one
 * list, and so do most runs.
 */
export function toolsBy<T>(convert: (tool: ToolDefinition) => T): (tools: readonly ToolDefinition[]) => T[] {
  const known = new WeakMap<readonly ToolDefinition[], T[]>();
  return (tools) => {
    const converted = known.get(tools) ?? tools.map(convert);
    known.set(tools, converted);
    return converted;
  };
}

interface Body {
  readonly model: string;
  readonly tools?: readonly object[];
}

const written = new WeakMap<readonly object[], Buffer>();

/**
 * A request body as JSON in UTF-8, its tools first. They are most of the bytes of a short conversation, so the JSON of a
 * list is kept with it; the list must not change afterwards.
 */
export function jsonBody({ tools, ...rest }: Body): Uint8Array {
  const text = JSON.stringify(rest);
  if (tools === undefined) return Buffer.from(text);
  const list = written.get(tools) ?? Buffer.from(JSON.stringify(tools));
  written.set(tools, list);
  return Buffer.concat([OPENING, list, Buffer.from(`,${text.slice(1)}`)]);
}

const OPENING = Buffer.from('{"tools":');
