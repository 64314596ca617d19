import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { buffer as bytesOf } from 'node:stream/consumers';
import { listening } from './listening.ts';

/** A request as it arrived at the socket. */
export interface Arrived {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The JSON body, or the fields of a form, with its files as `File`; null without one. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** What the server does with one connection; `controlled` hands the steps to the test. */
export type Reply = (request: Arrived, response: ServerResponse) => Promise<void> | void;

export interface FakeProvider {
  /** Without a trailing slash. */
  readonly url: string;
  /** Everything that arrived, oldest first. */
  readonly arrived: readonly Arrived[];
  /** Answers that have begun and whose connection is open. */
  readonly open: number;
  /** The n-th request gets the n-th reply; the last one also serves all later requests. May be called repeatedly. */
  reply(...replies: readonly Reply[]): void;
  /** Resolves when the n-th request (from 1) has arrived. */
  reached(count: number): Promise<void>;
  /** Resolves when no answer is open: each was ended by the server or abandoned by the client. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** A provider on a real socket that sends exactly the bytes of the test, after which it is closed. */
export async function startFakeProvider(...replies: readonly Reply[]): Promise<FakeProvider> {
  let script = replies;
  let answered = 0;
  const arrived: Arrived[] = [];
  const open = new Set<ServerResponse>();
  const waiting = new Set<() => void>();
  const changed = () => {
    for (const look of waiting) look();
  };
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        if (!holds()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    open.add(response);
    response.on('close', () => {
      open.delete(response);
      changed();
    });
    const body = await bytesOf(incoming);
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: body.length === 0 ? null : await fieldsOf(body, incoming.headers['content-type'] ?? ''),
    };
    arrived.push(request);
    const reply = script[Math.min(answered, script.length - 1)];
    answered += 1;
    changed();
    if (!reply) throw new Error('the fake provider was asked more than it was told to answer');
    await reply(request, response);
  }

  const server = await listening((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => response.destroy(error as Error));
  });
  return {
    url: server.url,
    arrived,
    get open() {
      return open.size;
    },
    reply: (...next) => {
      script = next;
      answered = 0;
    },
    reached: (count) => until(() => arrived.length >= count),
    idle: () => until(() => open.size === 0),
    close: server.close,
  };
}

async function fieldsOf(body: Buffer<ArrayBuffer>, type: string): Promise<Record<string, unknown>> {
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(body.toString()));
  if (!type.startsWith('multipart/form-data')) return JSON.parse(body.toString()) as Record<string, unknown>;
  // Refuses what is no form, as a server would.
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  return Object.fromEntries(form);
}

const streamed =
  (after: (response: ServerResponse) => void) =>
  (...pieces: readonly (string | Uint8Array)[]): Reply =>
  async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    for (const piece of pieces) await write(response, piece);
    after(response);
  };

/** Streams these pieces, each in a separate write, and ends. Strings are sent as UTF-8; bytes may split a character. */
export const streams = streamed((response) => void response.end());
/** Streams these pieces and then breaks the connection, without ending the body. */
export const cutsAfter = streamed((response) => void response.destroy());
/** Streams these pieces and then stays silent. */
export const hangsAfter = streamed(() => undefined);

/** Answers at once with this status and body. */
export const answers =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply =>
  (_request, response) => {
    const isText = typeof body === 'string';
    response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers });
    response.end(isText ? body : JSON.stringify(body));
  };

/** Never sends anything, not even headers. */
export const saysNothing = (): Reply => () => undefined;

/** One piece for each `next()`, so that a test can check in between; the answer ends after the last. */
export function stepwise(...pieces: readonly (string | Uint8Array)[]): {
  readonly reply: Reply;
  next(): Promise<void>;
} {
  const left = [...pieces];
  const held = Promise.withResolvers<ServerResponse>();
  return {
    reply: (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      held.resolve(response);
    },
    next: async () => {
      const response = await held.promise;
      const piece = left.shift();
      if (piece !== undefined) await write(response, piece);
      if (left.length === 0) response.end();
    },
  };
}

/** Resolves when it is sent, or when its reader has disconnected: then Node may never call back. */
export const write = (response: ServerResponse, piece: string | Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    if (response.destroyed) return resolve();
    const done = () => {
      response.off('close', done);
      resolve();
    };
    response.on('close', done);
    response.write(piece, done);
  });

/** Server-sent events as most servers write them. */
export const sse = (...events: readonly (object | string)[]): string =>
  events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('');

/** The same with the `event:` line of the Messages API. */
export const namedSse = (...events: readonly (object & { readonly type: string })[]): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
