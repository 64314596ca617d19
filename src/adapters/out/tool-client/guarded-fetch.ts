import type { Says } from '../../../core/kernel/says.ts';
import { quote } from '../../../core/kernel/quoted.ts';
import { say } from '../../../core/execution/tool-servers/says.ts';
import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isRefusal, type Refusal } from '../../../core/kernel/refusal.ts';
import { KIB } from '../../../core/kernel/bytes.ts';
import type { Addresses, HostAddress } from '../../../core/ports/addresses.ts';
import { refuse } from '../../../core/execution/tool-servers/errors.ts';
import { toolServerLimits as limits } from '../../../core/execution/tool-servers/limits.ts';
import { webLimits } from '../../../core/outside/web/limits.ts';
import type { Target } from '../../../core/outside/web/target.ts';
import { boundedStream } from './bounded-stream.ts';
import { shownUrl } from './said.ts';

export interface GuardedFetchDeps {
  readonly userAgent: string;
  readonly addresses: Addresses;
  readonly ownPorts: ReadonlySet<number>;
  /** Refuse addresses of private networks, too: the owner has not configured this origin. */
  readonly onlyPublic?: boolean;
}

/** How much of the body of an error is read. */
const ERROR_BYTES = 64 * 1024;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Answers of which the protocol of `Response` allows no body. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * A `fetch` to one origin, for the library of the protocol: without cookies, proxies and headers of our own, with every
 * new connection going to addresses that were judged for it, and with bounded answers. Redirects are returned where they
 * stay within the origin.
 */
export class GuardedFetch {
  readonly #deps: GuardedFetchDeps;
  readonly #target: Target;
  readonly #agent: Agent;
  readonly #lost: (why: Refusal) => void;

  /** `lost` is told that there is no server any more, or none that can be borne. */
  constructor(target: Target, deps: GuardedFetchDeps, lost: (why: Refusal) => void) {
    this.#deps = deps;
    this.#target = target;
    this.#lost = lost;
    this.#agent = new Agent({
      connect: (options, done) => void this.#connector().then((connect) => connect(options, done)),
      allowH2: false,
      maxHeaderSize: webLimits.headerBytes,
      // Callers bound the time by signals, and streams of notices are silent for hours.
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: 1,
    });
  }

  /** Ends all connections. */
  close(): void {
    this.#agent.destroy().catch(() => undefined);
  }

  /** @throws Refusal tool_server_address, tool_server_away, tool_server_failed */
  readonly fetch = async (given: string | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(given);
    if (url.origin !== this.#target.url.origin) throw leaves(url);
    const { signal } = init;
    try {
      return await this.#exchange(url, init);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      const refusal = refusalIn(error);
      if (refusal) throw refusal;
      const why = refuse.tool_server_away({}, notReached(error), error);
      if (UNREACHABLE.has(codeOf(error))) this.#lost(why);
      throw why;
    }
  };

  async #exchange(url: URL, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> {
    const answer = await this.#agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: method as 'GET',
      headers: {
        ...Object.fromEntries(new Headers(headers)),
        'user-agent': this.#deps.userAgent,
        // A small answer could unpack to a huge one.
        'accept-encoding': 'identity',
      },
      ...(typeof body === 'string' ? { body } : {}),
      ...(signal ? { signal } : {}),
    });
    const status = answer.statusCode;
    const replied = new Headers();
    for (const [name, values] of Object.entries(answer.headers))
      for (const value of [values ?? []].flat()) replied.append(name, value);
    try {
      const location = REDIRECTS.has(status) ? replied.get('location') : null;
      if (location !== null && !isWithin(url, location)) throw leaves(new URL(location, url));
      if (!/^(identity)?$/iu.test(replied.get('content-encoding') ?? ''))
        throw refuse.tool_server_failed({}, say('server.compressed'));
      if (EMPTY.has(status) || status > 599) {
        answer.body.destroy();
        return new Response(null, { status: EMPTY.has(status) ? status : 502, headers: replied });
      }
      const isGood = status >= 200 && status < 300;
      const stream = boundedStream(answer.body, {
        maxBytes: isGood ? bytesFor(body) : ERROR_BYTES,
        isEvents: isGood && /^text\/event-stream\b/iu.test(replied.get('content-type') ?? ''),
        tooLong: () => {
          const why = messageTooLong(bytesFor(body));
          if (isGood) this.#lost(why);
          return why;
        },
        failed: (error) => refuse.tool_server_away({}, notReached(error), error),
      });
      return new Response(stream, { status, headers: replied });
    } catch (error) {
      // Its connection ends with it.
      answer.body.on('error', () => undefined).destroy();
      throw error;
    }
  }

  /** Never rejects: a connector tells its errors itself. */
  async #connector(): Promise<buildConnector.connector> {
    try {
      return pinnedTo(await this.#judged());
    } catch (error) {
      return (_options, done) => done(error as Error, null);
    }
  }

  /** The addresses to connect to. They are looked up and judged for every connection. */
  async #judged(): Promise<readonly HostAddress[]> {
    const { host, port } = this.#target;
    const found = await this.#deps.addresses.of(host);
    if (found.length === 0)
      throw refuse.tool_server_away({}, say('server.no_address_of', { host: quote(host) }));
    // One bad address is enough: the next lookup might return it alone.
    if (found.some(({ reach }) => reach === 'never'))
      throw refuse.tool_server_address({}, say('server.never_reached', { host: quote(host) }));
    if (this.#deps.ownPorts.has(port) && found.some(({ isOwn }) => isOwn))
      throw refuse.tool_server_address({}, say('server.own_address'));
    if (this.#deps.onlyPublic && found.some(({ reach }) => reach !== 'public'))
      throw refuse.tool_server_address({}, say('server.private_login', { host: quote(host) }));
    return found.slice(0, webLimits.addressesTried);
  }
}

