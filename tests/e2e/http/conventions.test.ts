import { afterAll, beforeAll, expect } from '@jest/globals';
import type { AnyHttpRow } from '../../../src/contract/row.ts';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectProblem, expectRefusal, expectSomeProblem } from './problems.ts';
import { addressOf, isEndless, UNKNOWN_ID, requestFor, routes, someInTurn } from './routes.ts';
import { newSession } from './runs.ts';
import { ask } from './wire.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine({ model: new ScriptedModel() });
});
afterAll(() => expect(engine.log.events('error')).toEqual([]));

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];

verifies(
  ['http.no-version-segment', 'service.http-api'],
  'every path begins with /api, except those for operators, and none contains a version',
  () => {
    const paths = routes.map(({ path }) => path);
    expect(paths.filter((path) => !path.startsWith('/api/'))).toEqual(['/health', '/readyz', '/metrics']);
    expect(paths.filter((path) => /\/v\d+(\/|$)/u.test(path))).toEqual([]);
  },
);

verifies('auth.open-by-default', 'without a token every route answers without one', async () => {
  for (const route of routes) {
    const { status } = await ask(engine.port, requestFor(route));
    expect([route.row.route, [401, 403].includes(status)]).toEqual([route.row.route, false]);
  }
});

verifies(
  'contract.method-not-allowed',
  'every known path refuses other methods, and Allow lists its own',
  async () => {
    const paths = Map.groupBy(routes, ({ path }) => path);
    for (const [index, [path, known]] of [...paths].entries()) {
      const allowed = known.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
      const refused = METHODS.filter((name) => !allowed.includes(name) && name !== 'HEAD');
      for (const method of someInTurn(refused, index)) {
        const target = path.replace(/:\w+/gu, UNKNOWN_ID);
        const reply = await ask(engine.port, { method, target });
        expectProblem(reply, 405, 'method_not_allowed');
        expect([path, method, reply.header('allow')?.split(', ').toSorted()]).toEqual([
          path,
          method,
          allowed.toSorted(),
        ]);
      }
    }
  },
);

verifies(
  'contract.problem-body',
  'an unknown path is a 404 problem, under every method and spelling',
  async () => {
    const nowhere = [
      '/api',
      '/api/threads/',
      '/API/threads',
      '/api//threads',
      '/api/v1/threads',
      '/Health',
      '/nothing.html',
      '/%61pi/threads',
      '/../package.json',
      '/%2e%2e/package.json',
      '/.env',
      `/api/sessions/${UNKNOWN_ID}/RUN`,
    ];
    for (const target of nowhere)
      for (const method of ['GET', 'POST', 'OPTIONS'])
        await expectRefusal(engine.port, { method, target }, 404, 'not_found');
  },
);

verifies(
  'contract.problem-body',
  'ids that would be paths elsewhere in the file system match nothing',
  async () => {
    const withId = routes.filter(({ path }) => path.includes(':'));
    expect(withId.length).toBeGreaterThan(0);
    const ids = [
      '..%2f..%2fetc%2fpasswd',
      '%00',
      'a%00b',
      '..%5c..',
      'x'.repeat(201),
      '%F0%9F%98%80',
      '%20',
      'a%0d%0ab',
    ];
    for (const [index, route] of withId.entries())
      for (const id of someInTurn(ids, index)) {
        const reply = await ask(engine.port, { method: route.method, target: addressOf(route, id) });
        // An invalid name of a new thing is refused as a name. Names that the service looks up come after the body.
        const { required = [] } = (route.row.body ?? {}) as { readonly required?: readonly string[] };
        const isAfterBody = route.method === 'PUT' || required.length > 0;
        const expected = route.row.paramsCheckedByService && isAfterBody ? 400 : 404;
        expect([route.operation, expectSomeProblem(reply).status]).toEqual([route.operation, expected]);
      }
  },
);

verifies('contract.problem-body', 'a malformed percent sign is 400, not a stack', async () => {
  for (const id of ['%', '%zz', '%f', '%c0%af', '%ff'])
    expect(expectSomeProblem(await ask(engine.port, { target: `/api/threads/${id}` })).status).toBe(400);
});

verifies(
  'contract.unknown-keys',
  'unknown keys in bodies are 400 and named; in queries they are ignored',
  async () => {
    const { threadId, id } = await newSession(engine);
    const bodies = [
      ['POST', '/api/sessions', { surprise: 1 }],
      ['POST', `/api/sessions/${id}/run`, { task: 'x', surprise: 1 }],
      ['PATCH', `/api/threads/${threadId}`, { title: 'x', surprise: 1 }],
    ] as const;
    for (const [method, target, body] of bodies) {
      const reply = await ask(engine.port, { method, target, body: JSON.stringify(body) });
      expect(expectProblem(reply, 400, 'invalid_request')['violations']).toMatchObject([
        { path: '/surprise' },
      ]);
    }
    const free = routes.filter(
      ({ method, path, row }) => method === 'GET' && !path.includes(':') && needsNothing(row),
    );
    for (const route of free) {
      const reply = await ask(engine.port, {
        target: `${route.path}?surprise=1&__proto__=x&constructor[prototype]=x&limit`.replace('&limit', ''),
        endless: isEndless(route),
      });
      // Without a cloud account, and where no migration is accepted, these are refused, and not for the query.
      const refused: Readonly<Record<string, number>> = {
        '/api/google/oauth-url': 409,
        '/api/google/backups': 409,
        '/api/migration/handshake': 404,
      };
      expect([route.path, reply.status]).toEqual([route.path, refused[route.path] ?? 200]);
    }
  },
);

