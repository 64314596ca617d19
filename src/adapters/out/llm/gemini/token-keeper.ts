import type { Clock } from '../../../../core/ports/clock.ts';
import { countIn, objectIn, textIn } from '../wire/payload.ts';

/** A token that is about to expire is not used. */
const EARLY_MS = 5 * 60_000;

/** An answer of the token endpoint, to reuse while its token is valid. */
interface Kept {
  /** The request that it answers, which identifies the account and the endpoint. */
  readonly to: string;
  readonly body: string;
  readonly until: number;
}

/**
 * Saves each turn the request for its token. The SDK could keep tokens itself, but then its calls share one request for
 * the token, and aborting one call fails the others. So every call has its own client, and they share only the
 * answer.
 */
export class TokenKeeper {
  readonly #clock: Clock;
  #kept: Kept | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  answerTo(request: string): string | null {
    // In wall-clock time: after the machine slept, the token is old.
    return this.#kept?.to === request && this.#clock.now() < this.#kept.until ? this.#kept.body : null;
  }

  /** Keeps an answer for its stated lifetime. False if it contains no token. */
  keep(request: string, body: string): boolean {
    const { access_token, accessToken, expires_in } = objectIn(parsed(body)) ?? {};
    if ((textIn(access_token) ?? textIn(accessToken)) === null) return false;
    this.#kept = { to: request, body, until: this.#clock.now() + countIn(expires_in) * 1_000 - EARLY_MS };
    return true;
  }

  /** Call it after the service refused the token. */
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
