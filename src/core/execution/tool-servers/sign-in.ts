import { firstOf, OVER } from '../../kernel/abort.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { toolServerLimits as limits } from './limits.ts';
import type { ToolServer } from './model.ts';
import type { ToolServerClient } from './port.ts';

export interface SignInDeps {
  readonly client: Pick<ToolServerClient, 'signIn'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called once the owner has signed in. */
  readonly signedIn: () => void;
}

/** A login that waits for the owner. `until` in milliseconds since the epoch. */
export interface SignInReport {
  readonly url: string;
  readonly until: number;
}

/** The login at one server: at most one is in progress. */
export class SignInInProgress {
  readonly #server: ToolServer;
  readonly #deps: SignInDeps;
  readonly #stopped = new AbortController();
  #begun: Promise<SignInReport> | null = null;
  #report: SignInReport | null = null;

  constructor(server: ToolServer, deps: SignInDeps) {
    this.#server = server;
    this.#deps = deps;
  }

  report(): SignInReport | null {
    return this.#report;
  }

  /** Ends the one in progress. */
  stop(): void {
    this.#stopped.abort(OVER);
  }

  /** The one in progress, or a new one. */
  begin(): Promise<SignInReport> {
    return (this.#begun ??= this.#new().catch((error: unknown) => {
      this.#begun = null;
      throw error;
    }));
  }

  async #new(): Promise<SignInReport> {
    const { client, clock } = this.#deps;
    const deadline = clock.deadline(limits.signInMs);
    const stop = firstOf(this.#stopped.signal, deadline.signal);
    const over = (): void => {
      deadline.cancel();
      stop.release();
      this.#begun = null;
      this.#report = null;
    };
    try {
      const begun = await client.signIn(this.#server, stop.signal);
      this.#report = { url: begun.url, until: clock.now() + limits.signInMs };
      void this.#finished(begun.done, over);
      return this.#report;
    } catch (error) {
      over();
      throw error;
    }
  }

  /** Never rejects. */
  async #finished(done: Promise<void>, over: () => void): Promise<void> {
    try {
      await done;
      over();
      this.#deps.signedIn();
    } catch (error) {
      over();
      const why = isRefusal(error) ? error.code : error;
      this.#deps.log.warn('login at a tool server failed', { server: this.#server.name, why });
    }
  }
}
