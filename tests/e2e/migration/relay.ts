import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closedAfterwards } from '../../harness/afterwards.ts';

/** A request on its way, as something between the engines sees it. */
export interface Passing {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The answer of a target that takes nothing more: the migration stays open. */
export const NOT_EMPTY: Answered = {
  status: 409,
  headers: {},
  body: Buffer.from('{"code":"migration_not_empty"}'),
};

/** What becomes of a request: `forward` sends it on, as it is or as given; null ends the connection without an answer. */
export type Mischief = (
  passing: Passing,
  forward: (changed?: Partial<Passing>) => Promise<Answered>,
) => Promise<Answered | null>;

export interface Relay {
  readonly url: string;
  /** All that has passed, in order. */
  readonly seen: readonly Passing[];
  mischief: Mischief;
  /** Forwards to this engine from now on. */
  to(baseUrl: string): void;
  close(): Promise<void>;
}

/** A server between the two engines of a migration, which does what it likes with their messages. */
export async function relayTo(baseUrl: string): Promise<Relay> {
  let target = baseUrl;
  const seen: Passing[] = [];
  const relay = { mischief: ((_passing, forward) => forward()) as Mischief };
  const server = createServer((request, response) => void handle(request, response));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const passing: Passing = {
        method: request.method ?? 'GET',
        path: request.url ?? '/',
        headers: request.headers as Record<string, string>,
        body: await bodyOf(request),
      };
      seen.push(passing);
      const answer = await relay.mischief(passing, (changed = {}) => forwarded({ ...passing, ...changed }));
      if (answer === null) return void request.socket.destroy();
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    } catch {
      request.socket.destroy();
    }
  }

  const forwarded = ({ method, path, headers, body }: Passing): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const { host: _host, connection: _connection, 'transfer-encoding': _coding, ...kept } = headers;
      const length = method === 'GET' ? {} : { 'content-length': String(body.length) };
      const sent = ask(new URL(path, target), { method, headers: { ...kept, ...length } }, (answer) => {
        bodyOf(answer).then(
          (read) =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers as Record<string, string>,
              body: read,
            }),
          reject,
        );
      });
      sent.once('error', reject);
      sent.end(body);
    });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    get mischief() {
      return relay.mischief;
    },
    set mischief(mischief) {
      relay.mischief = mischief;
    },
    to: (url) => (target = url),
    close: closedAfterwards(
      () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    ),
  };
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
