import type { TObject, TSchema } from 'typebox';
import { commonCodes } from './problem.ts';
import { isByteBody, OCTETS, type AnyHttpRow, type HttpRows } from './row.ts';

type Json = Record<string, unknown>;

/** The rows as an OpenAPI 3.1 document. Schemas pass through unchanged: both use JSON Schema 2020-12. */
export function openApi(rows: HttpRows, version: string) {
  const paths: Record<string, Json> = {};
  for (const [operationId, row] of Object.entries(rows)) {
    const [method = '', path = ''] = row.route.split(' ');
    const template = path.replace(/:(\w+)/gu, '{$1}');
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(operationId, row, path) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'svc',
      version,
      description: `Any route may also answer with: ${[...commonCodes].toSorted().join(', ')}. Operations marked x-ours go beyond the specification.`,
    },
    servers: [{ url: 'http://127.0.0.1:3100' }],
    paths,
    components: {
      schemas: { Problem: problem },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Only if a token is set' },
        login: { type: 'apiKey', in: 'cookie', name: 'svc_session', description: 'From POST /api/login' },
      },
    },
  };
}

function operation(operationId: string, row: AnyHttpRow, path: string): Json {
  return {
    operationId,
    summary: row.summary,
    ...(row.ours ? { 'x-ours': true } : {}),
    ...(row.open || row.withoutToken ? {} : { security: [{}, { token: [] }, { login: [] }] }),
    parameters: [
      ...[...path.matchAll(/:(\w+)/gu)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...parameters('query', row.query),
      ...parameters('header', row.headers),
    ],
    ...(row.body
      ? {
          requestBody: {
            required: isByteBody(row.body) || isRequired(row.body),
            content: { [isByteBody(row.body) ? OCTETS : 'application/json']: { schema: row.body } },
          },
        }
      : {}),
    responses: {
      [row.status]: success(row),
      default: {
        description: row.refuses.length > 0 ? `Refused: ${row.refuses.join(', ')}` : 'Refused',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

const isRequired = (body: TSchema): boolean => ((body as { required?: unknown[] }).required?.length ?? 0) > 0;

function parameters(place: 'query' | 'header', schema: TObject | undefined): readonly Json[] {
  if (!schema) return [];
  const required = (schema as { required?: readonly string[] }).required ?? [];
  return Object.entries(schema.properties).map(([name, field]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: field,
  }));
}

function success(row: AnyHttpRow): Json {
  switch (row.kind) {
    case 'json':
      return row.returns
        ? { description: 'Done', content: { 'application/json': { schema: row.returns } } }
        : { description: 'Done' };
    case 'events':
      return {
        description: 'Numbered events; exactly one of done and error ends the stream',
        content: { 'text/event-stream': { schema: { type: 'string' }, 'x-events': row.events } },
      };
    case 'bytes':
      return {
        description: 'The bytes',
        content: { [row.sends ?? 'application/octet-stream']: { schema: { type: 'string' } } },
      };
  }
}

/** RFC 9457 with members of our own. */
const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'error'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What happened and what to do' },
    instance: { type: 'string', description: 'The id of the request, also in X-Request-Id and in the log' },
    code: { type: 'string', description: 'Stable, for programs' },
    error: { type: 'string', description: 'The same text as detail' },
  },
};
