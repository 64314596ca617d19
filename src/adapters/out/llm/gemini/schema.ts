import type { Json, JsonObject } from '../../../../core/kernel/json.ts';
import { isObject, listIn, objectIn, textIn } from '../wire/payload.ts';

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object']);
const NUMBER_FORMATS = new Set(['int32', 'int64', 'float', 'double']);
/** Far more than any built-in tool has. References in a foreign tool may expand without end. */
const maxSchemas = 2_000;

/**
 * Converts a JSON Schema into the dialect of this API (Vertex AI REST reference › Schema): a subset of OpenAPI in which
 * every schema has one type in upper case, `nullable` stands for null, only strings can be enumerated, and `anyOf`
 * excludes other keywords. One unknown keyword makes the API refuse the whole request, so only safe ones are sent. What
 * is lost is only guidance, because the engine checks every call against the original schema. Null: no parameters.
 */
export function parametersFor(schema: object): JsonObject | null {
  const root = schema as JsonObject;
  const converted = convert(root, { root, within: [], left: { schemas: maxSchemas } });
  return Object.keys(objectIn(converted['properties']) ?? {}).length === 0 ? null : converted;
}

interface Place {
  /** The schema that `$ref` pointers are resolved in. */
  readonly root: JsonObject;
  /** The references followed on the way here: a recursive one is cut. */
  readonly within: readonly string[];
  readonly left: { schemas: number };
}

function convert(given: unknown, place: Place): JsonObject {
  place.left.schemas -= 1;
  const flat = isObject(given) ? flattened(given, place) : { node: {}, within: place.within };
  if (flat === null || place.left.schemas < 0) return { type: 'OBJECT' };
  const { node } = flat;
  const inner = { ...place, within: flat.within };
  const description = textIn(node['description']);
  const said = description === null ? {} : { description };

  const values = 'const' in node ? [node['const']] : listIn(node['enum']);
  const types = typesOf(node, values);
  const nullable =
    types.includes('null') || values.includes(null) || node['nullable'] === true ? { nullable: true } : {};
  const [type, ...others] = types.filter((each) => each !== 'null');

  if (type === undefined) {
    const variants = [...listIn(node['anyOf']), ...listIn(node['oneOf'])];
    const real = variants.filter((each) => !isNull(each));
    const isNullable = { ...nullable, ...(real.length < variants.length ? { nullable: true } : {}) };
    const converted = oneEnum(real.map((each) => convert(each, inner)));
    if (converted.length === 0) return { type: 'STRING', ...said, ...isNullable };
    if (converted.length === 1) return { ...converted[0], ...said, ...isNullable };
    return { anyOf: converted.map((each) => ({ ...said, ...each, ...isNullable })) };
  }
  if (others.length > 0)
    return {
      anyOf: [type, ...others].map((each) => ({ ...convert({ ...node, type: each }, inner), ...nullable })),
    };

  switch (type) {
    case 'object':
      return { type: 'OBJECT', ...said, ...nullable, ...fieldsOf(node, inner) };
    case 'array':
      return { type: 'ARRAY', ...said, ...nullable, items: convert(itemsOf(node), inner), ...counts(node) };
    case 'string': {
      const texts = values.filter((value): value is string => typeof value === 'string' && value !== '');
      return {
        type: 'STRING',
        ...said,
        ...nullable,
        ...(texts.length > 0 ? { enum: texts } : {}),
        ...(node['format'] === 'date-time' ? { format: 'date-time' } : {}),
      };
    }
    default:
      return {
        type: type.toUpperCase(),
        ...inWords(description, values),
        ...nullable,
        ...(type === 'boolean' ? {} : bounds(node)),
      };
  }
}

/** Without `$ref` and `allOf`, which the dialect lacks; null for a recursive schema. */
function flattened(
  given: JsonObject,
  { root, within }: Place,
): { readonly node: JsonObject; readonly within: readonly string[] } | null {
  let node = given;
  const followed = [...within];
  while ('$ref' in node || 'allOf' in node) {
    const { $ref, allOf, ...own } = node;
    const pointer = textIn($ref);
    if (pointer !== null && followed.includes(pointer)) return null;
    if (pointer !== null) followed.push(pointer);
    const parts = [...(pointer === null ? [] : [pointedAt(pointer, root)]), ...listIn(allOf)];
    node = [...parts, own].reduce<JsonObject>((all, part) => joined(all, objectIn(part) ?? {}), {});
  }
  return { node, within: followed };
}

