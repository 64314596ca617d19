import type { ServerResponse } from 'node:http';
import { expect, test } from '@jest/globals';
import { toolServerApp } from '../../../src/adapters/in/http/tool-server/app.ts';
import { CountingIds } from '../../doubles/counting-ids.ts';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import { RecordingLog } from '../../doubles/recording-log.ts';
import { listening } from '../../servers/listening.ts';
import { until } from '../../e2e/http/wire.ts';

test('large messages beyond what is held at once are refused for a moment, and small ones when there is room', async () => {
  const held: ServerResponse[] = [];
  const protocol = {
    post: async (_: unknown, response: ServerResponse) => void held.push(response),
    other: async () => undefined,
    stream: async () => undefined,
    message: async () => undefined,
  };
  const app = toolServerApp({
    protocol,
    admits: async () => true,
    changes: { on: () => () => undefined },
    messageBytes: 100_000,
    allMessagesBytes: 150_000,
    allowedHosts: [],
    allowedOrigins: [],
    trustedProxies: [],
    clock: systemClock,
    ids: new CountingIds(),
    log: new RecordingLog(),
  });
  const { url } = await listening(app);
  const post = (chars: number) =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'x'.repeat(chars) }),
    });
  const first = post(90_000);
  await until('the first is held', () => held.length === 1);
  const refused = await post(90_000);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  const small = post(10);
  await until('a small one is taken', () => held.length === 2);
  for (const response of held.splice(0)) response.end('{}');
  await Promise.all([first, small]);
  const next = post(90_000);
  await until('there is room', () => held.length === 1);
  held[0]?.end('{}');
  expect((await next).status).toBe(200);
});
