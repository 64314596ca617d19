import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { closedAfterwards } from '../../harness/afterwards.ts';

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
export interface RawToolServer {
  readonly url: string;
  readonly port: number;
  /** The methods it was asked, oldest first. */
  readonly asked: readonly string[];
  /** Connections that are open now. */
  connections(): Promise<number>;
  drop(): void;
  close(): Promise<void>;
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
  const server = createServer((request, response) => {
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    port,
    asked,
    connections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    drop: () => server.closeAllConnections(),
    close: closedAfterwards(async () => {
      server.closeAllConnections();
      server.close();
    }),
  };
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
