import { canonicalJson, type Json, type JsonObject } from '../../core/kernel/json.ts';
import type { EventSchemas, HttpRows } from '../row.ts';
import { schemaPlaces, streamPlaces } from './schema-places.ts';

/** The schemas of the rows with names for the shapes that occur in several places, and for whole answers. */
export interface NamedSchemas {
  /** The schema as it stands in the document: a reference where the shape has a name. */
  of(schema: object): JsonObject;
  /** A reference to the union of the events of a stream; null when it has no name. */
  stream(events: EventSchemas): JsonObject | null;
  /** All named schemas, as `components.schemas`. */
  readonly components: JsonObject;
}

export function namedSchemas(rows: HttpRows): NamedSchemas {
  const chosen = Object.entries(schemaPlaces).flatMap(([name, place]) => {
    const schema = at(rows, place);
    return schema === undefined ? [] : [[name, plain(schema)] as const];
  });
  const names = new Map(chosen.map(([name, schema]) => [shapeOf(schema), name]));
  const places = [...chosen];
  for (const [operation, row] of Object.entries(rows)) {
    const schema = row.kind === 'json' && row.returns !== undefined ? plain(row.returns) : {};
    if ((!('properties' in schema) && !('anyOf' in schema)) || names.has(shapeOf(schema))) continue;
    const name = answerName(operation);
    names.set(shapeOf(schema), name);
    places.push([name, schema]);
  }
  const looks = new Set(places.map(([, schema]) => lookOf(schema)));
  const streams = Object.entries(streamPlaces).flatMap(([name, operation]) => {
    const row = rows[operation];
    return row?.kind === 'events' ? [[name, row.events] as const] : [];
  });

  const referred = (value: Json): Json => {
    if (Array.isArray(value)) return value.map((item: Json) => referred(item));
    if (!isObject(value)) return value;
    const name = looks.has(lookOf(value)) ? names.get(shapeOf(value)) : undefined;
    if (name === undefined) return inner(value);
    const { description } = value;
    return { ...reference(name), ...(description === undefined ? {} : { description }) };
  };
  const inner = (schema: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(simpler(schema)).map(([key, value]) => [key, referred(value)]));

  const eventComponents = (stream: string, events: EventSchemas): JsonObject => {
    const frames = Object.entries(events).map(
      ([type, data]) => [type, frameName(stream, type), data] as const,
    );
    const mapping = Object.fromEntries(frames.map(([type, name]) => [type, `#/components/schemas/${name}`]));
    return {
      [stream]: {
        description:
          'One event of the stream: `id` and `type` are the lines id and event, `data` is the JSON of data.',
        oneOf: frames.map(([, name]) => reference(name)),
        discriminator: { propertyName: 'type', mapping },
      },
      ...Object.fromEntries(
        frames.map(([type, name, data]) => [
          name,
          {
            type: 'object',
            required: ['id', 'type', 'data'],
            properties: {
              id: {
                type: ['integer', 'null'],
                description: 'Null for one that is not stored: do not resume from it',
              },
              type: { type: 'string', const: type },
              data: referred(plain(data)),
            },
          },
        ]),
      ),
    };
  };

  return {
    of: (schema) => referred(plain(schema)) as JsonObject,
    stream: (events) => {
      const found = streams.find(([, one]) => one === events);
      return found ? reference(found[0]) : null;
    },
    components: {
      ...Object.fromEntries(places.map(([name, schema]) => [name, inner(schema)])),
      ...Object.assign({}, ...streams.map(([name, events]) => eventComponents(name, events))),
    },
  };
}

const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** Of an answer that nobody has named: `memory.read` makes `MemoryReadAnswer`. */
const answerName = (operation: string): string =>
  `${operation.replaceAll(/(?:^|[.-])(\w)/gu, (_, letter: string) => letter.toUpperCase())}Answer`;

/** `RunEvent` and `tool_call` make `RunToolCallEvent`. */
const frameName = (stream: string, type: string): string =>
  `${stream.replace(/Event$/u, '')}${type.replaceAll(/(?:^|_)(\w)/gu, (_, letter: string) => letter.toUpperCase())}Event`;

/** Without what the builder of schemas adds for itself. */
const plain = (schema: object): JsonObject => JSON.parse(JSON.stringify(schema)) as JsonObject;

/** Two schemas with one shape differ in their description at most. */
function shapeOf(schema: JsonObject): string {
  const { description: _said, ...shape } = schema;
  return canonicalJson(shape);
}

/** Equal for schemas of one shape, and quick: most schemas look like none that has a name. */
const lookOf = ({ type, properties, anyOf }: JsonObject): string =>
  JSON.stringify([
    type ?? null,
    Object.keys((properties ?? {}) as JsonObject),
    (anyOf as Json[] | undefined)?.length ?? null,
  ]);

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Generators know objects with any keys by `additionalProperties`. */
function simpler({ patternProperties, ...schema }: JsonObject): JsonObject {
  const patterns = Object.entries((patternProperties ?? {}) as JsonObject);
  const [only] = patterns;
  if (patterns.length === 1 && only?.[0] === '^.*$') return { ...schema, additionalProperties: only[1] };
  return patternProperties === undefined ? schema : { ...schema, patternProperties };
}

function at(value: unknown, path: readonly string[]): object | undefined {
  const found = path.reduce<unknown>(
    (inside, key) => (inside as Record<string, unknown> | undefined)?.[key],
    value,
  );
  return found as object | undefined;
}
