import type { Clock } from '../../../../core/ports/clock.ts';
import { countIn, objectIn, textIn } from '../wire/payload.ts';

/** A token that is about to expire is none. */
const EARLY_MS = 5 * 60_000;

/** An answer of the token endpoint, to be given again as long as its token is good. */
interface Kept {
  /** The request that it answers: whose token, and from where. */
  readonly to: string;
  readonly body: string;
  readonly until: number;
}

/**
 * Saves a turn the request for its token. The SDK would keep tokens itself, but then its calls share one request for
 * it, and the abort of one of them fails the others; so every call has a client of its own, and what they share is
 * the answer.
 */
export class TokenKeeper {
  readonly #clock: Clock;
  #kept: Kept | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  answerTo(request: string): string | null {
    // By the wall clock: a machine that slept has an old token.
    return this.#kept?.to === request && this.#clock.now() < this.#kept.until ? this.#kept.body : null;
  }

  /** Keeps an answer for as long as it says that it is good. False for one that gives no token. */
  keep(request: string, body: string): boolean {
    const { access_token, accessToken, expires_in } = objectIn(parsed(body)) ?? {};
    if ((textIn(access_token) ?? textIn(accessToken)) === null) return false;
    this.#kept = { to: request, body, until: this.#clock.now() + countIn(expires_in) * 1_000 - EARLY_MS };
    return true;
  }

  /** After the service has refused it. */
  forget(): void {
    this.#kept = null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
