import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../kernel/json.ts';

/** The fields of an object, from all parts of the schema that describe it. */
interface Fields {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: readonly string[];
  readonly additionalProperties: Json | undefined;
}

const NONE: Fields = { properties: {}, required: [], additionalProperties: undefined };

/** Resolves the references at the top of a schema; null where no more are to be read. */
export type Resolve = (schema: JsonObject, depth: number) => JsonObject | null;

/**
 * One object schema with the fields of all alternatives and parts at the root of a schema, since providers take none there.
 * What all alternatives demand is demanded. A field that only some of them name is as these describe it.
 */
export function mergedObject(schema: JsonObject, resolve: Resolve): JsonObject {
  const whole = resolve(schema, 0) ?? {};
  const { properties, required, additionalProperties } = fieldsOf(schema, resolve, 0);
  const { description } = whole;
  return {
    ...(description === undefined ? {} : { description }),
    properties,
    ...(required.length === 0 ? {} : { required: [...required] }),
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
  };
}

function fieldsOf(value: Json, resolve: Resolve, depth: number): Fields {
  const schema = isJsonObject(value) ? resolve(value, depth) : null;
  if (schema === null) return NONE;
  const within = (part: Json): Fields => fieldsOf(part, resolve, depth + 1);
  const parts = listIn(schema, 'allOf').map(within);
  const choices = ['anyOf', 'oneOf'].map((of) => oneOf(listIn(schema, of).filter(mayBeObject).map(within)));
  const all = [ownFields(schema), ...parts, ...choices].reduce(both);
  // Fields that depend on others may always be given, and are demanded by the server alone.
  const depending = [
    schema['then'],
    schema['else'],
    ...valuesIn(schema, 'dependentSchemas'),
    ...valuesIn(schema, 'dependencies'),
  ];
  const more = oneOf(depending.flatMap((part) => (part === undefined ? [] : [within(part)])));
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

/** Both hold. */
function both(a: Fields, b: Fields): Fields {
  if (b === NONE) return a;
  const properties: Record<string, Json> = { ...a.properties, ...b.properties };
  for (const [name, field] of Object.entries(b.properties))
    if (Object.hasOwn(a.properties, name)) properties[name] = bothFields(a.properties[name] as Json, field);
  return {
    properties,
    required: [...new Set([...a.required, ...b.required])],
    additionalProperties: isClosed(a) || isClosed(b) ? false : undefined,
  };
}

function bothFields(a: Json, b: Json): Json {
  if (!isJsonObject(a) || Object.keys(a).length === 0) return b;
  if (!isJsonObject(b) || Object.keys(b).length === 0) return a;
  const clashes = Object.keys(a).filter(
    (key) => Object.hasOwn(b, key) && canonicalJson(a[key] as Json) !== canonicalJson(b[key] as Json),
  );
  return clashes.every((key) => key === 'description' || key === 'title')
    ? { ...b, ...a }
    : { allOf: [a, b] };
}

/** One of them holds. */
function oneOf(options: readonly Fields[]): Fields {
  const [first, ...others] = options;
  if (!first) return NONE;
  const named = new Map<string, Json[]>();
  for (const { properties } of options)
    for (const [name, field] of Object.entries(properties))
      named.set(name, [...(named.get(name) ?? []), field]);
  return {
    properties: Object.fromEntries([...named].map(([name, fields]) => [name, anyField(fields)])),
    required: first.required.filter((name) => others.every(({ required }) => required.includes(name))),
    additionalProperties: options.every(isClosed) ? false : undefined,
  };
}

function anyField(fields: readonly Json[]): Json {
  const distinct = [...new Map(fields.map((field) => [canonicalJson(field), field])).values()];
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
