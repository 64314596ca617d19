import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { cleanedLine, cleanedText } from './cleaned-text.ts';
import { FieldNames } from './field-names.ts';
import { toolServerLimits as limits } from './limits.ts';
import { mergedObject } from './merged-object.ts';
import { SchemaReferences } from './schema-references.ts';

/** A schema for models, and what is sent of an input that fits it: the same with the names of the server. */
export interface CleanedSchema {
  readonly schema: JsonObject;
  readonly sent: (input: JsonObject) => JsonObject;
}

/**
 * A stranger's schema of a tool's input, as one that every provider takes and that costs little to check: an
 * object at its root without alternatives, known keywords only, with values of the right kind, references replaced by what
 * they name, and names of fields that providers take. Patterns and formats are left out: a pattern can be made to run for
 * hours. The server decides in the end.
 *
 * @returns null if too much is left
 */
export function cleanedSchema(schema: JsonObject): CleanedSchema | null {
  const known = cleanedBefore.get(schema);
  if (known !== undefined) return known;
  const cleaned = cleanedNow(schema);
  cleanedBefore.set(schema, cleaned);
  return cleaned;
}

/** A list is compared and offered often. */
const cleanedBefore = new WeakMap<JsonObject, CleanedSchema | null>();

function cleanedNow(schema: JsonObject): CleanedSchema | null {
  const cleaning = new Cleaning(schema);
  const cleaned = cleaning.root();
  if (cleaning.isFull) return null;
  const isSmall = JSON.stringify(cleaned).length <= limits.schemaBytes;
  return isSmall ? { schema: cleaned, sent: (input) => cleaning.names.sent(input, cleaned) } : null;
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
  default: (value) => ((Array.isArray(value) ? value.every(isPlain) : isPlain(value)) ? value : undefined),
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
  required: (value, cleaning) =>
    Array.isArray(value)
      ? [...new Set((value as readonly Json[]).filter((one) => typeof one === 'string'))].map((name) =>
          cleaning.names.offered(name),
        )
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
const OWN_NAME_CHARS = 100;
/** How often what names itself is shown within itself; anything goes there below. */
const MOST_WITHIN = 2;

const NESTS: ReadonlySet<string> = new Set(['properties', 'items', 'additionalProperties', 'anyOf', 'allOf']);

class Cleaning {
  readonly names: FieldNames;
  readonly #whole: JsonObject;
  readonly #references: SchemaReferences;
  /** How often each reference is followed around what is read now. */
  readonly #within = new Map<string, number>();
  #nodes = 0;
  #chars = 0;
  #merged = 0;

  constructor(whole: JsonObject) {
    this.#whole = whole;
    this.names = new FieldNames(whole);
    this.#references = new SchemaReferences(whole);
  }

  /** Whether the cleaned schema is already longer than a schema may be: references can make much of little. */
  get isFull(): boolean {
    return this.#chars > limits.schemaBytes || this.#merged > limits.schemaMergedChars;
  }

  root(): JsonObject {
    const merged = mergedObject(this.#whole, {
      resolved: (part, depth) =>
        depth >= limits.schemaDepth || this.#nodes++ > limits.schemaNodes || this.isFull
          ? null
          : this.#references.resolved(part, () => this.#nodes++ < limits.schemaNodes),
      spend: (chars) => {
        this.#merged += chars;
        return !this.isFull;
      },
    });
    const cleaned = this.#kept(merged, 0, (keyword) => AT_ROOT.has(keyword));
    return { type: 'object', properties: {}, ...cleaned };
  }

  /** Anything goes where a schema nests too deeply, or where there are too many. */
  schema(value: Json, depth: number): JsonObject {
    this.#nodes++;
    if (depth >= limits.schemaDepth || this.#nodes > limits.schemaNodes || !isJsonObject(value)) return {};
    if (this.isFull) return {};
    const followed: string[] = [];
    const resolved = this.#references.resolved(value, (reference) => {
      const isOpen = (this.#within.get(reference) ?? 0) < MOST_WITHIN;
      if (isOpen) followed.push(reference);
      return isOpen && this.#nodes++ < limits.schemaNodes;
    });
    for (const reference of followed) this.#count(reference, 1);
    const kept = this.#kept(resolved, depth, () => true);
    for (const reference of followed) this.#count(reference, -1);
    return kept;
  }

  fields(value: JsonObject, depth: number): JsonObject {
    const fields: [string, Json][] = [];
    for (const [own, field] of Object.entries(value)) {
      if (this.isFull) break;
      const name = this.names.offered(own);
      this.#chars += name === own ? name.length : name.length + described(own, {}).length;
      const schema = this.schema(field, depth);
      fields.push([name, name === own ? schema : { ...schema, description: described(own, schema) }]);
    }
    return Object.fromEntries(fields);
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

  #count(reference: string, by: number): void {
    this.#within.set(reference, (this.#within.get(reference) ?? 0) + by);
  }
}

const described = (own: string, { description }: JsonObject): string =>
  [`Its server calls it ${JSON.stringify(cleanedLine(own, OWN_NAME_CHARS))}.`, description]
    .filter((one) => typeof one === 'string')
    .join(' ');

/** A keyword as it counts here, whatever draft it is of. */
function given(schema: JsonObject, keyword: string): Json | undefined {
  const value = own(schema, keyword);
  // Without patterns, an input may fit several of the alternatives of which it should fit one.
  if (keyword === 'anyOf') return value ?? own(schema, 'oneOf');
  // A field that fits a pattern which is left out would count as another one.
  if (keyword === 'additionalProperties')
    return own(schema, 'patternProperties') === undefined ? value : undefined;
  if (keyword !== 'items') return value;
  const places = own(schema, 'prefixItems') ?? (Array.isArray(value) ? value : undefined);
  const further = Array.isArray(value) ? own(schema, 'additionalItems') : value;
  if (Array.isArray(places))
    return {
      anyOf: [...new Set([...(places as readonly Json[]), ...(isJsonObject(further) ? [further] : [])])],
    };
  return value ?? (isList(schema) ? {} : undefined);
}

/** Providers refuse a list that says nothing of its items. */
const isList = ({ type }: JsonObject): boolean =>
  type === 'array' || (Array.isArray(type) && type.includes('array'));

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
