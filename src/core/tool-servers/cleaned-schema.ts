import { isJsonObject, type Json, type JsonObject } from '../kernel/json.ts';
import { cleanedText } from './cleaned-text.ts';
import { toolServerLimits as limits } from './limits.ts';

/**
 * A stranger's schema of a tool's input, as one that every provider takes and that costs little to check: an
 * object at its root, known keywords only, with values of the right kind, references replaced by what they name. Patterns
 * and formats are left out: a pattern can be made to run for hours. What is left accepts all that the original accepts,
 * so that the server decides in the end.
 *
 * @returns null if too much is left
 */
export function cleanedSchema(schema: JsonObject): JsonObject | null {
  const cleaning = new Cleaning(schema);
  const cleaned = cleaning.root();
  if (cleaning.isFull) return null;
  const isSmall = JSON.stringify(cleaned).length <= limits.schemaBytes;
  return isSmall ? cleaned : null;
}

type Guard = (value: Json, cleaning: Cleaning, depth: number) => Json | undefined;

const TYPES: ReadonlySet<Json> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
]);
const MAX_CHOICES = 100;
const CHOICE_CHARS = 200;
/** What all providers take as the name of a field. */
const FIELD = /^[a-zA-Z0-9_.-]{1,64}$/u;
/** Names of what every object inherits. */
const INHERITED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const isPlain = (value: Json): boolean =>
  value === null || typeof value !== 'object'
    ? typeof value !== 'string' || value.length <= CHOICE_CHARS
    : false;

const number: Guard = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
const count: Guard = (value) => (Number.isSafeInteger(value) && (value as number) >= 0 ? value : undefined);
const plain: Guard = (value) => (isPlain(value) ? value : undefined);
const schemas: Guard = (value, cleaning, depth) =>
  Array.isArray(value) && value.length > 0
    ? value.map((one: Json) => cleaning.schema(one, depth))
    : undefined;

const KEYWORDS: Readonly<Record<string, Guard>> = {
  type: (value) =>
    TYPES.has(value) ||
    (Array.isArray(value) &&
      value.length > 0 &&
      new Set(value).size === value.length &&
      value.every((one: Json) => TYPES.has(one)))
      ? value
      : undefined,
  title: (value) =>
    typeof value === 'string' ? cleanedText(value, limits.fieldDescriptionChars) : undefined,
  description: (value) =>
    typeof value === 'string' ? cleanedText(value, limits.fieldDescriptionChars) : undefined,
  enum: (value) =>
    Array.isArray(value) && value.length > 0 && value.length <= MAX_CHOICES && value.every(isPlain)
      ? [...new Set(value as readonly Json[])]
      : undefined,
  const: plain,
  default: plain,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: (value) =>
    typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : undefined,
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  properties: (value, cleaning, depth) => (isJsonObject(value) ? cleaning.fields(value, depth) : undefined),
  required: (value) =>
    Array.isArray(value)
      ? [...new Set((value as readonly Json[]).filter((one) => typeof one === 'string'))]
      : undefined,
  items: (value, cleaning, depth) => (isJsonObject(value) ? cleaning.schema(value, depth) : undefined),
  additionalProperties: (value, cleaning, depth) =>
    typeof value === 'boolean' ? value : isJsonObject(value) ? cleaning.schema(value, depth) : undefined,
  anyOf: schemas,
  allOf: schemas,
};
/** Providers take these at the root, and no alternatives. */
const AT_ROOT: ReadonlySet<string> = new Set([
  'description',
  'properties',
  'required',
  'additionalProperties',
]);

const NESTS: ReadonlySet<string> = new Set(['properties', 'items', 'additionalProperties', 'anyOf', 'allOf']);

class Cleaning {
  readonly #whole: JsonObject;
  #nodes = 0;
  #chars = 0;

  constructor(whole: JsonObject) {
    this.#whole = whole;
  }

  /** What is left is longer than a schema may be: references can make much of little. */
  get isFull(): boolean {
    return this.#chars > limits.schemaBytes;
  }

  root(): JsonObject {
    const cleaned = this.#kept(this.#resolved(this.#whole), 0, (keyword) => AT_ROOT.has(keyword));
    return { type: 'object', properties: {}, ...cleaned };
  }

  /** Anything goes where a schema nests too deeply, or where there are too many. */
  schema(value: Json, depth: number): JsonObject {
    this.#nodes++;
    if (depth >= limits.schemaDepth || this.#nodes > limits.schemaNodes || !isJsonObject(value)) return {};
    if (this.isFull) return {};
    return this.#kept(this.#resolved(value), depth, () => true);
  }

  fields(value: JsonObject, depth: number): JsonObject {
    const named = Object.entries(value).filter(([name]) => FIELD.test(name) && !INHERITED.has(name));
    return Object.fromEntries(named.map(([name, field]) => [name, this.schema(field, depth)]));
  }

  #kept(schema: JsonObject, depth: number, isTaken: (keyword: string) => boolean): JsonObject {
    const kept: Record<string, Json> = {};
    for (const [keyword, guard] of Object.entries(KEYWORDS)) {
      const value = isTaken(keyword) ? given(schema, keyword) : undefined;
      const clean = value === undefined ? undefined : guard(value, this, depth + 1);
      if (clean === undefined) continue;
      kept[keyword] = clean;
      // Schemas within it have counted themselves.
      if (!NESTS.has(keyword)) this.#chars += keyword.length + JSON.stringify(clean).length;
      if (this.isFull) break;
    }
    return closedRightly(kept);
  }

  /** Follows a reference within the document. Each step counts, so that a circle ends. */
  #resolved(schema: JsonObject): JsonObject {
    let found = schema;
    while (typeof found['$ref'] === 'string' && this.#nodes++ < limits.schemaNodes) {
      const named = this.#at(found['$ref']);
      if (!isJsonObject(named)) return {};
      found = named;
    }
    return found;
  }

  #at(reference: string): Json | undefined {
    if (reference === '#') return this.#whole;
    if (!reference.startsWith('#/')) return undefined;
    let found: Json | undefined = this.#whole;
    for (const part of reference.slice(2).split('/')) {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      found = isJsonObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
    }
    return found;
  }
}

/** Without patterns, an input may fit several of the alternatives of which it should fit one. */
const given = (schema: JsonObject, keyword: string): Json | undefined =>
  own(schema, keyword) ?? (keyword === 'anyOf' ? own(schema, 'oneOf') : undefined);

const own = (schema: JsonObject, keyword: string): Json | undefined =>
  Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;

/** Required fields that were left out, and others beside those that are left, must not make a good input invalid. */
function closedRightly({ required, ...rest }: Record<string, Json>): JsonObject {
  const properties = isJsonObject(rest['properties']) ? rest['properties'] : null;
  if (!Array.isArray(required)) return rest;
  const known = (required as readonly string[]).filter(
    (name) => properties !== null && Object.hasOwn(properties, name),
  );
  return known.length === 0 ? rest : { ...rest, required: known };
}
