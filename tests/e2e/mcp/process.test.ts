import { expect, test } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { spawnEngine, spawnSvc, type Spawned } from '../../harness/spawned-engine.ts';
import { svcHere } from '../../harness/in-process-svc.ts';
import { INITIALIZE, openTestPipes } from '../../harness/tool-server.ts';
import { verifies } from '../../spec/verifies.ts';
import { until } from '../http/wire.ts';

type Message = Record<string, unknown> & { readonly id?: unknown };

interface StdioHost extends Spawned {
  readonly lines: () => readonly string[];
  call(name: string, args: object): Promise<Record<string, unknown>>;
}

const MEMORY_MS = 20_000;

/** The index of runs would be written into the checkout, from where the process is started. */
const elsewhere = () => ({ SVC_MCP_STATE_DIR: temporaryDir() });

/** A host that has started `--mcp-server` and initialized it. */
async function stdioHost(env: Record<string, string>): Promise<StdioHost> {
  const spawned = spawnSvc(['--mcp-server', '--demo'], { ...elsewhere(), ...env }, null);
  const lines = () => spawned.output.stdout.split('\n').filter(Boolean);
  const send = (message: object) => spawned.process.stdin?.write(`${JSON.stringify(message)}\n`);
  let id = 0;
  const ask = async (method: string, params: object): Promise<Message> => {
    id += 1;
    const own = id;
    send({ jsonrpc: '2.0', id: own, method, params });
    const found = () =>
      lines()
        .map((line) => JSON.parse(line) as Message)
        .find((one) => one.id === own);
    await until(`${method} is answered`, () => found() !== undefined, MEMORY_MS);
    return found() as Message;
  };
  await ask('initialize', INITIALIZE.params);
  send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return {
    ...spawned,
    lines,
    call: async (name, args) => {
      const { result } = await ask('tools/call', { name, arguments: args });
      return (result as { structuredContent: Record<string, unknown> }).structuredContent;
    },
  };
}

verifies(
  ['mcp.stdio', 'security.fuzz.tool-server'],
  'stdout carries the protocol alone, whatever else the process prints, and the process ends with its host',
  async () => {
    // Prints as soon as the server listens, as a library might.
    const noisy =
      'setInterval(()=>{if(process.stdin.listenerCount("data")){console.log("noise");process.stdout.write("noise\\n")}},1).unref()';
    const host = await stdioHost({
      SVC_DATA_DIR: temporaryDir(),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(noisy)}`,
    });
    expect(await host.call('svc_run', { task: 'help' })).toMatchObject({ text: expect.any(String) });
    expect(host.output.stderr).toContain('noise');
    host.process.stdin?.end();
    expect(await host.finished).toMatchObject({ code: 0 });
    for (const line of host.lines()) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  },
);

verifies('mcp.states.still-pollable', 'runs go on in the engine when their host is killed', async () => {
  const dataDir = temporaryDir();
  const env = { SVC_DATA_DIR: dataDir };
  await spawnEngine(dataDir, { SVC_DEMO: '1' });
  const first = await stdioHost(env);
  const { run_id: runId } = await first.call('svc_run_start', { task: 'count to 5000' });
  await until('it has text', async () => (await first.call('svc_poll', { run_id: runId }))['text'] !== '');
  first.process.kill('SIGKILL');
  await first.finished;
  const second = await stdioHost(env);
  expect(await second.call('svc_poll', { run_id: runId })).toMatchObject({ done: false });
});

verifies(
  ['mcp.sse', 'mcp.env.port', 'service.tool-server'],
  'with --transport sse it listens on SVC_MCP_PORT, and stops on a signal',
  async () => {
    const spawned = spawnSvc(['--mcp-server', '--transport', 'sse', '--demo'], {
      ...elsewhere(),
      SVC_DATA_DIR: temporaryDir(),
      SVC_MCP_PORT: '0',
    });
    const address = () => /listening on (http:\/\/127\.0\.0\.1:\d+)\/mcp/u.exec(spawned.output.stderr)?.[1];
    await until('it listens', () => address() !== undefined || spawned.process.exitCode !== null);
    const health = await fetch(`${address()}/health`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
    spawned.process.kill('SIGTERM');
    expect(await spawned.finished).toMatchObject({ code: 0, stdout: '' });
  },
);

test('modes that exclude each other, and a port that is taken, are told apart from faults', async () => {
  const env = { SVC_DATA_DIR: temporaryDir() };
  const end = async (args: readonly string[], more: Record<string, string> = {}) => {
    const { code, stderr } = await spawnSvc(args, { ...env, ...more }).finished;
    return [code, stderr];
  };
  expect(await end(['--mcp-server', '--http-api'])).toEqual([2, expect.stringContaining('--mcp-server')]);
  expect(await end(['--mcp-server', '--web'])).toEqual([2, expect.stringContaining('--mcp-server')]);
  expect(await end(['--transport', 'sse'])).toEqual([2, expect.stringContaining('--mcp-server')]);
  expect(await end(['--mcp-server', '--transport', 'carrier-pigeon'])).toEqual([2, expect.any(String)]);
  expect(await end(['--mcp-server', 'status'])).toEqual([2, expect.stringContaining('takes no command')]);
  expect(await end(['--mcp-server', '--transport', 'sse'], { SVC_MCP_PORT: 'x' })).toEqual([
    78,
    expect.stringContaining('SVC_MCP_PORT'),
  ]);
});

verifies(['cli.status', 'engine.one-per-directory'], 'an engine of a host says so', async () => {
  const dataDir = temporaryDir();
  const host = await openTestPipes({ dataDir, startDir: temporaryDir() });
  host.send(INITIALIZE);
  await host.answerTo('init');
  host.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: memory });
  await host.answerTo(2);
  const status = await svcHere(dataDir, ['status']);
  expect(status.stdout).toMatch(/It is the tool server that an agent host has started/u);
  const second = await spawnSvc(['--http-api'], { SVC_DATA_DIR: dataDir, SVC_HTTP_PORT: '0' }).finished;
  expect([second.code, second.stderr]).toEqual([
    78,
    expect.stringMatching(/pid \d+\) is using .*agent host.*ends when that host closes it/u),
  ]);
});

const memory = { name: 'svc_memory', arguments: { namespace: 'facts' } };
