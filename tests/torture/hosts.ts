import { setTimeout as sleep } from 'node:timers/promises';
import { httpHost } from '../e2e/mcp/hosts.ts';
import { until } from '../e2e/http/wire.ts';
import { exited, spawnSvc } from '../harness/spawned-engine.ts';

const POLL_MS = 100;

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
  const own = { SVC_DATA_DIR: dataDir, SVC_MCP_PORT: '0', SVC_MCP_STATE_DIR: dataDir };
  const server = spawnSvc(['--mcp-server', '--transport', 'sse'], { ...own, ...env });
  const address = () => /http:\/\/[\w.:[\]]+\d/u.exec(server.output.stderr)?.[0];
  await until('the tool server is open', () => address() !== undefined || server.process.exitCode !== null);
  const url = new URL('/mcp', address());
  return {
    host: async () => await connected(url),
    stop: async () => {
      await exited(server);
    },
  };
}

async function connected(url: URL): Promise<Host> {
  const { call, close } = await httpHost(url);
  const told = async (name: string, args: Record<string, unknown>) => {
    const { structured, isError } = await call(name, args);
    if (isError) throw new Error(`${name} was refused: ${JSON.stringify(structured)}`);
    return structured;
  };
  return {
    work: async (task) => {
      const { run_id } = await told('svc_run_start', { task });
      for (let cursor = 0; ;) {
        const polled = await told('svc_poll', { run_id, cursor });
        if (polled['error'] !== undefined)
          throw new Error(`a run of a host failed: ${String(polled['error'])}`);
        if (polled['done'] === true) return;
        if (Number(polled['nextCursor']) < cursor) throw new Error('the cursor of a run went back');
        cursor = Number(polled['nextCursor']);
        await sleep(POLL_MS);
      }
    },
    close,
  };
}
