import type { Tool } from '../port.ts';
import { BY_NAME, withoutBounds } from './tool-definition.ts';

type Schema = Readonly<Record<string, unknown>>;

/** What tells a model little of how a call is written: the engine checks each call against the whole schema. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '$comment',
  '$schema',
  'default',
  'examples',
  'minProperties',
  'patternProperties',
  'title',
]);
/** What every sensible call keeps. */
const USUAL: ReadonlyMap<string, readonly unknown[]> = new Map([
  ['additionalProperties', [false]],
  ['exclusiveMinimum', [0]],
  ['minimum', [0, 1]],
]);
/** What holds one schema. */
const INNER: ReadonlySet<string> = new Set(['items', 'additionalProperties']);
/** Types whose name says what the value is. */
const PLAIN: ReadonlySet<unknown> = new Set(['boolean', 'number', 'integer']);

const QUOTE = /["“`]/u;
const EXAMPLE_CHARS = 120;

const made = new WeakMap<Tool, Tool>();

/**
 * The tool as a small window is shown it, made from the whole one by rule: the first sentence of what it does; its fields
 * with their types and values; of what a field means the first clause, or all of it where it is short and quotes how a value
 * is written, and nothing where the name and the type say it. An object that may have one of several shapes is only an
 * object. Each name, each required field and each value that is allowed stays. Only for what a model is shown: calls are
 * checked against the whole tool. Returns the same object for the same tool.
 */
export function briefTool(tool: Tool): Tool {
  const known = made.get(tool);
  if (known) return known;
  const brief = {
    ...tool,
    description: firstSentence(tool.description),
    inputSchema: briefSchema(withoutBounds(tool.inputSchema)) as object,
  };
  made.set(tool, brief);
  return brief;
}

const firstSentence = (text: string): string => /^.*?[.!?](?=\s+\P{Ll})/su.exec(text)?.[0] ?? text;

const firstClause = (text: string): string =>
  /^.*?(?=;\s|[.!?](?:\s+\P{Ll}|$)|\s\()/su.exec(text)?.[0] ?? text;

function briefSchema(given: unknown, isField = false): unknown {
  if (!isSchema(given)) return given;
  const schema = isField ? withOneShape(given) : given;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (LEFT_OUT.has(key) || USUAL.get(key)?.includes(value)) return [];
      if (key === 'description') {
        const meaning = isField ? meaningOf(schema, value) : value;
        return meaning === null ? [] : [[key, meaning]];
      }
      if (INNER.has(key)) return [[key, briefSchema(value, true)]];
      if (BY_NAME.has(key) && isSchema(value)) return [[key, mapped(value)]];
      return [[key, value]];
    }),
  );
}

const mapped = (schemas: Schema): Schema =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, briefSchema(schema, true)]));

/** Null where the type and the values say it. */
function meaningOf({ type, enum: values }: Schema, description: unknown): unknown {
  if (values !== undefined || PLAIN.has(type)) return null;
  if (typeof description !== 'string') return description;
  const isExample = description.length <= EXAMPLE_CHARS && QUOTE.test(description);
  return isExample ? description : firstClause(description);
}

/** With what several shapes have in common: that it is an object, and whether it may be null. */
function withOneShape(schema: Schema): Schema {
  const { anyOf, ...own } = schema;
  if (!Array.isArray(anyOf) || !anyOf.every(isSchema)) return schema;
  const shapes = anyOf.filter(({ type }) => type !== 'null');
  const [first] = shapes;
  const mayBeNull = shapes.length < anyOf.length;
  const withNull = (type: unknown) => (mayBeNull ? [type, 'null'] : type);
  if (first !== undefined && shapes.length === 1 && typeof first['type'] === 'string')
    return { ...first, ...own, type: withNull(first['type']) };
  if (shapes.length > 1 && shapes.every(({ type }) => type === 'object'))
    return { ...own, type: withNull('object') };
  return schema;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
