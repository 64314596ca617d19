import type { Tool, ToolBox } from './port.ts';

/**
 * The engine's own tools and those of others, which never take the place of one of the engine's. The same list until
 * one of the others changes.
 */
export function joinedToolBox(own: ToolBox, others: () => ToolBox): ToolBox {
  let joined: readonly Tool[] = [];
  let from: readonly (readonly Tool[])[] = [];
  return {
    tools: () => {
      const lists = [own.tools(), others().tools()] as const;
      if (lists.every((list, index) => list === from[index])) return joined;
      const [first, more] = lists;
      const names = new Set(first.map(({ name }) => name));
      from = lists;
      joined = more.length === 0 ? first : [...first, ...more.filter(({ name }) => !names.has(name))];
      return joined;
    },
  };
}
