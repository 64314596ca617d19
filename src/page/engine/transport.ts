import type { Transport, TransportInit, TransportResponse } from '../../contract/client.ts';
import { loggedIn } from './login.ts';
import { me, type Me } from './me.ts';
import { untilSilent } from './silence.ts';

const LOGIN = '/api/login';
/** Ways in: they are asked by who is not in yet. */
const isLogin = (path: string): boolean => path === LOGIN || path.startsWith(`${LOGIN}/`);
const LOGOUT = '/api/logout';
/** Open for as long as the page is: with the priority of the rest, a page that waits for it would never be loaded. */
const NEWS = '/api/threads/events';

/**
 * The one `fetch` of the page: to its own origin, with the cookie of the login. A request that needs a login waits until
 * there is one; it was refused before the engine did anything, so it is sent again.
 */
export const transport: Transport = async (path, init) => {
  if (isLogin(path)) return await send(path, init);
  if (path === LOGOUT) return await leave(init);
  await (looked ??= look());
  for (;;) {
    await leaving;
    const signals = init.signal ? [init.signal, open.signal] : [open.signal];
    const response = await send(path, { ...init, signal: AbortSignal.any(signals) });
    if (response.status !== 401) return watched(response);
    await loggedIn();
  }
};

/** Ends all that is asked and followed. */
let open = new AbortController();
/** Resolves if this browser stays logged in. */
let leaving: Promise<void> | null = null;

/** What is open is closed first, so that the engine has nothing to cut off; nothing is asked until the page begins anew. */
async function leave(init: TransportInit): Promise<TransportResponse> {
  const stays = Promise.withResolvers<void>();
  leaving = stays.promise;
  open.abort();
  open = new AbortController();
  let isOut = false;
  try {
    const response = await send(LOGOUT, init);
    isOut = response.ok;
    return response;
  } finally {
    if (!isOut) stays.resolve();
  }
}

/** A stream of events fails when it is silent, so that its reader connects anew. */
function watched(response: TransportResponse): TransportResponse {
  const { ok, status, headers, body } = response;
  if (headers.get('content-type')?.startsWith('text/event-stream') !== true) return response;
  return {
    ok,
    status,
    headers,
    body: untilSilent(body as ReadableStream<Uint8Array>),
    text: () => response.text(),
  };
}

// Each route takes JSON only, so that no form of another page can reach it.
const send = async (path: string, init: TransportInit): Promise<TransportResponse> =>
  await senderOf(init)(path, {
    ...init,
    ...(path === NEWS ? { priority: 'low' } : {}),
    headers: { 'content-type': 'application/json', ...init.headers },
  });

const senderOf = ({ body }: TransportInit): Transport =>
  (typeof body === 'object' ? senders.get(body) : undefined) ?? fetch;

const senders = new WeakMap<object, Transport>();

/** A request with this body is sent in another way than by `fetch`. */
export function sendBy(body: Blob, sender: Transport): void {
  senders.set(body, sender);
}

/** Reads who is signed in. Nothing is thrown: what a person may do is decided by the engine, not here. */
export async function readMe(): Promise<void> {
  try {
    const response = await fetch('/api/me');
    const read = JSON.parse(await response.text()) as Me;
    if (response.ok) me.value = read.signingIn ? read : null;
  } catch {
    // The requests that follow tell what is wrong.
  }
}

let looked: Promise<void> | null = null;

/** Asks for the login before the first request is refused. */
async function look(): Promise<void> {
  try {
    // The HTML asks already (config/tooling/page-build.mjs); a browser gives that answer to a question without headers.
    const response = await fetch(LOGIN);
    const state = JSON.parse(await response.text()) as {
      required: boolean;
      loggedIn: boolean;
      people?: true;
    };
    if (!response.ok) return;
    if (state.required && !state.loggedIn) await loggedIn();
    if (state.people) await readMe();
  } catch {
    // The request itself tells what is wrong.
    looked = null;
  }
}
