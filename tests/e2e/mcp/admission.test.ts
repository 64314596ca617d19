import { expect } from '@jest/globals';
import { wrongTokenLimits } from '../../../src/adapters/in/http/wrong-tokens.ts';
import { mcpLimits } from '../../../src/adapters/in/mcp/limits.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import {
  INITIALIZE,
  openTestPort,
  type TestPort,
  type ToolServerOptions,
} from '../../harness/tool-server.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectProblem } from '../http/problems.ts';
import { ask, until, Wire, type Asked } from '../http/wire.ts';

const port = (options: Partial<ToolServerOptions> = {}): Promise<TestPort> =>
  openTestPort({ dataDir: temporaryDir(), startDir: temporaryDir(), ...options });

const SECRET = 'correct-horse-battery-staple';
const withSecret = { env: { SVC_MCP_SECRET: SECRET } };

const ping = (bearer?: string, more: Partial<Asked> = {}): Asked => ({
  method: 'POST',
  target: '/mcp',
  body: JSON.stringify(INITIALIZE),
  ...more,
  headers: [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json, text/event-stream'],
    ...(bearer === undefined ? [] : [['Authorization', bearer] as const]),
    ...(more.headers ?? []),
  ],
});

verifies(['mcp.auth.open', 'mcp.health'], 'without a secret it is open, on loopback alone', async () => {
  const { host, port: at, told } = await port();
  expect([host, told]).toEqual(['127.0.0.1', []]);
  expect((await ask(at, ping())).status).toBe(200);
  const health = await ask(at, { target: '/health', hosts: ['elsewhere.test'] });
  expect([health.status, health.json()]).toEqual([200, { status: 'ok' }]);
});

verifies(
  ['mcp.auth.bearer', 'mcp.auth.bind', 'mcp.env.secret', 'security.tool-server'],
  'with a secret it listens everywhere, recommends TLS, and admits nothing that only resembles the secret',
  async () => {
    const { host, port: at, told } = await port(withSecret);
    expect(host).toBe('0.0.0.0');
    expect(told).toEqual([expect.stringMatching(/reverse proxy that terminates TLS/u)]);
    const wrong: Asked[] = [
      ping(),
      ping(`Bearer ${SECRET.slice(0, -1)}`),
      ping(`Bearer ${SECRET}x`),
      ping(`Bearer ${SECRET.toUpperCase()}`),
      ping(`Basic ${Buffer.from(`x:${SECRET}`).toString('base64')}`),
      ping(SECRET),
      ping('Bearer'),
      ping(undefined, { target: `/mcp?access_token=${SECRET}` }),
    ];
    for (const request of wrong) {
      const reply = await ask(at, request);
      expectProblem(reply, 401, 'unauthenticated');
      expect(reply.header('www-authenticate')).toBe('Bearer realm="svc"');
    }
    const right = [`Bearer ${SECRET}`, `bearer ${SECRET}`];
    for (const bearer of right) expect((await ask(at, ping(bearer))).status).toBe(200);
    const doubled = ping(`Bearer ${SECRET}`, { headers: [['Authorization', `Bearer ${SECRET}`]] });
    expectProblem(await ask(at, doubled), 401, 'unauthenticated');
    expect((await ask(at, { target: '/health' })).status).toBe(200);
  },
);

verifies(
  'security.token.brute-force',
  'wrong secrets make the next ones of their address wait, from loopback too; a client that has shown the right one goes on',
  async () => {
    const clock = new ManualClock();
    const { port: at } = await port({ ...withSecret, clock });
    const { free } = wrongTokenLimits;
    const known = await Wire.to(at);
    const asKnown = async () => {
      known.send(`GET /nothing HTTP/1.1\r\nHost: localhost:${at}\r\nAuthorization: Bearer ${SECRET}\r\n\r\n`);
      return (await known.reply()).status;
    };
    expect(await asKnown()).toBe(404);
    for (let n = 0; n < free; n += 1) expect((await ask(at, ping('Bearer wrong'))).status).toBe(401);
    // Without a body, for which the port keeps a timer.
    const asking = (bearer: string) => ask(at, { headers: [['Authorization', bearer]], target: '/nothing' });
    const wrong = asking('Bearer wrong');
    await until('it waits', () => clock.waiting === 1);
    const right = asking(`Bearer ${SECRET}`);
    expect(await asKnown()).toBe(404);
    await clock.advance(wrongTokenLimits.firstMs);
    expect((await wrong).status).toBe(401);
    await until('the next one waits', () => clock.waiting === 1);
    await clock.advance(2 * wrongTokenLimits.firstMs);
    expect((await right).status).toBe(404);
    known.destroy();
  },
);

verifies('security.tool-server', 'no body is read before all else is checked', async () => {
  const { port: at } = await port(withSecret);
  const declared = (bytes: number, more: string) =>
    `POST /mcp HTTP/1.1\r\nHost: localhost:${at}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n${more}\r\n`;
  const refusals: [string, number][] = [
    [declared(1_000, ''), 401],
    [declared(1_000, 'Authorization: Bearer wrong\r\n'), 401],
    [declared(1_000, `Authorization: Bearer ${SECRET}\r\nOrigin: http://evil.test\r\n`), 403],
    [declared(mcpLimits.messageBytes + 1, `Authorization: Bearer ${SECRET}\r\n`), 413],
  ];
  for (const [head, status] of refusals) {
    const wire = await Wire.to(at);
    wire.send(head);
    expect([head, (await wire.reply('POST')).status]).toEqual([head, status]);
    wire.destroy();
  }
  const bearer = `Bearer ${SECRET}`;
  expectProblem(await ask(at, ping(bearer, { hosts: ['evil.test'] })), 403, 'host_not_allowed');
  const site = [['Sec-Fetch-Site', 'cross-site']] as const;
  expectProblem(await ask(at, ping(bearer, { headers: site })), 403, 'origin_not_allowed');
  expectProblem(await ask(at, { ...ping(bearer), method: 'PUT' }), 405, 'method_not_allowed');
  expectProblem(await ask(at, { ...ping(bearer), target: '/nothing' }), 404, 'not_found');
});
