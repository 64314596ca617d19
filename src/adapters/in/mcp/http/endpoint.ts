import type { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server as LegacyServer } from '@modelcontextprotocol/sdk/server/index.js';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, isLegacyRequest, type Server as ModernServer } from '@modelcontextprotocol/server';
import { isOwnToken } from '../../../../contract/row.ts';
import type { Clock } from '../../../../core/ports/clock.ts';
import type { Log } from '../../../../core/ports/log.ts';
import { readMessage, rpcError, RPC, type RpcError } from '../json-rpc.ts';
import { mcpLimits } from '../limits.ts';
import { LegacySessions } from './legacy-sessions.ts';

/** The token of a person with which the call of this moment came; null: another proof. */
export type AskingToken = AsyncLocalStorage<string | null>;

export interface EndpointDeps {
  readonly asking: AskingToken;
  readonly legacy: (isGone: () => boolean) => LegacyServer;
  readonly modern: () => ModernServer;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
}

/**
 * What answers hosts over HTTP, after the checks of the port: both eras of the protocol under one address, and the older
 * transport beside it.
 */
export class McpEndpoint {
  readonly #asking: AskingToken;
  readonly #sessions: LegacySessions;
  readonly #modern: ReturnType<typeof createMcpHandler>;
  readonly #answerModern: ReturnType<typeof toNodeHandler>;

  constructor({ asking, legacy, modern, clock, log }: EndpointDeps) {
    this.#asking = asking;
    this.#sessions = new LegacySessions({ server: legacy, clock, asking: () => asking.getStore() ?? null });
    const onerror = (error: Error) => log.debug('a request of the tool protocol was refused', { error });
    this.#modern = createMcpHandler(modern, {
      legacy: 'reject',
      keepAliveMs: mcpLimits.keepAliveMs,
      onerror,
    });
    this.#answerModern = toNodeHandler(this.#modern, { onerror });
  }

  /** A POST, with its parsed body. */
  async post(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const refusal = refusalOf(body);
    if (refusal)
      return void response
        .writeHead(400, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(refusal));
    await this.#asking.run(ownTokenIn(request), async () => {
      const isLegacy = await isLegacyRequest(withoutBody(request), body ?? null);
      if (isLegacy) await this.#sessions.streamable(request, response, body);
      else await this.#answerModern(request as never, response as never, body);
    });
  }

  /** A GET opens the stream of a session, a DELETE ends the session. */
  async other(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.#asking.run(ownTokenIn(request), () => this.#sessions.streamable(request, response));
  }

  /** The older transport's stream; its messages come to `messagesPath`. */
  async stream(request: IncomingMessage, response: ServerResponse, messagesPath: string): Promise<void> {
    await this.#asking.run(ownTokenIn(request), () => this.#sessions.stream(response, messagesPath));
  }

  async message(
    sessionId: unknown,
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
  ): Promise<void> {
    await this.#asking.run(ownTokenIn(request), () =>
      this.#sessions.message(sessionId, request, response, body),
    );
  }

  async close(): Promise<void> {
    await this.#sessions.close();
    await this.#modern.close();
  }
}

/** The port has checked it. */
function ownTokenIn({ headers }: IncomingMessage): string | null {
  const sent = /^Bearer +(\S+)$/iu.exec(headers.authorization ?? '')?.[1];
  return sent !== undefined && isOwnToken(sent) ? sent : null;
}

/** Bodies that no library should see: not a message of the protocol, or too many at once. */
function refusalOf(body: unknown): RpcError | null {
  const messages = Array.isArray(body) ? body : [body];
  if (messages.length === 0 || messages.length > mcpLimits.batch)
    return rpcError(RPC.request, `A batch has 1 to ${mcpLimits.batch} messages.`);
  for (const message of messages) {
    const read = readMessage(message);
    if ('refusal' in read) return read.refusal;
  }
  return null;
}

/** The body is at hand already, and may be large. */
function withoutBody({ method = 'POST', headers }: IncomingMessage): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new Request('http://localhost/mcp', { method, headers: pairs });
}
