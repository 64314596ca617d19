import { Client } from 'undici';
import { aborted, firstOf } from '../../../core/kernel/abort.ts';
import { webLimits } from '../../../core/outside/web/limits.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import type { Addresses, HostAddress } from '../../../core/ports/addresses.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import {
  REMOTE_CLIENT,
  WEB_METHODS,
  type JudgesAddresses,
  type Web,
  type WebReply,
  type WebRequest,
} from '../../../core/ports/web.ts';
import { refuse } from '../../../core/outside/web/errors.ts';
import { targetOf, type Target } from '../../../core/outside/web/target.ts';
import { boundedBody } from './bounded-body.ts';
import { sendable } from './headers.ts';
import { isRead, nextHop, type Hop } from './hops.ts';
import type { PersonId } from '../../../core/kernel/ids.ts';
import { HostAddresses } from './host-addresses.ts';
import { connectorTo } from './pinned-connector.ts';
import type { Resolve } from './names.ts';

export interface SafeFetchDeps {
  readonly clock: Clock;
  readonly userAgent: string;
  /** The ports on which this engine listens now. */
  readonly ownPorts: ReadonlySet<number>;
  /** Origins that may be local for this person because the operator configured them; a model cannot add any. */
  readonly mayBeLocal: (origin: string, personId: PersonId | null) => boolean;
  readonly resolve?: Resolve;
  /** For tests: redirects the connection to a checked address. */
  readonly dial?: (address: string) => string;
}

interface Answer extends WebReply {
  readonly location: string | null;
}

const MOVED: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The only module that fetches what a model, a file or a remote party can name. See the port. */
export class SafeFetch implements Web, JudgesAddresses {
  readonly #deps: SafeFetchDeps;
  readonly #addresses: Addresses;

  constructor(deps: SafeFetchDeps) {
    this.#deps = deps;
    this.#addresses = new HostAddresses(deps);
  }

  async send(request: WebRequest, signal: AbortSignal): Promise<WebReply> {
    const first = this.#firstHop(request);
    const { callMs, maxCallMs } = webLimits;
    const deadline = this.#deps.clock.deadline(Math.min(request.ms ?? callMs, maxCallMs));
    const stop = firstOf(signal, deadline.signal);
    const stopped = aborted(stop.signal).then(() => {
      throw signal.aborted ? refuse.web_stopped() : refuse.reply_too_late();
    });
    const going = this.#follow(first, request, stop.signal);
    // The loser of the race may still fail.
    for (const each of [going, stopped]) each.catch(() => undefined);
    try {
      return await Promise.race([going, stopped]);
    } finally {
      stop.release();
      deadline.cancel();
    }
  }

  async judge(url: string, personId: PersonId): Promise<void> {
    try {
      await this.#judged(targetOf(url), personId);
    } catch (error) {
      if (!isRefusal(error) || error.code !== 'host_not_found') throw error;
    }
  }

  #firstHop({ method, url, headers = {}, credentials = {}, body }: WebRequest): Hop {
    if (!WEB_METHODS.includes(method)) throw refuse.invalid_header();
    const given = { 'user-agent': this.#deps.userAgent, ...sendable(headers) };
    const proof = sendable(credentials);
    if (body !== undefined && Buffer.byteLength(body) > webLimits.bodyBytes) throw refuse.request_too_large();
    return {
      target: targetOf(url),
      method,
      headers: { ...given, ...proof },
      hasCredentials: Object.keys(proof).length > 0,
      body: isRead(method) ? null : (body ?? null),
    };
  }

  async #follow(
    first: Hop,
    { personId, maxBytes, beforeRedirect }: WebRequest,
    signal: AbortSignal,
  ): Promise<WebReply> {
    let hop = first;
    for (let redirects = 0; ; redirects++) {
      const { location, ...reply } = await this.#exchange(hop, personId, maxBytes, signal);
      if (location === null) return reply;
      if (redirects === webLimits.redirects) throw refuse.too_many_redirects({ most: webLimits.redirects });
      hop = nextHop(hop, reply.status, location);
      await beforeRedirect?.({ url: hop.target.url, method: hop.method });
    }
  }

  async #exchange(
    hop: Hop,
    personId: PersonId | null,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<Answer> {
    const { target, method, headers, body } = hop;
    const addresses = await this.#judged(target, personId);
    if (signal.aborted) throw refuse.web_stopped();
    const client = this.#clientFor(target, addresses);
    try {
      const answer = await client.request({
        method,
        path: `${target.url.pathname}${target.url.search}`,
        headers: {
          ...headers,
          'accept-encoding': 'gzip, deflate, br',
          // The owner may allow a port of this machine on which a proxy of the engine listens, too.
          ...(addresses.some(({ isOwn }) => isOwn) ? { [REMOTE_CLIENT]: '1' } : {}),
        },
        ...(body === null ? {} : { body }),
        signal,
      });
      const replied = Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [
          name.toLowerCase(),
          Array.isArray(value) ? value.join(', ') : (value ?? ''),
        ]),
      );
      const reply = { status: answer.statusCode, url: target.url.href, headers: replied };
      const location = MOVED.has(answer.statusCode) ? (replied['location'] ?? null) : null;
      if (location !== null || method === 'HEAD')
        return { ...reply, location, body: new Uint8Array(), isCut: false };
      const read = await boundedBody(answer.body, replied['content-encoding'] ?? '', maxBytes);
      return { ...reply, location, ...read };
    } catch (error) {
      if (isRefusal(error)) throw error;
      throw refuse[isMalformed(error) ? 'reply_unreadable' : 'host_not_reached']();
    } finally {
      // A connection serves one request: another caller may have fewer rights.
      client.destroy().catch(() => undefined);
    }
  }

  /** The addresses to connect to: only checked ones. */
  async #judged({ url, host, port }: Target, personId: PersonId | null): Promise<readonly HostAddress[]> {
    const found = await this.#addresses.of(host);
    if (found.length === 0) throw refuse.host_not_found();
    const isOurs = this.#deps.ownPorts.has(port) && found.some(({ isOwn }) => isOwn);
    const may = this.#deps.mayBeLocal(url.origin, personId);
    // One bad address is enough: the next lookup might return it alone.
    if (isOurs || found.some(({ reach }) => reach === 'never' || (reach === 'local' && !may)))
      throw refuse.address_not_allowed();
    return found.slice(0, webLimits.addressesTried);
  }

  /** Host and SNI keep the name; the addresses are fixed. */
  #clientFor(target: Target, addresses: readonly HostAddress[]): Client {
    const { dial = (address: string) => address } = this.#deps;
    const pinned = addresses.map(({ address }) => dial(address));
    const connect = connectorTo(pinned, webLimits.maxCallMs);
    return new Client(target.url.origin, {
      connect: (options, done) =>
        connect(target.isAddress ? { ...options, hostname: pinned[0] ?? '' } : options, done),
      maxHeaderSize: webLimits.headerBytes,
      // The deadline of the call covers these.
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: 0,
    });
  }
}

const isMalformed = (error: unknown): boolean => {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return (
    (typeof code === 'string' && /^(HPE_|UND_ERR_(HEADERS_OVERFLOW|RES_|INVALID))/u.test(code)) ||
    name === 'HTTPParserError'
  );
};
