import { beforeAll, expect } from '@jest/globals';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectNoCors, expectProblem } from './problems.ts';
import { closedRoutes, openRoutes, requestFor, routes, someInTurn } from './routes.ts';
import { ask, type Asked } from './wire.ts';

let engine: TestEngine;
beforeAll(async () => {
  const surface = {
    allowedHosts: ['svc.test'],
    allowedOrigins: ['https://mine.test', 'http://Other.test:8080/'],
  };
  engine = await startTestEngine({ model: new ScriptedModel(), surface });
});

type Headers = NonNullable<Asked['headers']>;

const foreign = (port: number): readonly Headers[] => [
  [['Origin', 'http://evil.test']],
  [['Origin', 'null']],
  [['Origin', 'NULL']],
  [['Origin', '']],
  [['Origin', `http://localhost:${port + 1}`]],
  [['Origin', `http://127.0.0.1:${port}`]],
  [['Origin', `http://localhost:${port}.evil.test`]],
  [['Origin', `http://evil.test/localhost:${port}`]],
  [['Origin', `http://localhost:${port}@evil.test`]],
  [['Origin', `file://localhost:${port}`]],
  [['Origin', 'https://mine.test.evil.test']],
  [['Origin', 'https://xmine.test']],
  [['Origin', 'http://mine.test']],
  [['Origin', '*']],
  [
    ['Origin', 'http://evil.test'],
    ['Sec-Fetch-Site', 'same-origin'],
  ],
  [
    ['Origin', `http://localhost:${port}`],
    ['Origin', 'http://evil.test'],
  ],
  [['Sec-Fetch-Site', 'cross-site']],
  [['Sec-Fetch-Site', 'same-site']],
  [['Sec-Fetch-Site', 'CROSS-SITE']],
  [['Sec-Fetch-Site', 'nonsense']],
  [['Sec-Fetch-Site', '']],
];

verifies(
  'security.origin',
  'a page of another origin is refused on every route, before anything is parsed, without CORS headers',
  async () => {
    for (const [index, route] of closedRoutes.entries())
      for (const headers of someInTurn(foreign(engine.port), index)) {
        const asked = {
          ...requestFor(route),
          headers: [...headers, ['Content-Type', 'text/plain'] as const],
          body: '{',
        };
        const reply = await ask(engine.port, asked);
        expect([route.row.route, headers, reply.status]).toEqual([route.row.route, headers, 403]);
        expectProblem(reply, 403, 'origin_not_allowed');
      }
  },
);

verifies('security.origin', 'on every method, also for the page and for unknown paths', async () => {
  for (const target of ['/', '/index.html', '/api/threads', '/api/nothing'])
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      for (const headers of [[['Origin', 'null']], [['Sec-Fetch-Site', 'cross-site']]] as const) {
        const reply = await ask(engine.port, { method, target, headers });
        expect([method, target, reply.status]).toEqual([method, target, 403]);
        expectNoCors(reply);
      }
});

verifies(
  'security.origin',
  'a link to the page is followed, and nothing else that another page asks for',
  async () => {
    const visit = [
      ['Sec-Fetch-Site', 'cross-site'],
      ['Sec-Fetch-Mode', 'navigate'],
      ['Sec-Fetch-Dest', 'document'],
    ] as const;
    const within = [...visit.slice(0, 2), ['Sec-Fetch-Dest', 'iframe'] as const];
    const statusOf = async (asked: Asked) => (await ask(engine.port, asked)).status;
    expect(await statusOf({ target: '/?code=a&state=b', headers: visit })).not.toBe(403);
    for (const asked of [
      { target: '/', headers: within },
      { target: '/', headers: visit, method: 'POST' },
      { target: '/', headers: [...visit, ['Origin', 'http://evil.test'] as const] },
      { target: '/api/threads', headers: visit },
      { target: '/api/auth/token', headers: visit },
      { target: '/metrics', headers: visit },
    ])
      expect([asked, await statusOf(asked)]).toEqual([asked, 403]);
  },
);

verifies('security.origin', 'a preflight never allows anything, from any origin', async () => {
  const preflight = (origin: string, target: string): Asked => ({
    method: 'OPTIONS',
    target,
    headers: [
      ['Origin', origin],
      ['Access-Control-Request-Method', 'POST'],
      ['Access-Control-Request-Headers', 'content-type'],
    ],
  });
  for (const { path } of routes)
    for (const origin of ['http://evil.test', 'https://mine.test', `http://localhost:${engine.port}`]) {
      const reply = await ask(engine.port, preflight(origin, path.replace(/:\w+/gu, 'x')));
      expect(reply.status).toBeGreaterThanOrEqual(403);
      expectNoCors(reply);
    }
});

verifies(
  'security.origin',
  'programs, our own pages and listed origins are served, and still get no CORS header',
  async () => {
    const { port } = engine;
    const welcome: readonly Headers[] = [
      [],
      [['Sec-Fetch-Site', 'none']],
      [['Sec-Fetch-Site', 'same-origin']],
      [
        ['Origin', `http://localhost:${port}`],
        ['Sec-Fetch-Site', 'same-origin'],
      ],
      [['Origin', `HTTP://LOCALHOST:${port}`]],
      [['Origin', `https://localhost:${port}`]],
      [
        ['Origin', 'https://mine.test'],
        ['Sec-Fetch-Site', 'cross-site'],
      ],
      [['Origin', 'http://other.test:8080']],
    ];
    for (const headers of welcome) {
      const listed = await ask(port, { target: '/api/threads', headers });
      const made = await ask(port, { method: 'POST', target: '/api/sessions', headers, body: '{}' });
      expect([headers, listed.status, made.status]).toEqual([headers, 200, 201]);
      expectNoCors(listed);
      expectNoCors(made);
    }
  },
);

verifies(
  'security.origin',
  'routes that return only a status answer every origin, without CORS headers',
  async () => {
    for (const route of openRoutes)
      for (const headers of foreign(engine.port)) {
        const reply = await ask(engine.port, { ...requestFor(route), headers });
        expect(reply.status).toBe(200);
        expectNoCors(reply);
      }
  },
);
