import { Agent, request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Sent, Transport, TransportInit, TransportResponse } from '../../../contract/client.ts';

export interface SocketTransport {
  readonly send: Transport;
  /** Ends what is in progress, as if the engine had closed its connections. */
  close(): void;
}

/** The file of a body is another one now than when `openAsBlob` opened it, or is gone. */
export class FileChanged extends Error {
  override readonly name = 'FileChanged';

  constructor(cause: unknown) {
    super('The file changed or went away while it was sent, so the engine did not take it: send it again.', {
      cause,
    });
  }
}

/**
 * Sends requests to a server behind a local socket, without timeouts. It throws like `fetch`: what the signal was aborted
 * with, or a TypeError with a cause if the connection is lost; and FileChanged. By node:http, because every command of
 * the terminal waits for what it loads, and a library for fetch is a megabyte.
 */
export function socketTransport(socketPath: string): SocketTransport {
  const agent = new Agent({ keepAlive: true });
  return {
    send: (path, init) => sent({ socketPath, agent, path }, init),
    close: () => agent.destroy(),
  };
}

function sent(
  to: { readonly socketPath: string; readonly agent: Agent; readonly path: string },
  { method, headers, body, signal }: TransportInit,
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const errorOf = (cause: unknown): unknown =>
      signal?.aborted
        ? signal.reason
        : cause instanceof FileChanged
          ? cause
          : new TypeError('The connection to the engine was lost.', { cause });
    const outgoing = request({ ...to, method, headers: { accept: '*/*', ...headers, host: 'localhost' } });
    const stop = () => outgoing.destroy();
    const goesOn = () => signal?.removeEventListener('abort', stop);
    signal?.addEventListener('abort', stop);
    outgoing.once('close', goesOn);
    outgoing.once('response', (incoming) => {
      // From its end on, the connection is that of the next request.
      incoming.once('end', goesOn);
      // A reader of the answer learns of it by reading.
      incoming.on('error', () => undefined);
      resolve(responseOf(incoming, errorOf));
    });
    outgoing.on('error', (error) => reject(errorOf(error)));
    // Node would send the body of a DELETE without its length, as the next request.
    if (body !== undefined) outgoing.setHeader('content-length', sizeOf(body));
    if (body instanceof Blob) {
      const file = Readable.fromWeb(body.stream());
      file.once('error', (error) => outgoing.destroy(new FileChanged(error)));
      outgoing.once('close', () => file.destroy());
      file.pipe(outgoing);
    } else outgoing.end(body);
  });
}

const sizeOf = (body: string | Sent): number => (body instanceof Blob ? body.size : Buffer.byteLength(body));

function responseOf(incoming: IncomingMessage, errorOf: (cause: unknown) => unknown): TransportResponse {
  const { statusCode: status = 0, headers } = incoming;
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: {
      get: (name) => {
        const value = headers[name.toLowerCase()];
        return Array.isArray(value) ? value.join(', ') : (value ?? null);
      },
    },
    get body() {
      return ReadableStream.from(piecesOf(incoming, errorOf));
    },
    text: async () => {
      const pieces: Uint8Array[] = [];
      for await (const piece of piecesOf(incoming, errorOf)) pieces.push(piece);
      return Buffer.concat(pieces).toString('utf8');
    },
  };
}

/** Leaving the loop closes the connection. */
async function* piecesOf(
  incoming: IncomingMessage,
  errorOf: (cause: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of incoming) yield piece as Uint8Array;
  } catch (error) {
    throw errorOf(error);
  }
}
