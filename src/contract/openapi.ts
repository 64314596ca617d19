import type { TObject, TSchema } from 'typebox';
import { namedSchemas, type NamedSchemas } from './document/named-schemas.ts';
import { problemSchema } from './document/problem-schema.ts';
import { commonCodes } from './problem.ts';
import { isByteBody, OCTETS, type AnyHttpRow, type HttpRows } from './row.ts';

type Json = Record<string, unknown>;

/** A request and its answers, by status. */
export interface Example {
  readonly body?: unknown;
  readonly answers?: Readonly<Record<number, unknown>>;
  /** Of a stream, as it is on the wire. */
  readonly stream?: string;
}

/** Everything that the document says. */
export interface ApiDescription {
  readonly rows: HttpRows;
  /** What the operations are about, by their tag: the first word of an operation id. */
  readonly areas: Readonly<Record<string, string>>;
  /** By operation id. */
  readonly examples: Readonly<Record<string, Example>>;
}

/** The rows as an OpenAPI 3.1 document. Schemas are the rows' own: both use JSON Schema 2020-12. */
export function openApi({ rows, areas, examples }: ApiDescription, version: string) {
  const schemas = namedSchemas(rows);
  const paths: Record<string, Json> = {};
  for (const [operationId, row] of Object.entries(rows)) {
    const [method = '', path = ''] = row.route.split(' ');
    const template = path.replace(/:(\w+)/gu, '{$1}');
    const about = { operationId, tags: [operationId.replace(/\..*$/u, '')] };
    const described = operation(row, path, schemas, examples[operationId] ?? {});
    paths[template] = { ...paths[template], [method.toLowerCase()]: { ...about, ...described } };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'svc',
      version,
      description: `Any route may also answer with: ${[...commonCodes].toSorted().join(', ')}. Operations marked x-ours go beyond the specification.`,
    },
    servers: [{ url: 'http://127.0.0.1:3100' }],
    tags: Object.entries(areas).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { Problem: problemSchema, ...schemas.components },
      headers: HEADERS,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Only if a token is set' },
        login: { type: 'apiKey', in: 'cookie', name: 'svc_session', description: 'From POST /api/login' },
      },
    },
  };
}

const HEADERS = {
  RequestId: {
    description: 'The id of the request: the X-Request-Id that was sent, or a new one',
    schema: { type: 'string' },
  },
  SvcRunId: { description: 'The id of the run', schema: { type: 'string', format: 'uuid' } },
  SvcWarning: {
    description: 'Unknown query parameters that look like slips of known ones; they were ignored',
    schema: { type: 'string' },
  },
};

const header = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });

function operation(row: AnyHttpRow, path: string, schemas: NamedSchemas, example: Example): Json {
  const warning = row.query ? { 'Svc-Warning': header('SvcWarning') } : {};
  const headers = { 'X-Request-Id': header('RequestId'), ...warning };
  const answers = answersOf(row, schemas, example).map(([status, answer]) => [
    status,
    { ...answer, headers: { ...headers, ...(answer['headers'] as object | undefined) } },
  ]);
  return {
    summary: row.summary,
    ...(row.ours ? { 'x-ours': true } : {}),
    security: row.open || row.withoutToken ? [] : [{}, { token: [] }, { login: [] }],
    parameters: [
      ...[...path.matchAll(/:(\w+)/gu)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...parameters('query', row.query, schemas),
      ...parameters('header', row.headers, schemas),
    ],
    ...(row.body
      ? {
          requestBody: {
            required: isByteBody(row.body) || isRequired(row.body),
            content: {
              [isByteBody(row.body) ? OCTETS : 'application/json']: {
                schema: schemas.of(row.body),
                ...(example.body === undefined ? {} : { example: example.body }),
              },
            },
          },
        }
      : {}),
    responses: {
      ...Object.fromEntries(answers),
      default: {
        description: row.refuses.length > 0 ? `Refused: ${row.refuses.join(', ')}` : 'Refused',
        headers,
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

const isRequired = (body: TSchema): boolean => ((body as { required?: unknown[] }).required?.length ?? 0) > 0;

function parameters(
  place: 'query' | 'header',
  schema: TObject | undefined,
  schemas: NamedSchemas,
): readonly Json[] {
  if (!schema) return [];
  const required = (schema as { required?: readonly string[] }).required ?? [];
  // What a client accepts is said by the types of the answer.
  return Object.entries(schema.properties)
    .filter(([name]) => name !== 'accept')
    .map(([name, field]) => ({
      name,
      in: place,
      required: required.includes(name),
      schema: schemas.of(field),
    }));
}

function answersOf(
  row: AnyHttpRow,
  schemas: NamedSchemas,
  { answers = {}, stream }: Example,
): readonly (readonly [number, Json])[] {
  const jsonOf = (schema: TSchema, status: number): Json => ({
    'application/json': {
      schema: schemas.of(schema),
      ...(answers[status] === undefined ? {} : { example: answers[status] }),
    },
  });
  switch (row.kind) {
    case 'json':
      return [
        [
          row.status,
          { description: 'Done', ...(row.returns ? { content: jsonOf(row.returns, row.status) } : {}) },
        ],
        ...(row.already && row.returns
          ? [[200, { description: row.already, content: jsonOf(row.returns, 200) }] as const]
          : []),
      ];
    case 'events': {
      const whole = Object.entries(row.whole?.returns ?? {}).map(
        ([status, schema]) => [Number(status), schema] as const,
      );
      const headers = row.namesRun ? { headers: { 'Svc-Run-Id': header('SvcRunId') } } : {};
      const [now, later] = [
        whole.filter(([status]) => status === row.status),
        whole.filter(([status]) => status !== row.status),
      ];
      const streamed = {
        description: row.namesRun
          ? 'Numbered events; exactly one of done and error ends the stream'
          : 'Events, until the engine stops or the client leaves',
        ...headers,
        content: {
          'text/event-stream': {
            ...eventStream(row.events, schemas),
            ...(stream === undefined ? {} : { example: stream }),
          },
          ...Object.assign({}, ...now.map(([status, schema]) => jsonOf(schema, status))),
        },
      };
      return [
        [row.status, streamed],
        ...later.map(([status, schema]) => {
          const answer = {
            description: 'The run waits for its owner',
            ...headers,
            content: jsonOf(schema, status),
          };
          return [status, answer] as const;
        }),
      ];
    }
    case 'bytes':
      return [
        [
          row.status,
          {
            description: 'The bytes',
            content: Object.fromEntries(
              [row.sends ?? 'application/octet-stream']
                .flat()
                .map((type) => [type, { schema: { type: 'string' } }]),
            ),
          },
        ],
      ];
  }
}

/** OpenAPI 3.1 has no schema for the items of a stream; `x-item-schema` is what `itemSchema` is from 3.2 on. */
function eventStream(events: Parameters<NamedSchemas['stream']>[0], schemas: NamedSchemas): Json {
  const item = schemas.stream(events);
  return {
    schema: {
      type: 'string',
      description:
        'Server-Sent Events (HTML standard): for each event the lines id (unless it is not stored), event (its type) and data (JSON), and an empty line. Comments keep the connection open.',
    },
    ...(item ? { 'x-item-schema': item } : {}),
  };
}
