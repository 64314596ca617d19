import { gzipSync } from 'node:zlib';
import { beforeAll, expect } from '@jest/globals';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectProblem } from './problems.ts';
import { requestFor, routes, someInTurn } from './routes.ts';
import { newSession } from './runs.ts';
import { ask, request, Wire, type Asked } from './wire.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine({ model: new ScriptedModel() });
});

const refused = [
  'text/plain',
  'text/plain; application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  'application/json2; charset=utf-8',
  'application/problem+json',
  'text/json',
  'application/json, text/plain',
  '*/*',
  '',
];

/** All but one, whose deletion is skipped instead (specification › Backup operations). */
const strict = routes.filter(({ row }) => !row.otherBodiesIgnored);

verifies(
  'security.content-type',
  'a body without a JSON content type is 415 on every route, whatever it contains',
  async () => {
    for (const [index, route] of strict.entries())
      for (const type of someInTurn(refused, index)) {
        const reply = await ask(engine.port, {
          ...requestFor(route),
          headers: [['Content-Type', type]],
          body: '{}',
        });
        expect([route.row.route, type, reply.status]).toEqual([route.row.route, type, 415]);
        expectProblem(reply, 415, 'unsupported_media_type');
      }
  },
);

verifies('security.content-type', 'a body without any content type is 415, also a chunked one', async () => {
  const changing = strict.filter(({ method }) => method !== 'GET');
  for (const [index, route] of changing.entries()) {
    const [framing, body] =
      index % 2 === 0
        ? ([['Content-Length', '2'], '{}'] as const)
        : ([['Transfer-Encoding', 'chunked'], '2\r\n{}\r\n0\r\n\r\n'] as const);
    const wire = await Wire.to(engine.port);
    wire.send(request(engine.port, { ...requestFor(route), headers: [framing] }), body);
    expectProblem(await wire.reply(), 415, 'unsupported_media_type');
  }
});

verifies('security.content-type', 'another encoding or charset is 415, and nothing is inflated', async () => {
  const body = '{"task":"x"}';
  const { id } = await newSession(engine);
  const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
  const attempts: readonly Pick<Asked, 'headers' | 'body'>[] = [
    { headers: [['Content-Encoding', 'gzip']], body: gzipSync(body) },
    { headers: [['Content-Encoding', 'gzip']], body: bomb },
    { headers: [['Content-Encoding', 'br']], body },
    { headers: [['Content-Encoding', 'nonsense']], body },
    { headers: [['Content-Encoding', 'gzip, gzip']], body },
    { headers: [['Content-Type', 'application/json; charset=latin1']], body },
    { headers: [['Content-Type', 'application/json; charset=utf-99']], body },
  ];
  for (const attempt of attempts) {
    const reply = await ask(engine.port, { method: 'POST', target: `/api/sessions/${id}/run`, ...attempt });
    expectProblem(reply, 415, 'unsupported_media_type');
  }
});

verifies('security.utf8', 'a body that is not UTF-8 is refused, and nothing of it is stored', async () => {
  const bodies = [
    '{"name":"J\xf6rg"}',
    '{"name":"\xc3"}',
    '{"name":"\xed\xa0\x80"}',
    '{"name":["\\ud800"]}',
    '{"\\udfff":1}',
  ];
  let refusals = 0;
  for (const [index, route] of strict.entries())
    for (const body of someInTurn(bodies, index)) {
      if (route.method === 'GET') continue;
      const headers = [['Content-Type', 'application/json']] as const;
      const asked = { ...requestFor(route), headers, body: Buffer.from(body, 'latin1') };
      const reply = await ask(engine.port, asked);
      // Some routes take bytes.
      if (reply.status === 415) continue;
      expectProblem(reply, 400, 'invalid_encoding');
      refusals += 1;
    }
  expect(refusals).toBeGreaterThan(50);
});
