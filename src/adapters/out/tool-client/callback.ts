import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { timingSafeEqual } from 'node:crypto';

/** What an authorization server sends the browser back with (RFC 6749, 4.1.2; RFC 9207). */
export interface Callback {
  readonly code: string | null;
  readonly iss: string | null;
  readonly error: string | null;
  /** What the window shows: that the login is kept, or that it is not. It waits for this. Repeatable. */
  tell(isKept: boolean): void;
}

export interface CallbackListener {
  readonly redirectUrl: string;
  /** The first answer that has this state; others are told that they are not expected. */
  answer(state: string): Promise<Callback>;
  close(): void;
}

const PATH = '/callback';
/** For what is being written when it closes. */
const GRACE_MS = 500;
/** Connections without the expected answer. */
const MOST_STRANGERS = 20;
/** A browser sends its request at once. */
const QUICK = { headersTimeout: 5_000, requestTimeout: 5_000, connectionsCheckingInterval: 1_000 };

/**
 * Listens on a port of this machine that the system chooses (RFC 8252, 7.3).
 * @param where what the owner signs in at, in words for the browser's window
 */
export async function listenForCallback(where = 'the tool server'): Promise<CallbackListener> {
  /** The oldest first. Anything on this machine can connect, and must not keep the browser out. */
  const strangers = new Set<Socket>();
  let expected: { readonly state: string; readonly take: (answer: Callback) => void } | null = null;
  const server = createServer(QUICK, (request, response) => {
    // Anything on this machine can ask, for what is no address too, like `//`.
    const asked = `http://localhost${request.url ?? '/'}`;
    const url = URL.canParse(asked) ? new URL(asked) : null;
    const query = url?.searchParams ?? new URLSearchParams();
    const isOurs = request.method === 'GET' && url?.pathname === PATH && request.headers.host === host();
    const isExpected = isOurs && expected !== null && isSame(query.get('state') ?? '', expected.state);
    const end = (status: number, text: string): void => {
      if (response.writableEnded) return;
      response.writeHead(status, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'",
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        connection: 'close',
      });
      response.end(page(text));
    };
    if (!isExpected) return end(404, UNEXPECTED);
    strangers.delete(request.socket);
    const error = query.get('error');
    const tell = (isKept: boolean): void =>
      end(200, isKept ? doneAt(where) : error === null ? FAILED : REFUSED);
    expected?.take({ code: query.get('code'), iss: query.get('iss'), error, tell });
    expected = null;
  });
  server.on('connection', (socket) => {
    strangers.add(socket);
    socket.once('close', () => strangers.delete(socket));
    const [oldest] = strangers;
    if (strangers.size > MOST_STRANGERS && oldest) {
      strangers.delete(oldest);
      oldest.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = (): string => `127.0.0.1:${port}`;
  return {
    redirectUrl: `http://127.0.0.1:${port}${PATH}`,
    answer: (state) => new Promise((take) => (expected = { state, take })),
    close: () => {
      server.close();
      // An answer that is on its way is written; who says nothing is not waited for.
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
    },
  };
}

const isSame = (given: string, state: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(state)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const doneAt = (where: string): string => `You are signed in at ${where}. You can close this window.`;
const FAILED = 'The login failed, and nothing was kept. The page of svc says why. You can close this window.';
const REFUSED = 'The login was refused, and nothing was kept. You can close this window.';
const UNEXPECTED = 'No login is expected here.';

const page = (text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>svc</title><p>${text}</p></html>`;
