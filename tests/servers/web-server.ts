import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { listening } from './listening.ts';

/** A request as it arrived at the socket. */
export interface WebArrival {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WebServer {
  readonly port: number;
  readonly arrived: readonly WebArrival[];
  /** Resolves when the n-th request (from 1) has arrived. */
  reached(count: number): Promise<void>;
  close(): Promise<void>;
}

/** A third-party server: it listens on loopback, and answers as the test says. It is closed after the test. */
export async function startWebServer(
  answer: (request: WebArrival, response: ServerResponse) => void = (_, response) => response.end('hello'),
): Promise<WebServer> {
  const arrived: WebArrival[] = [];
  const waiting = new Set<() => void>();
  const server = await listening((incoming, response) => {
    textOf(incoming).then(
      (body) => {
        const request = {
          method: incoming.method ?? '',
          path: incoming.url ?? '',
          headers: incoming.headers,
          body,
        };
        arrived.push(request);
        answer(request, response);
        for (const look of waiting) look();
      },
      () => response.destroy(),
    );
  });
  return {
    port: server.port,
    arrived,
    reached: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (arrived.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: server.close,
  };
}
