import { afterEach, expect } from '@jest/globals';
import { Type } from 'typebox';
import { bytes, events, json, rowsRefusing, type HttpRows } from '../../../src/contract/row.ts';
import type { Says } from '../../../src/core/kernel/says.ts';
import { refuse as refuseThread } from '../../../src/core/conversation/threads/errors.ts';
import { expectProblem, expectRefusal, expectSomeProblem } from '../../e2e/http/problems.ts';
import { ask, request, Wire, within } from '../../e2e/http/wire.ts';
import { verifies } from '../../spec/verifies.ts';
import { serveRows, type TestApp } from './test-app.ts';

const SECRET = 'hunter2-hunter2';
const fault = () =>
  new Error(`select * from secrets where value = '${SECRET}'`, { cause: new Error('at /home/me/x.ts') });

/** Ways in which third-party code throws. */
const thrown: Readonly<Record<string, () => unknown>> = {
  'an error': fault,
  'an error with a status of its own': () => Object.assign(fault(), { status: 500, statusCode: 500 }),
  'an error that claims to be a teapot': () => Object.assign(fault(), { status: '418' }),
  'a text': () => SECRET,
  nothing: () => undefined,
  null: () => null,
  'an object without a prototype': () => Object.assign(Object.create(null) as object, { secret: SECRET }),
  'an error that cannot be read': () =>
    new Proxy(fault(), {
      get: (target, name) => {
        if (name === 'status' || name === 'type') return undefined;
        return Reflect.get(target, name) as unknown;
      },
    }),
};

/** What no language has words for. */
const unworded: Readonly<Record<string, Says>> = {
  code: { code: 'threads.never_heard_of', facts: {} },
  fact: { code: 'model.said', facts: {} },
};

const { json: refusingJson } = rowsRefusing<typeof refuseThread>();
const plain = { refuses: [], status: 200 } as const;
const rows = {
  ok: json({ ...plain, route: 'GET /api/ok', who: 'open', summary: '', handle: async () => undefined }),
  rejects: json({
    ...plain,
    route: 'GET /api/rejects/:how',
    who: 'open',
    summary: '',
    handle: async (_services, { params }) => {
      throw thrown[params.how.replaceAll('~', ' ')]?.();
    },
  }),
  throwsAtOnce: json({
    ...plain,
    route: 'GET /api/throws',
    who: 'open',
    summary: '',
    handle: () => {
      throw fault();
    },
  }),
  cannotBeWritten: json({
    ...plain,
    route: 'GET /api/circle',
    who: 'open',
    summary: '',
    returns: Type.Object({ self: Type.Unknown() }),
    handle: async () => {
      const circle: { self: unknown } = { self: null };
      circle.self = circle;
      return circle;
    },
  }),
  breaksInTheStream: events({
    route: 'GET /api/stream',
    who: 'open',
    summary: '',
    refuses: [],
    events: { text: Type.Object({}) },
    handle: async () => ({
      headers: {},
      events: (async function* () {
        yield [{ id: 1, type: 'text', data: {} }];
        throw fault();
      })(),
    }),
  }),
  breaksInTheBytes: bytes({
    route: 'GET /api/bytes',
    who: 'open',
    summary: '',
    refuses: [],
    handle: async () => ({
      contentType: 'text/plain',
      body: (async function* () {
        yield Buffer.from('begun');
        throw fault();
      })(),
    }),
  }),
  undeclared: json({
    ...plain,
    route: 'GET /api/undeclared',
    who: 'open',
    summary: '',
    handle: async () => {
      throw refuseThread.thread_not_found();
    },
  }),
  unworded: refusingJson({
    ...plain,
    route: 'GET /api/unworded/:how',
    who: 'open',
    summary: '',
    handle: async (_services, { params }) => {
      throw refuseThread.thread_not_found({}, unworded[params.how]!);
    },
  }),
} satisfies HttpRows;

let app: TestApp;
afterEach(() => app.close());

for (const how of Object.keys(thrown))
  verifies(
    ['security.faults', 'contract.problem-body'],
    `a handler that throws ${how} fails only that request, with a 500 that reveals nothing, logged under its id`,
    async () => {
      app = await serveRows(rows);
      const target = `/api/rejects/${how.replaceAll(' ', '~')}`;
      const reply = await ask(app.port, { target, headers: [['X-Request-Id', 'the-id']] });
      const problem = expectProblem(reply, 500, 'internal');
      expect(Object.keys(problem).toSorted()).toEqual([
        'code',
        'detail',
        'error',
        'instance',
        'status',
        'title',
        'type',
      ]);
      expect(reply.body).not.toContain(SECRET);
      expect(app.log.lines).toEqual([
        {
          level: 'error',
          event: 'request failed',
          facts: expect.objectContaining({ requestId: 'the-id' }) as unknown,
        },
      ]);
      expect((await ask(app.port, { target: '/api/ok' })).status).toBe(200);
    },
  );

