import { firstOf, OVER } from '../../kernel/abort.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { becauseOf, type Because } from '../../kernel/worded.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { refuse } from './errors.ts';
import { say } from './says.ts';
import { accountLimits as limits } from './limits.ts';
import {
  offerOf,
  type AccessLevel,
  type OAuthClient,
  type PendingLogin,
  type Scope,
  type Tokens,
} from './model.ts';
import type { CloudAccount, DeviceLogin } from './port.ts';

export interface LoginDeps {
  readonly account: Pick<CloudAccount, 'beginDevice' | 'askDevice' | 'beginRedirect'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with the answer; what it throws is the problem of the login. */
  readonly answered: (tokens: Tokens, asked: AskedLogin, signal: AbortSignal) => Promise<void>;
}

export interface AskedLogin {
  readonly client: OAuthClient;
  readonly mode: 'device' | 'redirect';
  readonly scopes: readonly Scope[];
}

/** The login that waits for its owner: at most one. */
export class Login {
  readonly #deps: LoginDeps;
  #ending: AbortController | null = null;
  #pending: PendingLogin | null = null;
  #problem: (Because & { readonly at: number }) | null = null;

  constructor(deps: LoginDeps) {
    this.#deps = deps;
  }

  pending(): PendingLogin | null {
    return this.#pending;
  }

  /** Why the last one failed, for some minutes; null if it did not, and while one waits. */
  problem(): Because | null {
    const { clock } = this.#deps;
    if (this.#problem === null || clock.monotonic() - this.#problem.at > limits.failureShownMs) return null;
    return { code: this.#problem.code, says: this.#problem.says };
  }

  /** Ends the one that waits. Repeatable. */
  stop(): void {
    this.#ending?.abort(OVER);
    this.#ending = null;
    this.#pending = null;
    this.#problem = null;
  }

  /** Begins one; it goes on after this resolves. @throws Refusal connection_in_progress, and what `CloudAccount` throws */
  async begin(
    client: OAuthClient,
    access: AccessLevel,
    { inBrowser }: { readonly inBrowser: boolean },
  ): Promise<PendingLogin> {
    if (this.#ending) throw refuse.connection_in_progress();
    const ending = new AbortController();
    this.#ending = ending;
    this.#problem = null;
    const { mode: usual, asks } = offerOf(access);
    const mode = inBrowser ? 'redirect' : usual;
    const asked = { client, mode, scopes: asks.map(({ scope }) => scope) };
    try {
      const { pending, done } =
        mode === 'device'
          ? await this.#device(asked, ending.signal)
          : await this.#redirect(asked, ending.signal);
      // It was ended while the vendor answered.
      if (ending.signal.aborted) throw refuse.login_ended();
      this.#pending = pending;
      void this.#finished(done, asked, ending);
      return pending;
    } catch (error) {
      if (this.#ending === ending) this.stop();
      throw error;
    }
  }

  /** Never rejects. */
  async #finished(done: Promise<Tokens>, asked: AskedLogin, ending: AbortController): Promise<void> {
    const { answered, log } = this.#deps;
    try {
      const tokens = await done;
      if (ending.signal.aborted) return;
      await answered(tokens, asked, ending.signal);
      this.#over(ending, null);
    } catch (error) {
      if (ending.signal.aborted) return;
      const known = isRefusal(error) ? becauseOf(error) : FAILED;
      log.warn('the cloud account was not connected', isRefusal(error) ? { code: error.code } : { error });
      this.#over(ending, known);
    }
  }

  #over(ending: AbortController, problem: Because | null): void {
    if (this.#ending !== ending) return;
    this.stop();
    this.#problem = problem && { ...problem, at: this.#deps.clock.monotonic() };
  }

  async #device(asked: AskedLogin, signal: AbortSignal) {
    const { account, clock } = this.#deps;
    const begun = await this.#within(limits.callMs, signal, (stop) =>
      account.beginDevice(asked.client, asked.scopes, stop),
    );
    const lastsMs = Math.min(begun.expiresInMs, limits.loginMs);
    const intervalMs = Math.max(begun.intervalMs, limits.askMs);
    const pending = {
      verificationUrl: begun.verificationUrl,
      userCode: begun.userCode,
      expiresAt: clock.now() + lastsMs,
      intervalMs,
    };
    return { pending, done: this.#asked(asked, { ...begun, intervalMs, expiresInMs: lastsMs }, signal) };
  }

  /** Asks until the owner has answered. An outage in between is no answer. */
  async #asked({ client }: AskedLogin, login: DeviceLogin, signal: AbortSignal): Promise<Tokens> {
    const { account, clock } = this.#deps;
    const end = clock.monotonic() + login.expiresInMs;
    let pauseMs = login.intervalMs;
    for (;;) {
      await clock.sleep(pauseMs, signal);
      if (signal.aborted) throw signal.reason;
      if (clock.monotonic() >= end) throw refuse.login_expired();
      const answer = await this.#within(limits.callMs, signal, (stop) =>
        account.askDevice(client, login.deviceCode, stop),
      ).catch((error: unknown) => {
        if (isRefusal(error) && PASSING.has(error.code)) return 'slower' as const;
        throw error;
      });
      if (answer === 'slower') pauseMs += limits.slowDownMs;
      else if (answer !== 'waiting') return answer;
    }
  }

  async #redirect(asked: AskedLogin, signal: AbortSignal) {
    const { account, clock } = this.#deps;
    const deadline = clock.deadline(limits.loginMs);
    const stop = firstOf(signal, deadline.signal);
    const release = () => {
      deadline.cancel();
      stop.release();
    };
    try {
      const { url, done } = await account.beginRedirect(asked.client, asked.scopes, stop.signal);
      const late = Promise.withResolvers<never>();
      deadline.signal.addEventListener('abort', () => late.reject(refuse.login_expired()), { once: true });
      late.promise.catch(() => undefined);
      const pending = {
        verificationUrl: url,
        userCode: null,
        expiresAt: clock.now() + limits.loginMs,
        intervalMs: null,
      };
      return { pending, done: Promise.race([done, late.promise]).finally(release) };
    } catch (error) {
      release();
      throw error;
    }
  }

  async #within<Result>(
    ms: number,
    signal: AbortSignal,
    call: (stop: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const deadline = this.#deps.clock.deadline(ms);
    const stop = firstOf(signal, deadline.signal);
    try {
      return await call(stop.signal);
    } finally {
      deadline.cancel();
      stop.release();
    }
  }
}

const PASSING: ReadonlySet<string> = new Set(['cloud_busy', 'cloud_unavailable']);
const FAILED: Because = { code: 'internal', says: [say('account.connection_failed')] };
