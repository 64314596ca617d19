import { expect } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { AjvValidator } from '../../../src/adapters/out/system/ajv-validator.ts';
import { streamPlaces, schemaPlaces } from '../../../src/contract/document/schema-places.ts';
import { describedApi, httpRows } from '../../../src/contract/http/rows.ts';
import { openApi } from '../../../src/contract/openapi.ts';
import type { AnyHttpRow } from '../../../src/contract/row.ts';
import { verifies } from '../../spec/verifies.ts';

interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly requestBody?: Content;
  readonly responses: Readonly<
    Record<string, Content & { readonly headers?: Readonly<Record<string, object>> }>
  >;
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>;
}
const NOTHING: Pick<Operation, 'responses'> = { responses: {} };
type Schema = Readonly<Record<string, unknown>>;

const document = JSON.parse(JSON.stringify(openApi(describedApi(), '0'))) as ReturnType<typeof openApi>;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods) as Operation[]);
const named = document.components.schemas as unknown as Readonly<Record<string, Schema>>;
const rows: Readonly<Record<string, AnyHttpRow>> = httpRows;
const rowOf = ({ operationId }: Operation): AnyHttpRow | undefined => rows[operationId];
const schemas = new AjvValidator();

/** Every object and list in a value, with its place. */
function* inside(value: unknown, at = '#'): Generator<readonly [at: string, value: Schema]> {
  if (typeof value !== 'object' || value === null) return;
  yield [at, value as Schema];
  for (const [key, each] of Object.entries(value)) yield* inside(each, `${at}/${key}`);
}

verifies('contract.openapi.valid', 'a validator of OpenAPI accepts the document', async () => {
  const { valid, errors } = await new Validator({ strict: false }).validate(structuredClone(document));
  expect([valid, errors]).toEqual([true, undefined]);
});

verifies('contract.openapi.valid', 'every operation has one known tag, and says what authorises it', () => {
  const tags = document.tags.map(({ name }) => name);
  expect(operations.length).toBe(Object.keys(httpRows).length);
  for (const operation of operations) {
    expect([operation.operationId, operation.tags?.filter((tag) => tags.includes(tag)).length]).toEqual([
      operation.operationId,
      1,
    ]);
    const row = rowOf(operation);
    const isFree = row?.open === true || row?.withoutToken === true;
    expect(operation.security).toEqual(isFree ? [] : [{}, { token: [] }, { login: [] }]);
  }
  const used = new Set(operations.flatMap(({ tags: own = [] }) => own));
  expect(tags.filter((tag) => !used.has(tag))).toEqual([]);
  expect(operations.some(({ security }) => security?.length === 0)).toBe(true);
});

verifies(
  'contract.openapi.valid',
  'answers name their headers, and a run has a stream, a body and a question',
  () => {
    for (const { operationId, responses } of operations)
      for (const [status, { headers = {} }] of Object.entries(responses))
        expect([operationId, status, 'X-Request-Id' in headers]).toEqual([operationId, status, true]);
    const { responses } = operations.find(({ operationId }) => operationId === 'runs.start') ?? NOTHING;
    expect(Object.keys(responses['200']?.content ?? {}).toSorted()).toEqual([
      'application/json',
      'text/event-stream',
    ]);
    expect(responses['200']?.headers).toHaveProperty('Svc-Run-Id');
    expect(responses['202']?.content?.['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/RunQuestion',
    });
  },
);

verifies(
  'contract.openapi.schemas',
  'a shape that occurs twice has a name (add it to schema-places.ts), and every name is found',
  () => {
    const found = Map.groupBy(
      [...inside(document)].filter(
        ([, { type, properties }]) => type === 'object' && typeof properties === 'object',
      ),
      ([, { description: _said, ...shape }]) => JSON.stringify(shape),
    );
    expect(
      [...found.values()].map((each) => each.map(([at]) => at)).filter((places) => places.length > 1),
    ).toEqual([]);
    expect(Object.keys(named)).toEqual(
      expect.arrayContaining([...Object.keys(schemaPlaces), ...Object.keys(streamPlaces)]),
    );
    const references = [...inside(document)].flatMap(([, { $ref }]) =>
      typeof $ref === 'string' ? [$ref] : [],
    );
    const known = Object.entries(document.components).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `#/components/${kind}/${name}`),
    );
    expect(references.filter((reference) => !known.includes(reference))).toEqual([]);
    const unused = Object.keys(schemaPlaces).filter(
      (name) => !references.includes(`#/components/schemas/${name}`),
    );
    expect(unused).toEqual([]);
  },
);

