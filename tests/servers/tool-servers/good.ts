import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { Server as OlderServer } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  ElicitResultSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { createMcpHandler, inputRequired, Server as NewerServer } from '@modelcontextprotocol/server';
import {
  definitionOf,
  resultOf,
  Unanswered,
  type FakeAnswer,
  type FakeCalled,
  type FakeTool,
} from './fake-tools.ts';
import { listening } from '../listening.ts';

/** How a fake server speaks: revision 2026-07-28, 2025-11-25 with sessions, or HTTP+SSE of 2024-11-05. */
export type Spoken = '2026-07-28' | '2025-11-25' | 'sse';

/** A tool server with good manners, built on the official libraries. It listens on loopback. */
export interface GoodToolServer {
  readonly url: string;
  readonly port: number;
  /** Calls of tools, oldest first. */
  readonly called: readonly FakeCalled[];
  /** The headers of all requests, oldest first. */
  readonly headers: readonly IncomingHttpHeaders[];
  /** Replaces the tools, and tells clients that follow the list. */
  setTools(tools: readonly FakeTool[]): Promise<void>;
  /** Closes all connections, and goes on listening. */
  drop(): void;
  close(): Promise<void>;
}

const INFO = { name: 'a good server', version: '1.2.3' };
const CAPABILITIES = { capabilities: { tools: { listChanged: true } } };

export async function startGoodToolServer(
  given: readonly FakeTool[] = [{ name: 'echo', description: 'Repeats its input.' }],
  spoken: Spoken = '2025-11-25',
  port = 0,
): Promise<GoodToolServer> {
  let tools = given;
  const called: FakeCalled[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const serving = (spoken === '2026-07-28' ? newer : older)(() => tools, called, spoken === 'sse');
  const server = await listening(
    (request, response) => {
      headers.push(request.headers);
      serving.handle(request, response).catch(() => response.destroy());
    },
    { port, ending: () => serving.close() },
  );
  return {
    url: `${server.url}/mcp`,
    port: server.port,
    called,
    headers,
    setTools: async (next) => {
      tools = next;
      await serving.tellChange();
    },
    drop: server.drop,
    close: server.close,
  };
}

interface Serving {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  tellChange(): Promise<void>;
  close(): Promise<void>;
}

/** The key of the one question of a call. */
const QUESTION = 'question';

const progressOf = (progressToken: string | number, progress: number, total?: number, message?: string) => ({
  method: 'notifications/progress' as const,
  params: {
    progressToken,
    progress,
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message }),
  },
});

/** Of revision 2026-07-28, for each request one. */
export function newerServer(tools: () => readonly FakeTool[], called: FakeCalled[]): NewerServer {
  const server = new NewerServer(INFO, CAPABILITIES);
  server.setRequestHandler('tools/list', () => ({ tools: tools().map(definitionOf) as never }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const asked = { tool: params.name, input: params.arguments ?? {} };
    const answered = mcpReq.inputResponses?.[QUESTION] as FakeAnswer | undefined;
    if (!answered) called.push(asked);
    const token = mcpReq._meta?.progressToken;
    try {
      return (await resultOf(tools(), asked, {
        signal: mcpReq.signal,
        ask: async (form) => {
          if (answered) return answered;
          throw new Unanswered(form);
        },
        progress: async (...step) => {
          if (token !== undefined) await mcpReq.notify(progressOf(token, ...step));
        },
      })) as never;
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      const { message, requestedSchema } = error.form;
      const question = inputRequired.elicit({ message, requestedSchema: requestedSchema as never });
      return inputRequired({ inputRequests: { [QUESTION]: question }, requestState: 'asked once' });
    }
  });
  return server;
}

function newer(tools: () => readonly FakeTool[], called: FakeCalled[]): Serving {
  const handler = createMcpHandler(() => newerServer(tools, called), { legacy: 'reject' });
  const handle = toNodeHandler(handler);
  return {
    handle: async (request, response) => void (await handle(request as never, response as never)),
    tellChange: async () => handler.notify.toolsChanged(),
    close: () => handler.close(),
  };
}

/** Of revisions up to 2025-11-25, for each session one. */
export function olderServer(tools: () => readonly FakeTool[], called: FakeCalled[]): OlderServer {
  const server = new OlderServer(INFO, CAPABILITIES);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools().map(definitionOf) as never }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const asked = { tool: params.name, input: params.arguments ?? {} };
    called.push(asked);
    const token = extra._meta?.progressToken;
    return (await resultOf(tools(), asked, {
      signal: extra.signal,
      ask: async (form) =>
        (await extra.sendRequest(
          { method: 'elicitation/create', params: form as never },
          ElicitResultSchema,
        )) as FakeAnswer,
      progress: async (...step) => {
        if (token !== undefined) await extra.sendNotification(progressOf(token, ...step));
      },
    })) as never;
  });
  return server;
}

function older(tools: () => readonly FakeTool[], called: FakeCalled[], isSse: boolean): Serving {
  const sessions = new Map<string, StreamableHTTPServerTransport | SSEServerTransport>();
  const servers = new Set<OlderServer>();
  const open = async (transport: StreamableHTTPServerTransport | SSEServerTransport) => {
    const server = olderServer(tools, called);
    servers.add(server);
    server.onclose = () => servers.delete(server);
    await server.connect(transport as never);
  };
  const streamable = async (request: IncomingMessage, response: ServerResponse) => {
    const known = sessions.get(String(request.headers['mcp-session-id']));
    if (known instanceof StreamableHTTPServerTransport) return await known.handleRequest(request, response);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await open(transport);
    await transport.handleRequest(request, response);
  };
  const sse = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (request.method === 'GET' && pathname === '/mcp') {
      const transport = new SSEServerTransport('/messages', response);
      sessions.set(transport.sessionId, transport);
      response.on('close', () => sessions.delete(transport.sessionId));
      return await open(transport);
    }
    const known = pathname === '/messages' ? sessions.get(searchParams.get('sessionId') ?? '') : undefined;
    if (known instanceof SSEServerTransport) return await known.handlePostMessage(request, response);
    response.writeHead(pathname === '/mcp' ? 405 : 404).end();
  };
  return {
    handle: isSse ? sse : streamable,
    tellChange: async () => void (await Promise.all([...servers].map((one) => one.sendToolListChanged()))),
    close: async () => void (await Promise.all([...servers].map((one) => one.close()))),
  };
}
