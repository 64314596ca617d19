import { PassThrough } from 'node:stream';
import type { Transport, TransportResponse } from '../../src/contract/client.ts';
import { createClient } from '../../src/contract/client.ts';
import { socketRows } from '../../src/contract/http/rows.ts';
import { routesOf } from '../../src/contract/routes.ts';
import type { Clock } from '../../src/core/ports/clock.ts';
import { systemPlatform } from '../../src/main/platform.ts';
import { engineLink, type EngineLink } from '../../src/main/serving/engine-link.ts';
import { engineReach } from '../../src/main/serving/engine-reach.ts';
import { openToolServerPort, type ToolServerPort } from '../../src/main/serving/tool-server-port.ts';
import { toolsOverPipes, type ToolServerParts } from '../../src/main/serving/tool-server.ts';
import { RecordingLog } from '../doubles/recording-log.ts';
import { closedAfterwards } from './afterwards.ts';
import { SOURCE, testSettings, validator } from './graph.ts';
import { until } from '../e2e/http/wire.ts';

/** How a host of revision 2025-11-25 begins. */
export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};

/** What a host of revision 2026-07-28 says with each request. */
export const modernMeta = (capabilities: object = {}) => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': capabilities,
});

/** An answer of the engine, for a transport that stands in for it. */
export const engineSays = (body: object, status = 200): TransportResponse => ({
  ok: status < 400,
  status,
  headers: new Headers({ 'content-type': status < 400 ? 'application/json' : 'application/problem+json' }),
  body: null,
  text: async () => JSON.stringify(body),
});

/** Where no file of an engine that is stood in for may be. */
export const NOWHERE = '/nonexistent/svc-test';

export interface ToolServerOptions {
  readonly dataDir: string;
  readonly env?: Record<string, string>;
  /** The folder that the tool server is started in. */
  readonly startDir?: string;
  /** Stands in for the engine: by default it is reached as in production. */
  readonly engine?: Transport;
  readonly clock?: Clock;
}

export interface Parts extends ToolServerParts {
  readonly log: RecordingLog;
  readonly told: readonly string[];
}

/** What production gives the tool server, with a log and an operator that can be read. */
function partsFor({ dataDir, env = {}, startDir, engine, clock }: ToolServerOptions): Parts {
  const settings = testSettings(dataDir, { SVC_MCP_PORT: '0', SVC_DEMO: '1', ...env }, startDir);
  const log = new RecordingLog();
  const platform = { ...systemPlatform(settings, SOURCE), log, validator, ...(clock && { clock }) };
  const link: EngineLink = engine
    ? {
        client: createClient(routesOf(socketRows), { baseUrl: 'http://localhost', transport: engine }),
        isOwn: async () => false,
        close: async () => undefined,
      }
    : engineLink(engineReach(settings, platform, new AbortController().signal, 'pipes'), log);
  const told: string[] = [];
  return { settings, platform, link, log, told, tell: (line) => void told.push(line) };
}

export interface TestPort extends ToolServerPort, Pick<Parts, 'log' | 'told'> {
  /** Of Streamable HTTP. */
  readonly url: URL;
  stop(): Promise<void>;
}

/** The tool server over HTTP, as `--mcp-server --transport sse` opens it, in this process. */
export async function openTestPort(options: ToolServerOptions): Promise<TestPort> {
  const parts = partsFor(options);
  const opened = await openToolServerPort(parts);
  return {
    ...opened,
    log: parts.log,
    told: parts.told,
    url: new URL(`http://127.0.0.1:${opened.port}/mcp`),
    stop: closedAfterwards(async () => {
      await opened.close();
      await parts.link.close();
    }),
  };
}

export interface TestPipes extends Pick<Parts, 'log' | 'told'> {
  /** What the host sends. */
  readonly input: PassThrough;
  /** The messages that the host got. */
  readonly got: readonly Record<string, unknown>[];
  /** Calls it after each message. */
  onGot(tell: () => void): void;
  send(message: unknown): void;
  /** The answer to the request with this id. */
  answerTo(id: unknown): Promise<Record<string, unknown>>;
  readonly closed: Promise<void>;
  stop(): Promise<void>;
}

/** The tool server for one host behind pipes, as `--mcp-server` serves it, in this process. */
export async function openTestPipes(options: ToolServerOptions): Promise<TestPipes> {
  const parts = partsFor(options);
  const input = new PassThrough();
  const got: Record<string, unknown>[] = [];
  let tell = (): void => undefined;
  const connection = await toolsOverPipes(parts, input, async (text) => {
    for (const line of text.split('\n').filter(Boolean)) got.push(JSON.parse(line));
    tell();
  });
  const answers = (id: unknown) => got.find((message) => message['id'] === id && !('method' in message));
  return {
    log: parts.log,
    told: parts.told,
    input,
    got,
    onGot: (told) => void (tell = told),
    send: (message) =>
      void input.write(typeof message === 'string' ? `${message}\n` : `${JSON.stringify(message)}\n`),
    answerTo: async (id) => {
      await until(`request ${String(id)} is answered`, () => answers(id) !== undefined);
      return answers(id) as Record<string, unknown>;
    },
    closed: connection.closed,
    stop: closedAfterwards(async () => {
      await connection.close();
      await parts.link.close();
    }),
  };
}