verifies('contract.openapi.schemas', 'every JSON answer but a single text refers to a named schema', () => {
  const answers = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, { content }]) => {
      const schema = content?.['application/json']?.schema;
      return status.startsWith('2') && schema !== undefined ? [[operationId, schema as Schema] as const] : [];
    }),
  );
  expect(answers.length).toBeGreaterThan(100);
  expect(answers.filter(([, { $ref, type }]) => $ref === undefined && type !== 'string')).toEqual([]);
});

verifies(
  'contract.openapi.schemas',
  'the events of each stream are a union that a generator can take apart',
  () => {
    const streams = Object.values(rows).filter((row) => row.kind === 'events');
    for (const [name, operation] of Object.entries(streamPlaces)) {
      const row = rows[operation];
      const types = row?.kind === 'events' ? Object.keys(row.events) : [];
      const { oneOf, discriminator } = named[name] as {
        readonly oneOf: readonly { readonly $ref: string }[];
        readonly discriminator: {
          readonly propertyName: string;
          readonly mapping: Readonly<Record<string, string>>;
        };
      };
      expect(discriminator.propertyName).toBe('type');
      expect(Object.keys(discriminator.mapping)).toEqual(types);
      expect(oneOf.map(({ $ref }) => $ref)).toEqual(Object.values(discriminator.mapping));
      for (const [type, reference] of Object.entries(discriminator.mapping))
        expect(named[reference.replace('#/components/schemas/', '')]).toMatchObject({
          properties: { type: { const: type } },
        });
    }
    const items = operations.flatMap(({ responses }) => {
      const stream = responses['200']?.content?.['text/event-stream'] as Schema | undefined;
      return stream ? [stream['x-item-schema']] : [];
    });
    expect([items.length, items.includes(undefined)]).toEqual([streams.length, false]);
  },
);

verifies('contract.openapi.examples', 'every example fits the schema of its row', () => {
  const fits = (what: string, schema: object | undefined, value: unknown): void =>
    expect([what, schema && schemas.check(schema, value)]).toEqual([what, []]);
  for (const [operation, { body, answers = {}, stream }] of Object.entries(describedApi().examples)) {
    const row = rows[operation];
    if (body !== undefined) fits(`${operation} body`, row?.body, body);
    for (const [status, answer] of Object.entries(answers)) {
      const whole = row?.kind === 'events' ? row.whole?.returns[Number(status)] : undefined;
      const returned = row?.kind === 'json' && row.status === Number(status) ? row.returns : whole;
      fits(`${operation} ${status}`, returned, answer);
    }
    for (const frame of stream?.split('\n\n').filter((text) => text !== '') ?? []) {
      const [, type = '', data = ''] = /^id: \d+\nevent: (\w+)\ndata: (.*)$/u.exec(frame) ?? [];
      fits(`${operation} ${type}`, row?.kind === 'events' ? row.events[type] : undefined, JSON.parse(data));
    }
  }
});

verifies('contract.openapi.examples', 'the main operations have one, and it stands in the document', () => {
  const shown = operations.filter(({ requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].some((each) =>
      Object.values(each?.content ?? {}).some(({ example }) => example !== undefined),
    ),
  );
  expect(shown.map(({ operationId }) => operationId).toSorted()).toEqual(
    Object.keys(describedApi().examples).toSorted(),
  );
  expect(shown.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining([
      'sessions.create',
      'runs.start',
      'prompts.reply',
      'changesets.review',
      'threads.list',
      'history.runs',
      'config.set',
      'providers.test',
    ]),
  );
});
