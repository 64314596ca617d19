import type { Clock } from '../../ports/clock.ts';
import { signInLimits as limits } from './limits.ts';
import type { Values } from './port.ts';

interface Waiting<Kept> {
  readonly kept: Kept;
  readonly binding: string;
  readonly from: string;
  readonly until: number;
}

/**
 * What was begun and is finished by another request, in memory: it counts once, for the browser that began it, and for some
 * minutes. Beyond the most that wait, the oldest of whoever began the most is forgotten: however many one begins, what
 * another has begun can be finished.
 */
export class Pending<Kept> {
  readonly #challenge: Values['challenge'];
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** The oldest first. */
  readonly #waiting = new Map<string, Waiting<Kept>>();

  constructor(challenge: Values['challenge'], clock: Pick<Clock, 'monotonic'>) {
    this.#challenge = challenge;
    this.#clock = clock;
  }

  /**
   * @param binding of the browser
   * @param from the person or the network that begins it
   * @returns the word that finishes it
   */
  begin(kept: Kept, binding: string, from: string): string {
    const now = this.#clock.monotonic();
    for (const [word, { until }] of this.#waiting)
      if (until <= now) this.#waiting.delete(word);
      else break;
    if (this.#waiting.size >= limits.challenges) this.#forgetOne();
    const word = this.#challenge();
    this.#waiting.set(word, { kept, binding, from, until: now + limits.challengeMs });
    return word;
  }

  #forgetOne(): void {
    const words = Map.groupBy(this.#waiting, ([, { from }]) => from);
    const [most = []] = [...words.values()].toSorted((a, b) => b.length - a.length);
    const [oldest] = most;
    if (oldest) this.#waiting.delete(oldest[0]);
  }

  /** Null for what was not begun, is over or was finished already, and for another browser. */
  take(word: string, binding: string | null): Kept | null {
    const found = this.#waiting.get(word);
    if (!found || binding !== found.binding) return null;
    this.#waiting.delete(word);
    return found.until > this.#clock.monotonic() ? found.kept : null;
  }
}
