import { expect } from '@jest/globals';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import { httpLimits } from '../../../src/contract/http/limits.ts';
import type { Clock } from '../../../src/core/ports/clock.ts';
import { gate, ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine } from '../../harness/in-process-engine.ts';
import { startTestWeb } from '../../harness/web-port.ts';
import { verifies } from '../../spec/verifies.ts';
import { TOKEN } from './logins.ts';
import { expectProblem, expectRefusal } from './problems.ts';
import { ask, request, until, Wire, within } from './wire.ts';

const owner = ['Authorization', `Bearer ${TOKEN}`] as const;

/** The deadline of a body without a token, which comes when the test says so. */
function heldDeadlines() {
  const held: AbortController[] = [];
  const clock: Clock = {
    ...systemClock,
    deadline: (ms) => {
      if (ms !== httpLimits.openBodyMs) return systemClock.deadline(ms);
      const controller = new AbortController();
      held.push(controller);
      return { signal: controller.signal, cancel: () => undefined };
    },
  };
  return { clock, held };
}

/** A login whose body begins and does not go on. */
async function halfLogin(port: number, target = '/api/login'): Promise<Wire> {
  const wire = await Wire.to(port);
  const headers = [
    ['Content-Type', 'application/json'],
    ['Content-Length', '100'],
  ] as const;
  wire.send(request(port, { method: 'POST', target, headers }));
  wire.send('{');
  return wire;
}

verifies(
  'security.slow-senders',
  'clients without the token keep the owner out of no port, and end none of his requests',
  async () => {
    const held = gate();
    const model = new ScriptedModel([[text('one'), held.step, text('two')]]);
    const env = { SVC_HTTP_TOKEN: TOKEN };
    const engine = await startTestEngine({ model, env, platform: { clock: heldDeadlines().clock } });
    const web = await startTestWeb(engine.baseUrl);
    const made = await ask(web.port, { method: 'POST', target: '/api/sessions', headers: [owner] });
    const { sessionId: id } = made.json() as { readonly sessionId: string };
    const ports = [engine.port, web.port];

    const waiting = await Wire.to(web.port);
    const target = `/api/sessions/${id}/run`;
    const headers = [owner, ['Accept', 'application/json']] as const;
    waiting.send(request(web.port, { method: 'POST', target, headers, body: '{"task":"go"}' }));
    await held.reached;
    const streams: Wire[] = [];
    for (const port of ports) {
      const stream = await Wire.to(port);
      stream.send(request(port, { target: '/api/threads/events', headers: [owner] }));
      expect((await stream.head()).status).toBe(200);
      streams.push(stream);
    }

    for (const port of ports) {
      for (let sent = 0; sent < httpLimits.sockets + 8; sent++) await halfLogin(port);
      for (const at of ports)
        expect((await ask(at, { target: '/api/threads', headers: [owner] })).status).toBe(200);
    }
    expect(streams.map(({ ended }) => ended)).toEqual([false, false]);
    held.open();
    expect((await waiting.reply()).status).toBe(200);
  },
);

verifies(
  'security.slow-senders',
  'a body without a token must be short and arrive soon, also through the port of the page',
  async () => {
    const { clock, held } = heldDeadlines();
    const engine = await startTestEngine({
      model: new ScriptedModel(),
      env: { SVC_HTTP_TOKEN: TOKEN },
      platform: { clock },
    });
    const web = await startTestWeb(engine.baseUrl);
    expect([httpLimits.openBodyMs, httpLimits.openBodyBytes]).toEqual([5_000, 8_192]);
    for (const port of [engine.port, web.port])
      for (const target of ['/api/login', '/api/logout']) {
        const large = Buffer.alloc(httpLimits.openBodyBytes + 1, ' ');
        await expectRefusal(port, { method: 'POST', target, body: large }, 413, 'body_too_large');
        held.length = 0;
        const slow = await halfLogin(port, target);
        const answer = slow.reply();
        await until('the body is read', () => held.length > 0);
        held[0]?.abort();
        expectProblem(await answer, 400, 'invalid_request');
        await within('the end of the connection', slow.closed);
      }
  },
);
