import { expect } from '@jest/globals';
import { httpLimits } from '../../../src/contract/http/limits.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { hangUntilAbort, ScriptedModel } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngineOptions } from '../../harness/in-process-engine.ts';
import { startTestWeb } from '../../harness/web-port.ts';
import { verifies } from '../../spec/verifies.ts';
import { logIn, TOKEN } from './logins.ts';
import { newSession, startRun } from './runs.ts';
import { ask, request, Wire, within, type Asked } from './wire.ts';

async function started(options: TestEngineOptions = {}) {
  const clock = new ManualClock(Date.now());
  const model = new ScriptedModel([[hangUntilAbort()]]);
  const engine = await startTestEngine({ model, platform: { clock }, ...options });
  const web = await startTestWeb(engine.baseUrl);
  return { clock, engine, ports: [engine.port, web.port] };
}

async function streamOf(
  port: number,
  headers: Asked['headers'] = [],
  target = '/api/threads/events',
): Promise<Wire> {
  const wire = await Wire.to(port);
  wire.send(request(port, { target, headers }));
  expect((await wire.head()).status).toBe(200);
  return wire;
}

/** Reads chunks up to the next heartbeat. */
async function beat(wire: Wire): Promise<void> {
  while ((await wire.chunk()).toString() !== ': heartbeat\n\n');
}

verifies('auth.login.ends', 'a logout ends the open streams of its login, and no others', async () => {
  const { clock, ports } = await started({ env: { SVC_HTTP_TOKEN: TOKEN } });
  for (const port of ports) {
    const [mine, other] = [await logIn(port), await logIn(port)];
    const ending = await streamOf(port, [mine]);
    const staying = [
      await streamOf(port, [other]),
      await streamOf(port, [['Authorization', `Bearer ${TOKEN}`]]),
    ];
    await clock.advance(httpLimits.heartbeatMs);
    for (const wire of [ending, ...staying]) await beat(wire);
    const own = ['Origin', `http://localhost:${port}`] as const;
    const out = await ask(port, { method: 'POST', target: '/api/logout', headers: [mine, own] });
    expect(out.status).toBe(204);
    await clock.advance(httpLimits.heartbeatMs);
    await within('the end of the stream', ending.closed);
    for (const wire of staying) await beat(wire);
  }
});

verifies('auth.login.ends', 'a new token ends the streams that the old one opened', async () => {
  let token = TOKEN;
  const { clock, ports } = await started({ surface: { token: () => token } });
  const bearer = ['Authorization', `Bearer ${TOKEN}`] as const;
  const streams: Wire[] = [];
  for (const port of ports)
    streams.push(await streamOf(port, [bearer]), await streamOf(port, [await logIn(port)]));
  token = 'another-token-of-this-engine';
  await clock.advance(httpLimits.heartbeatMs);
  for (const wire of streams) await within('the end of the stream', wire.closed);
});

verifies('auth.require-token', 'it ends open streams without the token, and no run', async () => {
  const { clock, engine: at, ports } = await started();
  const { id } = await newSession(at);
  const run = await startRun(at, id, 'go');
  const streams: Wire[] = [];
  for (const port of ports)
    streams.push(await streamOf(port), await streamOf(port, [], `/api/runs/${run.runId}/events`));
  await at.client['config.set']({ body: { require_token: true } });
  await clock.advance(httpLimits.heartbeatMs);
  for (const wire of streams) await within('the end of the stream', wire.closed);
  const { token } = await at.engine.services.auth.token();
  const bearer = ['Authorization', `Bearer ${token}`] as const;
  const again = await streamOf(at.port, [bearer], `/api/runs/${run.runId}/events`);
  await clock.advance(httpLimits.heartbeatMs);
  await beat(again);
});
