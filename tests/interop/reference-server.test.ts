import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { anEngine, standing, toolsOf } from '../e2e/tool-servers/engine-with.ts';
import { until } from '../e2e/http/wire.ts';
import { afterwards } from '../harness/afterwards.ts';
import { program } from './others.ts';

type Engine = Awaited<ReturnType<typeof anEngine>>;

/** The official reference server has every kind of tool there is. */
async function used(engine: Engine): Promise<void> {
  await standing(engine, 'everything', 'connected');
  expect(await toolsOf(engine, 'everything')).toMatchObject({ echo: 'offered' });
  const { results } = await engine.run([
    { name: 'mcp__everything__echo', input: { message: 'hello' } },
    { name: 'mcp__everything__get-tiny-image', input: {} },
    { name: 'mcp__everything__get-structured-content', input: { location: 'New York' } },
  ]);
  expect(results.map(({ success }) => success)).toEqual([true, true, true]);
  expect(results[0]?.output).toContain('hello');
  expect(results[1]?.output).toContain('[image: image/png, ');
}

test('the engine uses the reference server as a program', async () => {
  const engine = await anEngine();
  const command = [process.execPath, program('mcp-server-everything'), 'stdio'];
  await engine.engine.services.toolServers.add('everything', { kind: 'command', command });
  await used(engine);
}, 60_000);

test.each(['streamableHttp', 'sse'])(
  'the engine uses the reference server over HTTP: %s',
  async (transport) => {
    const port = await freePort();
    const child = spawn(process.execPath, [program('mcp-server-everything'), transport], {
      env: { PATH: process.env['PATH'] ?? '', PORT: String(port) },
      stdio: 'ignore',
    });
    afterwards(() => child.kill('SIGKILL'));
    const url = `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`;
    await until(
      'it listens',
      async () => await fetch(url, { signal: AbortSignal.timeout(500) }).then(() => true, isListening),
    );
    const engine = await anEngine();
    await engine.client['tool-servers.add']({ body: { name: 'everything', url } });
    await used(engine);
  },
  60_000,
);

/** A stream that does not end is an answer, too. */
const isListening = (error: unknown): boolean => (error as { name?: unknown }).name === 'TimeoutError';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
