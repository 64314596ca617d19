import { isRefusal } from '../../../core/kernel/refusal.ts';
import { say } from '../../../core/execution/tool-servers/says.ts';
import { refuse } from '../../../core/execution/tool-servers/errors.ts';
import type { Target } from '../../../core/outside/web/target.ts';
import { targetOf } from '../../../core/outside/web/target.ts';
import { GuardedFetch, type GuardedFetchDeps } from './guarded-fetch.ts';

/**
 * A `fetch` for a login: it reaches the server itself, which the owner has configured, and other origins only where all
 * of their addresses are public, because the server names them.
 */
export class JudgedFetch {
  readonly #server: Target;
  readonly #deps: GuardedFetchDeps;
  readonly #signal: AbortSignal;
  readonly #origins = new Map<string, GuardedFetch>();

  /** Every request ends with `signal`. */
  constructor(server: Target, deps: GuardedFetchDeps, signal: AbortSignal) {
    this.#server = server;
    this.#deps = deps;
    this.#signal = signal;
  }

  readonly fetch = async (given: string | URL, { body, ...init }: RequestInit = {}): Promise<Response> => {
    const target = webTarget(String(given));
    const { origin } = target.url;
    const known = this.#origins.get(origin) ?? this.#to(target);
    this.#origins.set(origin, known);
    const text = body instanceof URLSearchParams ? body.toString() : body;
    return await known.fetch(target.url, {
      ...init,
      signal: this.#signal,
      ...(text === undefined ? {} : { body: text }),
    });
  };

  close(): void {
    for (const guarded of this.#origins.values()) guarded.close();
  }

  #to(target: Target): GuardedFetch {
    const isServer = target.url.origin === this.#server.url.origin;
    return new GuardedFetch(target, { ...this.#deps, onlyPublic: !isServer }, () => undefined);
  }
}

function webTarget(url: string): Target {
  try {
    return targetOf(url);
  } catch (error) {
    if (isRefusal(error))
      throw refuse.tool_server_address({}, [say('server.login_elsewhere'), ...error.says], error);
    throw error;
  }
}
