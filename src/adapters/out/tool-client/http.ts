import { say } from '../../../core/execution/tool-servers/says.ts';
import {
  InsufficientScopeError,
  SSEClientTransport,
  SseError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { OVER } from '../../../core/kernel/abort.ts';
import type { Refusal } from '../../../core/kernel/refusal.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import { refuse } from '../../../core/execution/tool-servers/errors.ts';
import { toolServerLimits as limits } from '../../../core/execution/tool-servers/limits.ts';
import type { Target } from '../../../core/outside/web/target.ts';
import type { Authorization } from './authorization.ts';
import { GuardedFetch, type GuardedFetchDeps } from './guarded-fetch.ts';
import type { EndingTransport } from './wire.ts';

export interface HttpDeps extends GuardedFetchDeps {
  readonly clock: Clock;
  /** A stream is opened again: notices may have been missed meanwhile. */
  readonly reopened: () => void;
  /** Gives each request its token. */
  readonly authorization: Authorization;
}

/** How often a stream is opened again in vain before the server counts as lost. */
const ATTEMPTS = 3;
/** How soon a stream is opened again at the earliest, and how often that soon within `goodMs`. */
const SOON_MS = 100;
const SOON = 30;
/** How long the end of a session may take, which is told to the server as a courtesy. */
const GOODBYE_MS = 500;

const lost = () => refuse.tool_server_away({}, say('server.lost'));

/** A request that is only taken (202) is never answered, and would wait in vain. */
function answering(response: Response, { body }: RequestInit = {}): Response {
  if (response.status !== 202 || typeof body !== 'string') return response;
  const { id, method } = JSON.parse(body) as { readonly id?: unknown; readonly method?: unknown };
  if (id === undefined || method === undefined) return response;
  throw refuse.tool_server_failed({}, say('server.taken'));
}

/** Streamable HTTP. */
export class StreamableTransport extends StreamableHTTPClientTransport implements EndingTransport {
  readonly #deps: HttpDeps;
  readonly #guarded: GuardedFetch;
  #why: Refusal | null = null;
  #isClosed = false;
  #opened = 0;
  #since = -Infinity;

  constructor(target: Target, deps: HttpDeps) {
    const guarded = new GuardedFetch(target, deps, (why) => this.#end(why));
    super(target.url, {
      fetch: async (url, init) => answering(await guarded.fetch(url, init), init),
      authProvider: deps.authorization,
      reconnectionOptions: {
        initialReconnectionDelay: limits.firstRetryMs,
        maxReconnectionDelay: limits.longestListPauseMs,
        reconnectionDelayGrowFactor: 2,
        maxRetries: Infinity,
      },
      reconnectionScheduler: (...asked) => this.#openAgain(...asked),
    });
    this.#deps = deps;
    this.#guarded = guarded;
  }

  ending(): Refusal {
    return this.#why ?? lost();
  }

  override async send(...sent: Parameters<StreamableHTTPClientTransport['send']>): Promise<void> {
    try {
      await super.send(...sent);
    } catch (error) {
      if (!InsufficientScopeError.isInstance(error)) throw error;
      if (this.#deps.authorization.insufficient(error.requiredScope)) throw error;
      throw refuse.tool_server_failed({}, say('server.asks_too_much'), error);
    }
  }

  override async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.sessionId !== undefined && this.#why === null) {
      const goodbye = this.#deps.clock.deadline(GOODBYE_MS);
      goodbye.signal.addEventListener('abort', () => this.#guarded.close());
      await this.terminateSession().catch(() => undefined);
      goodbye.cancel();
    }
    await super.close();
    this.#guarded.close();
  }

  #end(why: Refusal): void {
    this.#why ??= why;
    void this.close();
  }

  /** Servers may ask for a pause, and end a stream on purpose; one that does so all the time waits longer. */
  #openAgain(open: () => void, askedMs: number, attempt: number): () => void {
    if (attempt >= ATTEMPTS) {
      this.#end(lost());
      return () => undefined;
    }
    const now = this.#deps.clock.monotonic();
    if (now - this.#since >= limits.goodMs) {
      this.#since = now;
      this.#opened = 0;
    }
    const leastMs = ++this.#opened <= SOON ? SOON_MS : limits.longestListPauseMs;
    const ms = Math.min(Math.max(leastMs, askedMs), limits.longestListPauseMs);
    const stop = new AbortController();
    void this.#deps.clock.sleep(ms, stop.signal).then(() => {
      if (stop.signal.aborted || this.#isClosed) return;
      open();
      this.#deps.reopened();
    });
    return () => stop.abort(OVER);
  }
}

/** HTTP with server-sent events, of revision 2024-11-05. */
export class SseTransport extends SSEClientTransport implements EndingTransport {
  readonly #guarded: GuardedFetch;
  #why: Refusal | null = null;
  #isOpen = false;

  constructor(target: Target, deps: HttpDeps) {
    const guarded = new GuardedFetch(target, deps, (why) => {
      this.#why ??= why;
      void this.close();
    });
    super(target.url, { fetch: guarded.fetch, authProvider: deps.authorization });
    this.#guarded = guarded;
  }

  ending(): Refusal {
    return this.#why ?? lost();
  }

  /** The library would open the stream again, and the server would take that for another client. */
  endsWith(error: Error): boolean {
    return this.#isOpen && SseError.isInstance(error);
  }

  override async start(): Promise<void> {
    await super.start();
    this.#isOpen = true;
  }

  override async close(): Promise<void> {
    await super.close();
    this.#guarded.close();
  }
}