/** Host and SNI keep the name; the addresses are fixed. */
function pinnedTo(addresses: readonly HostAddress[]): buildConnector.connector {
  const pinned = addresses.map(({ address }) => ({ address, family: isIP(address) }));
  return buildConnector({
    // Newer runtimes ask for all addresses, older ones for one.
    lookup: (_name: string, { all }: { readonly all?: boolean }, found: (...given: unknown[]) => void) => {
      if (all) found(null, pinned);
      else found(null, pinned[0]?.address, pinned[0]?.family);
    },
    allowH2: false,
    timeout: limits.connectMs,
  } as buildConnector.BuildOptions);
}

/** The answer to a request for the list of tools is bounded more tightly: it comes at each start and each change. */
function bytesFor(body: unknown): number {
  if (typeof body !== 'string' || !body.includes('tools/list')) return limits.messageBytes;
  const { method } = JSON.parse(body) as { method?: unknown };
  return method === 'tools/list' ? limits.listMessageBytes : limits.messageBytes;
}

export const messageTooLong = (maxBytes: number = limits.messageBytes) =>
  refuse.tool_server_failed({}, say('server.message_long', { kib: maxBytes / KIB }));

function isWithin(from: URL, location: string): boolean {
  return URL.canParse(location, from.href) && new URL(location, from).origin === from.origin;
}

const leaves = (to: URL) => refuse.tool_server_address({}, say('server.redirects', { to: shownUrl(to) }));

/** Errors of connections wrap the one that a connector gave. */
export function refusalIn(error: unknown): Refusal | null {
  let found = error;
  for (let depth = 0; depth < 5 && typeof found === 'object' && found !== null; depth++) {
    if (isRefusal(found)) return found;
    found = (found as { cause?: unknown }).cause;
  }
  return null;
}

const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[A-Z_]{1,40}$/u.test(code) ? code : '';
};

/** What says that a server cannot be connected to at all. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function notReached(error: unknown): Says {
  const code = codeOf(error);
  const facts = { code: code === '' ? null : code };
  if (code === 'ECONNREFUSED') return say('server.nothing_listens', facts);
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return say('server.no_https', facts);
  return say(UNREACHABLE.has(code) ? 'server.not_reached' : 'server.cut', facts);
}
