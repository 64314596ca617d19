import { OWNER_ID } from '../owner.ts';
import { inEnglish } from '../../src/contract/words/english.ts';
import { totalmem } from 'node:os';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openHistory } from '../../src/adapters/out/sqlite/history/open.ts';
import { systemClock } from '../../src/adapters/out/system/system-clock.ts';
import { ToolClient } from '../../src/adapters/out/tool-client/client.ts';
import { HostAddresses } from '../../src/adapters/out/web/host-addresses.ts';
import { runId, sessionId, threadId, toolCallId } from '../../src/core/kernel/ids.ts';
import type { Log } from '../../src/core/ports/log.ts';
import type { ToolServer } from '../../src/core/execution/tool-servers/model.ts';
import type { LoginStore } from '../../src/core/execution/tool-servers/port.ts';
import { ServerTools } from '../../src/core/execution/tool-servers/server-tools.ts';
import type { Figure } from '../figure.ts';
import { hostOverHttp, hostOverPipes } from '../host.ts';
import { ratio, type Series } from '../series.ts';
import { startMs } from '../start-time.ts';
import { timed } from '../timed.ts';

const program = fileURLToPath(new URL('../bare/tool-server.ts', import.meta.url));

/** Of the engine as a client of tool servers. */
export const externalTool: Figure = {
  name: 'external-tool',
  summary:
    "a call of a tool server's tool, from its input to its result (bare: the library's client), and the start with 20 configured servers, half of them dead (bare: with none)",
  async *series(lab) {
    const overHttp = await lab.bareToolServer(program);
    const url = new URL('/mcp', overHttp.url).href;
    yield* called('over HTTP', { kind: 'http', url }, () => hostOverHttp(overHttp.url));
    yield* called('of a program', { kind: 'command', command: [process.execPath, program] }, () =>
      hostOverPipes([program], { HOME: lab.folder('home') }),
    );

    // It takes connections and says nothing.
    const dead = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(dead, 'listening');
    const silent = `http://127.0.0.1:${(dead.address() as AddressInfo).port}/mcp`;
    const [none, twenty] = [lab.folder('none'), lab.folder('twenty')];
    const mcp_servers = Array.from({ length: 20 }, (_, index) => ({
      name: `server${index}`,
      url: index % 2 === 0 ? url : silent,
    }));
    mkdirSync(twenty, { recursive: true });
    writeFileSync(join(twenty, 'config.json'), JSON.stringify({ mcp_servers }));
    yield {
      rows: [{ what: 'spawn to healthy with 20 tool servers', unit: 'ms', bounds: [ratio.atMost(1.1)] }],
      rounds: { warmUp: 2, counted: 20 },
      engine: async () => [await startMs(await lab.built(twenty))],
      bare: async () => [await startMs(await lab.built(none))],
    };
    dead.close();
    await overHttp.stop();
  },
};

async function* called(
  how: string,
  place: ToolServer['place'],
  bareHost: typeof hostOverPipes extends (...args: never) => infer Host ? () => Host : never,
): AsyncGenerator<Series> {
  const { call, close } = await engineCalling({ name: 'bench', place });
  const bare = await bareHost();
  yield {
    rows: [{ what: `external tool ${how}`, unit: 'ms', bounds: [ratio.atMost(2)] }],
    rounds: { warmUp: 200, counted: 600 },
    engine: async () => [await timed(call)],
    bare: async () => [await timed(() => bare.call('svc_memory', { namespace: 'status' }))],
  };
  await bare.close();
  await close();
}

/** What a run calls when its model wants the tool. */
async function engineCalling(server: ToolServer) {
  const history = openHistory(':memory:');
  const met = Promise.withResolvers<void>();
  const tools = new ServerTools(server, {
    client: new ToolClient({
      version: 'bench',
      ownPorts: new Set(),
      addresses: new HostAddresses({ clock: systemClock }),
      environment: { PATH: process.env['PATH'] ?? '' },
      machineBytes: totalmem(),
      logins,
      clock: systemClock,
      log: quiet,
    }),
    logins,
    consents: { forget: async () => undefined },
    words: { inEnglish },
    store: history.toolServers,
    journal: history.journal,
    prompts: { fill: async () => null },
    knownSecrets: {
      unmistakableFor: () => ['an-operator-key-4711', 'another-operator-key-0815'],
      begunFor: () => 'some',
    },
    clock: systemClock,
    log: quiet,
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    mayUse: () => true,
    changed: () => {
      if (tools.report().state.state === 'connected') met.resolve();
    },
  });
  tools.start();
  tools.connect();
  await met.promise;
  const [tool] = tools.offered();
  if (!tool) throw new Error('the server offers nothing');
  const context = {
    runId: runId('r'),
    sessionId: sessionId('s'),
    threadId: threadId('t'),
    toolCallId: toolCallId('c'),
    agent: null,
    nonce: '0123456789abcdef',
    signal: new AbortController().signal,
    personId: OWNER_ID,
    canAsk: true,
    findTools: () => ({ loaded: [], tooLarge: [] }),
    waited: () => undefined,
    progressed: () => undefined,
    staysAtHost: false,
    record: async () => undefined,
  };
  return {
    call: async () => {
      const { success, output } = await tool.call({ namespace: 'status' }, context);
      if (!success) throw new Error(output);
    },
    close: async () => {
      await tools.stop();
      await history.close();
    },
  };
}

const logins: LoginStore = {
  read: () => null,
  keep: async () => undefined,
  renew: async () => undefined,
  forget: async () => undefined,
};

const quiet: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