verifies(
  'security.faults',
  'so does one that throws synchronously, and one whose answer cannot be written',
  async () => {
    app = await serveRows(rows);
    for (const target of ['/api/throws', '/api/circle'])
      await expectRefusal(app.port, { target }, 500, 'internal');
    expect(app.log.events('error')).toEqual(['request failed', 'request failed']);
    expect((await ask(app.port, { target: '/api/ok' })).status).toBe(200);
  },
);

verifies(
  'security.faults',
  'a failing stream ends with an error event without an id, and is logged',
  async () => {
    app = await serveRows(rows);
    const reply = await ask(app.port, { target: '/api/stream', headers: [['X-Request-Id', 'the-id']] });
    const [first, last, rest] = reply.body.split('\n\n');
    expect(first).toBe('id: 1\nevent: text\ndata: {}');
    expect(last).toMatch(
      /^event: error\ndata: \{"code":"internal","error":"[^"\\]*(\\"[^"\\]*)*","retryable":false\}$/u,
    );
    expect(rest).toBe('');
    expect(reply.body).not.toContain(SECRET);
    expect(app.log.lines).toEqual([
      {
        level: 'error',
        event: 'stream failed',
        facts: expect.objectContaining({ requestId: 'the-id' }) as unknown,
      },
    ]);
  },
);

verifies('security.faults', 'failing bytes are cut, never ended as if complete, and logged', async () => {
  app = await serveRows(rows);
  const wire = await Wire.to(app.port);
  wire.send(request(app.port, { target: '/api/bytes' }));
  expect((await wire.head()).status).toBe(200);
  await within('the end of the connection', wire.closed);
  expect(wire.received.toString()).toBe('5\r\nbegun\r\n');
  expect(app.log.events('error')).toEqual(['request failed']);
  expect((await ask(app.port, { target: '/api/ok' })).status).toBe(200);
});

verifies('security.faults', 'an undeclared refusal is a fault in tests, and only there', async () => {
  app = await serveRows(rows, { strict: true });
  await expectRefusal(app.port, { target: '/api/undeclared' }, 500, 'internal');
  await app.close();
  app = await serveRows(rows);
  await expectRefusal(app.port, { target: '/api/undeclared' }, 404, 'thread_not_found');
});

for (const how of Object.keys(unworded))
  verifies(
    'security.faults',
    `a refusal without words for its ${how} is a fault, and is logged`,
    async () => {
      app = await serveRows(rows);
      await expectRefusal(app.port, { target: `/api/unworded/${how}` }, 500, 'internal');
      expect(app.log.events('error')).toEqual(['a refusal has no words']);
      expect((await ask(app.port, { target: '/api/ok' })).status).toBe(200);
    },
  );

verifies(
  ['security.redaction', 'security.faults'],
  'a malformed body is refused, and no word of it is in the answer or the log',
  async () => {
    app = await serveRows({
      put: json({
        ...plain,
        route: 'PUT /api/secrets/:name',
        who: 'open',
        summary: '',
        body: Type.Object({ value: Type.String({ maxLength: 100 }) }, { additionalProperties: false }),
        handle: async () => undefined,
      }),
    });
    const bodies = [
      `{"value": ${SECRET}}`,
      `{"value": "${SECRET}"`,
      `${SECRET}`,
      `{"value": ["${SECRET}"]}`,
      `{"value": "${SECRET}", "other": "${SECRET}"}`,
      `{"value": "${SECRET.repeat(10)}"}`,
      `"${SECRET}"`,
      `{"value": "${SECRET}${'x'.repeat(2 ** 20)}"}`,
    ];
    for (const body of bodies) {
      const reply = await ask(app.port, { method: 'PUT', target: '/api/secrets/X', body });
      expectSomeProblem(reply);
      expect(reply.body).not.toContain('hunter2');
    }
    expect(app.log.lines).toEqual([]);
  },
);

verifies('security.token', 'a changed token applies from the next request', async () => {
  let token: string | null = 'first-token';
  app = await serveRows(rows, { token: () => token });
  const statusWith = async (sent: string) =>
    (await ask(app.port, { target: '/api/ok', headers: [['Authorization', `Bearer ${sent}`]] })).status;
  expect([await statusWith('first-token'), await statusWith('second-token')]).toEqual([200, 401]);
  token = 'second-token';
  expect([await statusWith('first-token'), await statusWith('second-token')]).toEqual([401, 200]);
  token = null;
  expect((await ask(app.port, { target: '/api/ok' })).status).toBe(200);
});
