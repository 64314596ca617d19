import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const launcher = fileURLToPath(new URL('../../dist/index.js', import.meta.url));
const POLL_MS = 100;

type Answer = Readonly<Record<string, unknown>>;

/** A host that is connected to the built tool server. */
export interface Host {
  /** Starts a run of this task and polls it with a cursor until it is done. @throws if anything is refused or fails */
  work(task: string): Promise<void>;
  close(): Promise<void>;
}

export interface ToolServer {
  host(): Promise<Host>;
  stop(): Promise<void>;
}

/** The built tool server over HTTP, attached to the engine of this data directory. */
export async function startToolServer(dataDir: string, env: Record<string, string>): Promise<ToolServer> {
  const child = spawn(process.execPath, [launcher, '--mcp-server', '--transport', 'sse'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: dataDir,
      SVC_DATA_DIR: dataDir,
      SVC_MCP_PORT: '0',
      SVC_MCP_STATE_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const address = await addressIn(child);
  return {
    host: async () => await connected(address),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** It is said on stderr, once the port is open. */
async function addressIn({ stderr }: ChildProcess): Promise<URL> {
  if (!stderr) throw new Error('the tool server has no stderr');
  const said: string[] = [];
  for await (const line of createInterface({ input: stderr })) {
    said.push(line);
    const [found] = /http:\/\/[\w.:[\]]+\d/u.exec(line) ?? [];
    if (found === undefined) continue;
    // Nothing may block on a pipe that is not read.
    stderr.resume();
    return new URL('/mcp', found);
  }
  throw new Error(`the tool server did not start:\n${said.join('\n')}`);
}

async function connected(address: URL): Promise<Host> {
  const client = new Client({ name: 'torture', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(address) as never);
  const call = async (name: string, args: Answer): Promise<Answer> => {
    const { structuredContent, isError } = await client.callTool({ name, arguments: args });
    if (isError) throw new Error(`${name} was refused: ${JSON.stringify(structuredContent)}`);
    return structuredContent as Answer;
  };
  return {
    work: async (task) => {
      const { run_id } = await call('svc_run_start', { task });
      for (let cursor = 0; ;) {
        const polled = await call('svc_poll', { run_id, cursor });
        if (polled['error'] !== undefined)
          throw new Error(`a run of a host failed: ${String(polled['error'])}`);
        if (polled['done'] === true) return;
        if (Number(polled['nextCursor']) < cursor) throw new Error('the cursor of a run went back');
        cursor = Number(polled['nextCursor']);
        await sleep(POLL_MS);
      }
    },
    close: async () => await client.close(),
  };
}
