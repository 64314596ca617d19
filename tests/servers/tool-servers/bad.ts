import type { Exchange } from './raw.ts';

const PIECE = 'x'.repeat(1024 * 1024);

/** Writes as long as the client reads. */
function without(response: Exchange['response'], piece: string): void {
  const write = (): void => {
    if (!response.destroyed) response.write(piece, write);
  };
  write();
}

/** Ways to answer a request wrongly: `startRawToolServer({ 'tools/call': bad.hangs })`. */
export const bad = {
  /** The connection stays open, and nothing comes. */
  hangs: () => undefined,
  /** A good beginning, and nothing after it. */
  stalls: ({ response }: Exchange) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"jsonrpc":"2.0",');
  },
  stallsInEvents: ({ response }: Exchange) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': wait\n\n');
  },
  /** One JSON document without an end. */
  endlessBody: ({ response, id }: Exchange) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`);
    without(response, PIECE);
  },
  /** One event without an end, on many lines. */
  endlessEvent: ({ response }: Exchange) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    without(response, `data: ${PIECE}\r\n`);
  },
  /** The error page without an end. */
  endlessError: ({ response }: Exchange) => {
    response.writeHead(500, { 'content-type': 'text/html' });
    without(response, PIECE);
  },
  /** 100,000 parts. */
  manyBlocks: (exchange: Exchange) =>
    exchange.result({
      content: Array.from({ length: 100_000 }, (_, index) => ({ type: 'text', text: `${index}` })),
    }),
  /** The connection breaks in the middle of an answer. */
  dies: ({ response }: Exchange) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"jsonrpc"', () => response.destroy());
  },
  diesInEvents: ({ response }: Exchange) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': here it comes\n\n', () => response.destroy());
  },
  /** The stream ends in good order, without an answer. */
  endsUnanswered: ({ response }: Exchange) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(),
  html: ({ response }: Exchange) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello</p>'),
  brokenJson: ({ response }: Exchange) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc":'),
  /** An answer to nothing that was asked. */
  wrongShape: ({ response }: Exchange) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('[1, null]'),
  status:
    (status: number, text = '') =>
    ({ response }: Exchange) =>
      void response.writeHead(status).end(text),
  redirect:
    (location: string, status = 307) =>
    ({ response }: Exchange) =>
      void response.writeHead(status, { location }).end(),
  /** A result of 10^5 levels. */
  deep: ({ response, id }: Exchange) => {
    const levels = 100_000;
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(
        `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}}`,
      );
  },
  compressed: ({ response }: Exchange) =>
    void response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end('x'),
} as const;
