import type { ToolDefinition } from '../../../ports/model.ts';
import type { Tool } from '../port.ts';

const made = new WeakMap<Tool, ToolDefinition>();
interface Listed {
  readonly tools: readonly Tool[];
  readonly definitions: readonly ToolDefinition[];
}

/** The lists of the conversations that go on now, the latest last. */
const lists: Listed[] = [];
const LISTS = 16;

/** The definition of a tool that a model is sent. Returns the same object for the same tool. */
export function definitionOf(tool: Tool): ToolDefinition {
  const known = made.get(tool);
  if (known) return known;
  const { name, description, inputSchema, family } = tool;
  const definition = {
    name,
    description,
    inputSchema: family === undefined ? inputSchema : (withoutBounds(inputSchema) as object),
  };
  made.set(tool, definition);
  return definition;
}

/** Bounds that every sensible call keeps: they take room, and a call that does not is told. */
const BOUNDS: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'pattern']);

/** What holds schemas by their names, which may be those of keywords. */
export const BY_NAME: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
]);
/** What holds values, which may look like schemas. */
const OF_VALUES: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required']);

/** A schema without such bounds, and with its words in a list. */
export function withoutBounds(schema: unknown, areProperties = false): unknown {
  if (Array.isArray(schema)) return schema.map((each) => withoutBounds(each));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...others } = schema as { readonly anyOf?: unknown };
  const words = areProperties || !Array.isArray(anyOf) ? [] : anyOf.map(wordOf);
  const listed = words.length > 0 && words.every((word) => word !== null);
  return Object.fromEntries(
    Object.entries(listed ? { type: 'string', enum: words, ...others } : schema).flatMap(([key, value]) => {
      if (areProperties) return [[key, withoutBounds(value)]];
      if (BOUNDS.has(key)) return [];
      return [[key, OF_VALUES.has(key) ? value : withoutBounds(value, BY_NAME.has(key))]];
    }),
  );
}

const wordOf = (schema: { readonly const?: unknown } | null): string | null =>
  typeof schema?.const === 'string' ? schema.const : null;

/**
 * The tool definitions that a model is sent. Returns the same object for the same tools in the same order, by which a wire
 * knows what it has written already.
 */
export function definitionsOf(tools: readonly Tool[]): readonly ToolDefinition[] {
  const index = lists.findIndex((one) => isSame(one.tools, tools));
  const [known] = index < 0 ? [] : lists.splice(index, 1);
  const listed = known ?? { tools, definitions: tools.map(definitionOf) };
  lists.push(listed);
  if (lists.length > LISTS) lists.shift();
  return listed.definitions;
}

const isSame = (one: readonly Tool[], other: readonly Tool[]): boolean =>
  one.length === other.length && one.every((tool, index) => tool === other[index]);