verifies(
  'contract.violations',
  'a body that violates its schema gets path and message of the first 20 faults',
  async () => {
    const { id, threadId } = await newSession(engine);
    const violations = async (method: string, target: string, body?: string) =>
      (
        await expectRefusal(
          engine.port,
          { method, target, ...(body ? { body } : {}) },
          400,
          'invalid_request',
        )
      )['violations'];
    const run = `/api/sessions/${id}/run`;
    for (const [method, target, body, ...paths] of [
      ['POST', run, '{}', '/task'],
      ['POST', run, '{"task":5}', '/task'],
      ['POST', run, '[]', ''],
      ['POST', run, 'null', ''],
      ['PATCH', `/api/threads/${threadId}`, '{"title":"","archived":1}', '/title', '/archived'],
      ['GET', '/api/threads?limit=x', undefined, '/query/limit'],
    ] as const) {
      const told = (await violations(method, target, body)) as readonly { readonly path: string }[];
      expect([body, new Set(told.map(({ path }) => path))]).toEqual([body, new Set(paths)]);
    }
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key${index}`, 1]));
    expect(await violations('POST', run, JSON.stringify({ task: 'x', ...many }))).toHaveLength(20);
    await expectRefusal(engine.port, { target: '/api/threads?cursor=bm9uZQ' }, 400, 'invalid_request');
    const torn = { method: 'POST', target: '/api/sessions', body: '{' };
    await expectRefusal(engine.port, torn, 400, 'invalid_request');
  },
);

verifies(
  'contract.violations',
  'a body on a route without one is 400; an empty object counts as no body',
  async () => {
    const bodyless = routes.filter(({ row }) => !row.body);
    expect(bodyless.length).toBeGreaterThan(0);
    for (const route of bodyless) {
      await expectRefusal(engine.port, { ...requestFor(route), body: '{"a":1}' }, 400, 'invalid_request');
      const empty = await ask(engine.port, { ...requestFor(route), body: '{}' });
      const none = await ask(engine.port, requestFor(route));
      // Either request may find what an earlier one began, and is told so with 200.
      const { row } = route;
      const answerOf = (status: number) =>
        row.kind === 'json' && row.already !== undefined && status === 200 ? row.status : status;
      expect([row.route, answerOf(empty.status)]).toEqual([row.route, answerOf(none.status)]);
    }
  },
);

verifies(
  'contract.request-id',
  'a valid X-Request-Id is kept, any other replaced, and problems show it as their instance',
  async () => {
    const idFor = async (sent: readonly string[], target = '/api/nothing') => {
      const headers = sent.map((id) => ['X-Request-Id', id] as const);
      const reply = await ask(engine.port, { target, headers });
      if (reply.status >= 400) expect(expectSomeProblem(reply).instance).toBe(reply.header('x-request-id'));
      return reply.header('x-request-id');
    };
    for (const sane of ['abc', 'A-1_b.c', '7', 'x'.repeat(64)]) {
      expect(await idFor([sane])).toBe(sane);
      expect(await idFor([sane], '/health')).toBe(sane);
    }
    for (const insane of ['', 'x'.repeat(65), 'a b', 'a\u00e9', '<b>', '"x"', 'a;b', '../x'])
      expect(await idFor([insane])).toMatch(/^[0-9a-f-]{36}$/u);
    expect(await idFor(['one', 'two'])).toMatch(/^[0-9a-f-]{36}$/u);
    expect(await idFor([])).not.toBe(await idFor([]));
  },
);

verifies(
  'http.json',
  'answers are JSON with a JSON content type; a charset in the request is allowed',
  async () => {
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'APPLICATION/JSON;charset=UTF-8',
    ]) {
      const reply = await ask(engine.port, {
        method: 'POST',
        target: '/api/sessions',
        headers: [['Content-Type', type]],
        body: '{}',
      });
      expect([type, reply.status]).toEqual([type, 201]);
      expect(reply.header('content-type')).toMatch(/^application\/json(;|$)/u);
    }
  },
);

/** Some routes require a parameter in their query. */
const needsNothing = ({ query }: AnyHttpRow): boolean =>
  ((query as { readonly required?: readonly string[] } | undefined)?.required ?? []).length === 0;
