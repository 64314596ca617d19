import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening, type Listening } from '../listening.ts';

/** One request of the protocol, to be answered in any way. */
export interface Exchange {
  readonly method: string;
  readonly id: string | number | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Answers as the protocol says. */
  result(result: unknown): void;
  error(code: number, message: string): void;
  /** Begins an event stream, and sends one message; may be called repeatedly. */
  event(message: unknown): void;
}

/** How methods of the protocol are answered, by their names; `GET` and `DELETE` are those of HTTP. */
export type Manners = Readonly<Record<string, (exchange: Exchange) => void>>;

/** A tool server of revision 2025-11-25 that is written by hand, and so can do anything wrong. It listens on loopback. */
export interface RawToolServer extends Listening {
  /** The methods it was asked, oldest first. */
  readonly asked: readonly string[];
}

const GOOD: Manners = {
  initialize: (exchange) =>
    exchange.result({
      protocolVersion: '2025-11-25',
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: 'a raw server', version: '0' },
    }),
  'tools/list': (exchange) => exchange.result({ tools: [{ name: 'tool', inputSchema: { type: 'object' } }] }),
  'tools/call': (exchange) => exchange.result({ content: [{ type: 'text', text: 'good' }] }),
  GET: ({ response }) => void response.writeHead(405).end(),
  DELETE: ({ response }) => void response.writeHead(405).end(),
};

export async function startRawToolServer(manners: Manners = {}): Promise<RawToolServer> {
  const asked: string[] = [];
  const server = await listening((request, response) => {
    // A client that has left is no error.
    response.on('error', () => undefined);
    text(request).then(
      (body) => {
        const exchange = exchangeOf(request, response, body);
        asked.push(exchange.method);
        const answer = manners[exchange.method] ?? GOOD[exchange.method];
        if (answer) answer(exchange);
        else if (exchange.id === null) response.writeHead(202).end();
        else exchange.error(-32601, 'Method not found');
      },
      () => response.destroy(),
    );
  });
  return { ...server, url: `${server.url}/mcp`, asked };
}

function exchangeOf(request: IncomingMessage, response: ServerResponse, body: string): Exchange {
  const {
    method = request.method ?? '',
    id = null,
    params = {},
  } = (body === '' ? {} : JSON.parse(body)) as {
    readonly method?: string;
    readonly id?: string | number;
    readonly params?: Readonly<Record<string, unknown>>;
  };
  const json = (message: Readonly<Record<string, unknown>>) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...message }));
  return {
    method,
    id,
    params,
    request,
    response,
    result: (result) => json({ result }),
    error: (code, message) => json({ error: { code, message } }),
    event: (message) => {
      if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify(message)}\n\n`);
    },
  };
}
