import { afterAll, beforeAll, expect } from '@jest/globals';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import { wrongTokenLimits } from '../../../src/adapters/in/http/wrong-tokens.ts';
import type { Clock } from '../../../src/core/ports/clock.ts';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { thinned } from '../../harness/thinned.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectProblem, expectRefusal } from './problems.ts';
import { tokenRoutes, requestFor, someInTurn } from './routes.ts';
import { ask, type Asked } from './wire.ts';

const TOKEN = 'f3b1c9d2-Long.Token_~+/=';
let engine: TestEngine;

/** Wrong tokens are always forgotten, because this file tests the answer, not its delay. */
function forgettingClock(): Clock {
  let looked = 0;
  return { ...systemClock, monotonic: () => (looked += wrongTokenLimits.forgottenMs + 1) };
}

beforeAll(async () => {
  engine = await startTestEngine({
    model: new ScriptedModel(),
    surface: { token: () => TOKEN },
    platform: { clock: forgettingClock() },
  });
});
afterAll(() => expect(JSON.stringify(engine.log.lines)).not.toContain(TOKEN));

const bearer = (token: string): NonNullable<Asked['headers']> => [['Authorization', `Bearer ${token}`]];

const wrong: readonly NonNullable<Asked['headers']>[] = [
  [],
  bearer('wrong'),
  bearer(''),
  bearer(TOKEN.slice(0, -1)),
  bearer(`${TOKEN}x`),
  bearer(`${TOKEN} ${TOKEN}`),
  bearer(TOKEN.toUpperCase()),
  bearer(`"${TOKEN}"`),
  bearer(`${TOKEN},`),
  bearer('null'),
  bearer('undefined'),
  bearer('x'.repeat(8_000)),
  [['Authorization', TOKEN]],
  [['Authorization', `Bearer${TOKEN}`]],
  [['Authorization', `Basic ${Buffer.from(`svc:${TOKEN}`).toString('base64')}`]],
  [['Authorization', `Basic ${TOKEN}`]],
  [['Authorization', `Token ${TOKEN}`]],
  [['Proxy-Authorization', `Bearer ${TOKEN}`]],
  [['X-Api-Key', TOKEN]],
  [['Cookie', `token=${TOKEN}; svc_session=${TOKEN}`]],
  [...bearer('wrong'), ...bearer(TOKEN)],
];

verifies('security.token', 'every route requires the token and rejects similar ones', async () => {
  for (const [index, route] of tokenRoutes.entries())
    for (const headers of [[], ...someInTurn(wrong, index)]) {
      const reply = await ask(engine.port, { ...requestFor(route), headers });
      expectProblem(reply, 401, 'unauthenticated');
      expect(reply.header('www-authenticate')).toMatch(/^Bearer\b/u);
      expect(reply.body).not.toContain(TOKEN);
    }
});

verifies('security.token', 'the token is accepted only in its header, not in a query or a body', async () => {
  for (const name of ['token', 'access_token', 'authorization', 'api_key'])
    await expectRefusal(
      engine.port,
      { target: `/api/threads?${name}=${encodeURIComponent(TOKEN)}` },
      401,
      'unauthenticated',
    );
  const body = JSON.stringify({ token: TOKEN });
  await expectRefusal(engine.port, { method: 'POST', target: '/api/sessions', body }, 401, 'unauthenticated');
});

verifies(
  'security.token',
  'without the token, missing things and malformed requests look the same',
  async () => {
    const probes: readonly Asked[] = [
      { target: '/api/nothing' },
      { method: 'PUT', target: '/api/threads' },
      { method: 'OPTIONS', target: '/api/threads' },
      { method: 'POST', target: '/api/sessions', body: '{' },
      { method: 'POST', target: '/api/sessions', body: '{}', headers: [['Content-Type', 'text/plain']] },
      { target: '/api/threads?limit=x' },
      { target: '/api/threads/%' },
    ];
    for (const probe of probes) expect([probe, (await ask(engine.port, probe)).status]).toEqual([probe, 401]);
  },
);

verifies('security.token', 'with the token every route answers, in any case of the scheme', async () => {
  for (const route of thinned(tokenRoutes, 3))
    expect((await ask(engine.port, { ...requestFor(route), headers: bearer(TOKEN) })).status).not.toBe(401);
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  '])
    expect(
      (
        await ask(engine.port, {
          target: '/api/threads',
          headers: [['Authorization', `${scheme} ${TOKEN}`]],
        })
      ).status,
    ).toBe(200);
});
