import type { Scope } from '../../../core/outside/cloud-account/model.ts';
import type { AccountAccess } from '../../../core/outside/cloud-account/port.ts';
import { firstOf } from '../../../core/kernel/abort.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import { refuse } from '../../../core/outside/cloud-account/errors.ts';
import { say } from '../../../core/outside/cloud-account/says.ts';
import { failureOf, noAnswer, type FailedAnswer } from './failures.ts';

export interface CallDeps {
  readonly access: AccountAccess;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

/** What one call to the vendor may do. */
export interface Call {
  readonly token: string;
  /** Aborts with the caller's signal, and when the call takes too long. */
  readonly signal: AbortSignal;
}

export interface CallOptions {
  /** One of them must have been granted. */
  readonly scopes: readonly Scope[];
  readonly ms?: number;
  /** Statuses beside 2xx that the caller reads itself. */
  readonly also?: readonly number[];
}

export const CALL_MS = 30_000;

/** Calls to the vendor with an access token: each within its time, and once more with a new token where one was refused. */
export class Calls {
  readonly #deps: CallDeps;

  constructor(deps: CallDeps) {
    this.#deps = deps;
  }

  get fetch(): typeof fetch {
    return this.#deps.fetch;
  }

  get clock(): Clock {
    return this.#deps.clock;
  }

  /** @throws Refusal as the ports say. What it throws holds no token. */
  async answered<Answer extends FailedAnswer>(
    call: (call: Call) => Promise<Answer>,
    { scopes, ms = CALL_MS, also = [] }: CallOptions,
    signal: AbortSignal,
  ): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      const token = await this.#deps.access.token(scopes, signal);
      const answer = await this.#once(call, token, ms, signal);
      const isFine = (answer.status >= 200 && answer.status < 300) || also.includes(answer.status);
      if (isFine) return answer;
      if (answer.status !== 401) throw failureOf(answer);
      this.#deps.access.refused(token);
      if (tries === 2) throw refuse.cloud_unavailable({ status: 401 }, say('account.unauthorized'));
    }
  }

  async #once<Answer>(
    call: (call: Call) => Promise<Answer>,
    token: string,
    ms: number,
    signal: AbortSignal,
  ): Promise<Answer> {
    const deadline = this.#deps.clock.deadline(ms);
    const stop = firstOf(signal, deadline.signal);
    const stopped = Promise.withResolvers<never>();
    const end = () => stopped.reject(signal.aborted ? signal.reason : new Error('TimeoutError'));
    stopped.promise.catch(() => undefined);
    if (stop.signal.aborted) end();
    stop.signal.addEventListener('abort', end, { once: true });
    try {
      return await Promise.race([call({ token, signal: stop.signal }), stopped.promise]);
    } catch (error) {
      if (signal.aborted || isRefusal(error)) throw error;
      throw noAnswer(error);
    } finally {
      deadline.cancel();
      stop.release();
    }
  }
}
