import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Clock } from '../../../../core/ports/clock.ts';
import { rpcError } from '../json-rpc.ts';
import { mcpLimits } from '../limits.ts';

export interface LegacySessionsDeps {
  /** A server for one session. */
  readonly server: (isGone: () => boolean) => Server;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** With whose token the request of this moment came; null: with none of a person. */
  readonly asking: () => string | null;
}

interface Session {
  readonly transport: StreamableHTTPServerTransport | SSEServerTransport;
  /** Requests and streams that are open. */
  open: number;
  usedAt: number;
  isGone: boolean;
  /** Whose it is: to all others there is no such session. */
  readonly of: string | null;
}

/** Codes of the protocol, outside of JSON-RPC's own. */
const BAD_REQUEST = -32_000;
const NO_SESSION = -32_001;

/**
 * Sessions of hosts that speak a revision up to 2025-11-25. Each has a transport and a server of its own, so that equal
 * ids of different hosts never meet. A session that is idle for long is closed, and so is the longest idle one when there
 * are too many; its host begins another.
 */
export class LegacySessions {
  readonly #deps: LegacySessionsDeps;
  readonly #sessions = new Map<string, Session>();

  constructor(deps: LegacySessionsDeps) {
    this.#deps = deps;
  }

  /** Streamable HTTP: any method, and the parsed body of a POST. */
  async streamable(request: IncomingMessage, response: ServerResponse, body?: unknown): Promise<void> {
    this.#closeIdle();
    const id = request.headers['mcp-session-id'];
    if (id === undefined && isInitialize(body)) return await this.#begin(request, response, body);
    if (typeof id !== 'string')
      return answer(
        response,
        400,
        BAD_REQUEST,
        'Send initialize first, then Mcp-Session-Id with each request.',
      );
    const session = this.#sessions.get(id);
    if (!session || session.of !== this.#deps.asking() || session.transport instanceof SSEServerTransport)
      return answer(response, 404, NO_SESSION, 'There is no such session: send initialize to begin one.');
    this.#hold(session, response);
    await session.transport.handleRequest(request, response, body);
  }

  async #begin(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      keepAliveMs: mcpLimits.keepAliveMs,
      onsessioninitialized: (id) => this.#keep(id, session),
      // The host leaves: what it started goes on.
      onsessionclosed: () => void (session.isGone = true),
    });
    const session = this.#session(transport);
    this.#hold(session, response);
    transport.onclose = () => this.#drop(transport.sessionId, session);
    await this.#deps.server(() => session.isGone).connect(transport as never);
    await transport.handleRequest(request, response, body);
  }

  /** The transport of revision 2024-11-05: a stream of events, and a place for the host's messages. */
  async stream(response: ServerResponse, messagesPath: string): Promise<void> {
    this.#closeIdle();
    const transport = new SSEServerTransport(messagesPath, response);
    const session = this.#session(transport);
    this.#keep(transport.sessionId, session);
    this.#hold(session, response);
    transport.onclose = () => this.#drop(transport.sessionId, session);
    const beat = setInterval(() => response.write(': alive\n\n'), mcpLimits.keepAliveMs).unref();
    response.once('close', () => clearInterval(beat));
    await this.#deps.server(() => session.isGone).connect(transport);
  }

  async message(
    id: unknown,
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
  ): Promise<void> {
    const session = typeof id === 'string' ? this.#sessions.get(id) : undefined;
    if (session?.of !== this.#deps.asking() || !(session?.transport instanceof SSEServerTransport))
      return answer(response, 404, NO_SESSION, 'There is no such session: open GET /sse to begin one.');
    if (Array.isArray(body))
      return answer(response, 400, BAD_REQUEST, 'A batch of messages is not supported here.');
    await session.transport.handlePostMessage(request, response, body);
  }

  async close(): Promise<void> {
    for (const session of this.#sessions.values()) await this.#close(session);
  }

  get count(): number {
    return this.#sessions.size;
  }

  #session(transport: Session['transport']): Session {
    return {
      transport,
      open: 0,
      usedAt: this.#deps.clock.monotonic(),
      isGone: false,
      of: this.#deps.asking(),
    };
  }

  #keep(id: string, session: Session): void {
    this.#sessions.set(id, session);
    if (this.#sessions.size <= mcpLimits.sessions) return;
    const [oldest] = [...this.#sessions.values()]
      .filter((one) => one !== session)
      .toSorted((a, b) => Number(a.open > 0) - Number(b.open > 0) || a.usedAt - b.usedAt);
    if (oldest) void this.#close(oldest);
  }

  #hold(session: Session, response: ServerResponse): void {
    session.open += 1;
    response.once('close', () => {
      session.open -= 1;
      session.usedAt = this.#deps.clock.monotonic();
    });
  }

  #closeIdle(): void {
    const before = this.#deps.clock.monotonic() - mcpLimits.idleSessionMs;
    for (const session of this.#sessions.values())
      if (session.open === 0 && session.usedAt < before) void this.#close(session);
  }

  async #close(session: Session): Promise<void> {
    session.isGone = true;
    await session.transport.close();
  }

  #drop(id: string | undefined, session: Session): void {
    session.isGone = true;
    if (id !== undefined) this.#sessions.delete(id);
  }
}

const isInitialize = (body: unknown): boolean =>
  (body as { readonly method?: unknown } | null | undefined)?.method === 'initialize';

function answer(response: ServerResponse, status: number, code: number, message: string): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json' })
    .end(JSON.stringify(rpcError(code, message)));
}