const joined = (a: JsonObject, b: JsonObject): JsonObject => ({
  ...a,
  ...b,
  ...('properties' in a || 'properties' in b
    ? { properties: { ...objectIn(a['properties']), ...objectIn(b['properties']) } }
    : {}),
  ...('required' in a || 'required' in b
    ? { required: [...listIn(a['required']), ...listIn(b['required'])] as readonly Json[] }
    : {}),
});

/** Resolves a pointer in the same schema (RFC 6901); an unrestricted schema if it leads nowhere. */
function pointedAt(pointer: string, root: JsonObject): Json {
  const steps = /^#(?:\/|$)/u.test(pointer) ? pointer.split('/').slice(1) : ['elsewhere'];
  return steps.reduce<Json>((at, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    return (isObject(at) && Object.hasOwn(at, name) ? at[name] : null) ?? {};
  }, root);
}

/** Its explicit types, or those that follow from its other keywords. */
function typesOf(node: JsonObject, values: readonly unknown[]): readonly string[] {
  const given = node['type'];
  const listed = (Array.isArray(given) ? given : [given]).flatMap((each) =>
    typeof each === 'string' ? [each.toLowerCase()] : [],
  );
  const known = listed.filter((each) => each === 'null' || TYPES.has(each));
  if (known.some((each) => each !== 'null')) return known;
  if (isObject(node['properties'])) return [...known, 'object'];
  if ('items' in node || 'prefixItems' in node) return [...known, 'array'];
  const kinds = new Set(values.filter((value) => value !== null).map(kindOf));
  return [...known, ...kinds];
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

const isNull = (schema: unknown): boolean =>
  isObject(schema) && (schema['type'] === 'null' || ('const' in schema && schema['const'] === null));

function fieldsOf(node: JsonObject, place: Place): JsonObject {
  const properties = objectIn(node['properties']) ?? {};
  const names = Object.keys(properties);
  const required = listIn(node['required']).filter((name): name is string => names.includes(String(name)));
  return {
    ...(names.length > 0
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, each]) => [name, convert(each, place)]),
          ),
        }
      : {}),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
  };
}

/** A tuple becomes a list of the union of its item types. */
function itemsOf(node: JsonObject): unknown {
  const places = [...listIn(node['prefixItems']), ...listIn(node['items'])];
  return places.length > 0 ? { anyOf: places as readonly Json[] } : node['items'];
}

/** An enumeration of strings, written as a union of constants. */
function oneEnum(variants: readonly JsonObject[]): readonly JsonObject[] {
  const [first] = variants;
  const isChoice = variants.length > 1 && variants.every((each) => Array.isArray(each['enum']));
  if (!first || !isChoice) return variants;
  const texts = variants.flatMap((each) => listIn(each['enum']) as readonly Json[]);
  return [{ type: 'STRING', enum: [...new Set(texts)] }];
}

/** Values that cannot be enumerated go into the description, where the model reads them. */
function inWords(description: string | null, values: readonly unknown[]): JsonObject {
  const choices = values.filter((value) => value !== null).map((value) => JSON.stringify(value));
  const words = choices.length === 0 ? [] : [`One of: ${choices.join(', ')}.`];
  const all = [...(description === null ? [] : [description]), ...words];
  return all.length === 0 ? {} : { description: all.join(' ') };
}

const bounds = (node: JsonObject): JsonObject => ({
  ...only(node, ['minimum', 'maximum']),
  ...(NUMBER_FORMATS.has(String(node['format'])) ? { format: String(node['format']) } : {}),
});
const counts = (node: JsonObject): JsonObject => only(node, ['minItems', 'maxItems']);

const only = (node: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = node[name];
      return typeof value === 'number' ? [[name, value]] : [];
    }),
  );
