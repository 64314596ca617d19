import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';

/** The fields of an object, from all parts of the schema that describe it. */
interface Fields {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: readonly string[];
  readonly additionalProperties: Json | undefined;
}

const NONE: Fields = { properties: {}, required: [], additionalProperties: undefined };

/** Reads a schema, and keeps count of what that costs: references can make much of little. */
export interface SchemaReader {
  /** A schema without references at its top; null where no more are to be read. */
  readonly resolved: (schema: JsonObject, depth: number) => JsonObject | null;
  /** Counts characters that are read; false when they are too many. */
  readonly spend: (chars: number) => boolean;
}

/**
 * One object schema with the fields of all alternatives and parts at the root of a schema, since providers take none there.
 * What all alternatives demand is demanded. A field that only some of them name is as these describe it.
 */
export function mergedObject(schema: JsonObject, reader: SchemaReader): JsonObject {
  const whole = reader.resolved(schema, 0) ?? {};
  const { properties, required, additionalProperties } = fieldsOf(schema, reader, 0);
  const { description } = whole;
  return {
    ...(description === undefined ? {} : { description }),
    properties,
    ...(required.length === 0 ? {} : { required: [...required] }),
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
  };
}

function fieldsOf(value: Json, reader: SchemaReader, depth: number): Fields {
  const schema = isJsonObject(value) ? reader.resolved(value, depth) : null;
  if (schema === null) return NONE;
  const within = (part: Json): Fields => fieldsOf(part, reader, depth + 1);
  const oneOf = (parts: readonly Json[]): Fields => oneHolds(parts.map(within), reader);
  const parts = listIn(schema, 'allOf').map(within);
  const choices = ['anyOf', 'oneOf'].map((of) => oneOf(listIn(schema, of).filter(mayBeObject)));
  const all = allHold([ownFields(schema), ...parts, ...choices], reader);
  // Fields that depend on others may always be given, and are demanded by the server alone.
  const depending = [
    schema['then'],
    schema['else'],
    ...valuesIn(schema, 'dependentSchemas'),
    ...valuesIn(schema, 'dependencies'),
  ];
  const more = oneOf(depending.filter((part) => part !== undefined));
  return { ...all, properties: { ...more.properties, ...all.properties } };
}

const listIn = (schema: JsonObject, keyword: string): readonly Json[] =>
  Array.isArray(schema[keyword]) ? (schema[keyword] as readonly Json[]) : [];

const valuesIn = (schema: JsonObject, keyword: string): readonly Json[] =>
  isJsonObject(schema[keyword]) ? Object.values(schema[keyword]) : [];

const mayBeObject = (schema: Json): boolean => {
  if (!isJsonObject(schema)) return schema !== false;
  const { type = 'object' } = schema;
  return type === 'object' || (Array.isArray(type) && type.includes('object'));
};

const ownFields = ({
  properties,
  required,
  additionalProperties,
  patternProperties,
}: JsonObject): Fields => ({
  properties: isJsonObject(properties) ? properties : {},
  required: Array.isArray(required)
    ? (required as readonly Json[]).filter((one) => typeof one === 'string')
    : [],
  additionalProperties: isJsonObject(patternProperties) ? undefined : additionalProperties,
});

const isClosed = ({ additionalProperties }: Fields): boolean => additionalProperties === false;

function allHold(parts: readonly Fields[], reader: SchemaReader): Fields {
  const told = parts.filter((part) => part !== NONE);
  const [only, ...others] = told;
  return {
    properties: merged(told, reader, (fields) => allOfField(fields, reader)),
    required: [...new Set(told.flatMap(({ required }) => required))],
    additionalProperties: told.some(isClosed)
      ? false
      : others.length === 0
        ? only?.additionalProperties
        : undefined,
  };
}

function oneHolds(options: readonly Fields[], reader: SchemaReader): Fields {
  const [first, ...others] = options;
  if (!first) return NONE;
  const properties = merged(options, reader, (fields) => anyOfField(fields, reader));
  const demanded = others.map(({ required }) => new Set(required));
  return {
    properties,
    required: first.required.filter((name) => demanded.every((names) => names.has(name))),
    additionalProperties: options.every(isClosed) ? false : undefined,
  };
}

/** The fields of all parts, each of them as `field` makes one of all that describe it. */
function merged(
  parts: readonly Fields[],
  { spend }: SchemaReader,
  field: (described: readonly Json[]) => Json,
): Readonly<Record<string, Json>> {
  const named = new Map<string, Set<Json>>();
  for (const { properties, required } of parts) {
    if (!spend(required.length)) return {};
    for (const [name, described] of Object.entries(properties)) {
      if (!spend(name.length + 1)) return {};
      named.set(name, (named.get(name) ?? new Set()).add(described));
    }
  }
  return Object.fromEntries(
    [...named].map(([name, [first, ...others]]) => [
      name,
      others.length === 0 ? (first as Json) : field([first as Json, ...others]),
    ]),
  );
}

/** Those that agree with the first one become one with it. */
function allOfField(fields: readonly Json[], { spend }: SchemaReader): Json {
  const one = new Map<string, readonly [value: Json, text: string]>();
  const others = new Map<string, Json>();
  for (const field of fields.flatMap(partsOf).filter(isJsonObject)) {
    const said = Object.entries(field).map(([key, value]) => [key, value, canonicalJson(value)] as const);
    const text = canonicalJson(field);
    if (!spend(text.length)) return {};
    const clashes = said.some(([key, , its]) => !WORDS.has(key) && (one.get(key)?.[1] ?? its) !== its);
    if (clashes) others.set(text, field);
    else for (const [key, value, its] of said) if (!one.has(key)) one.set(key, [value, its]);
  }
  const first = Object.fromEntries([...one].map(([key, [value]]) => [key, value]));
  return others.size === 0 ? first : { allOf: [first, ...others.values()] };
}

const WORDS: ReadonlySet<string> = new Set(['title', 'description']);

/** The parts of a field that is nothing but them. */
const partsOf = (field: Json): readonly Json[] =>
  isJsonObject(field) && Object.keys(field).length === 1 && Array.isArray(field['allOf'])
    ? (field['allOf'] as readonly Json[])
    : [field];

function anyOfField(fields: readonly Json[], { spend }: SchemaReader): Json {
  const named = new Map<string, Json>();
  for (const field of fields) {
    const text = canonicalJson(field);
    if (!spend(text.length)) return {};
    named.set(text, field);
  }
  const distinct = [...named.values()];
  const [first, ...others] = distinct;
  if (first === undefined || others.length === 0) return first ?? {};
  const choices = distinct.map(choicesOf);
  if (choices.some((one) => one === null)) return { anyOf: distinct };
  const { type, description } = first as JsonObject;
  const isSameType = others.every((other) => (other as JsonObject)['type'] === type);
  return {
    ...(isSameType && type !== undefined ? { type } : {}),
    ...(description === undefined ? {} : { description }),
    enum: [...new Set(choices.flatMap((one) => one ?? []))],
  };
}

/** The values of a field that is nothing but a choice of plain ones. */
function choicesOf(field: Json): readonly Json[] | null {
  if (!isJsonObject(field)) return null;
  const { const: only, enum: some, type: _type, title: _title, description: _description, ...more } = field;
  if (Object.keys(more).length > 0) return null;
  const values = only === undefined ? some : [only];
  const isPlain =
    Array.isArray(values) && values.every((one: Json) => typeof one !== 'object' || one === null);
  return isPlain ? (values as readonly Json[]) : null;
}
