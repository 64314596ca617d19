import { refuseRequest } from '../../../../contract/problem.ts';
import type { Clock } from '../../../../core/ports/clock.ts';
import { networkOf } from '../network.ts';
import { wrongTokenLimits } from '../wrong-tokens.ts';
import { say } from '../../../../contract/request-says.ts';

const { free, firstMs, maxMs, waiting: mostWaiting, forgottenMs } = wrongTokenLimits;

/** What one address has shown. */
interface Address {
  wrong: number;
  lastWrongAt: number;
  comparing: number;
  waiting: number;
  /** Resolves when all that came before are compared. */
  before: Promise<unknown>;
}

/**
 * Slows down guessing of a secret. An address may be wrong a few times at once, as typing errors are; then one of its
 * secrets is compared at a time, each after a longer pause. So guesses that come together get no more comparisons than
 * guesses in a row, and one address cannot slow down another.
 */
export class Guesses {
  readonly #clock: Clock;
  /** Only those that are being compared, or were wrong lately: the longest ago is the first. */
  readonly #addresses = new Map<string, Address>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Compares a secret that came from this IP address, when it is its turn.
   * @throws Refusal too_many_attempts when too many of the address are waiting; what `isRight` throws
   */
  async compared(ip: string, signal: AbortSignal, isRight: () => Promise<boolean>): Promise<boolean> {
    const key = networkOf(ip);
    const address = this.#addressOf(key);
    try {
      if (address.wrong + address.comparing < free) return await this.#now(key, address, isRight);
      return await this.#inTurn(key, address, signal, isRight);
    } finally {
      if (address.wrong + address.comparing + address.waiting === 0) this.#addresses.delete(key);
    }
  }

  async #now(key: string, address: Address, isRight: () => Promise<boolean>): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<void>();
    address.before = Promise.all([address.before, promise]);
    address.comparing += 1;
    try {
      const right = await isRight();
      if (!right) {
        address.wrong += 1;
        address.lastWrongAt = this.#clock.monotonic();
        this.#addresses.delete(key);
        this.#addresses.set(key, address);
      }
      return right;
    } finally {
      address.comparing -= 1;
      resolve();
    }
  }

  async #inTurn(
    key: string,
    address: Address,
    signal: AbortSignal,
    isRight: () => Promise<boolean>,
  ): Promise<boolean> {
    const mustPause = () => address.wrong >= free;
    if (mustPause() && address.waiting >= mostWaiting) throw tooMany();
    const { before } = address;
    const over = Promise.withResolvers<void>();
    address.before = before.then(() => over.promise);
    address.waiting += 1;
    try {
      await before;
      // They came before any of them was known to be wrong.
      if (mustPause() && address.waiting > mostWaiting) throw tooMany();
      if (mustPause())
        await this.#clock.sleep(Math.min(maxMs, firstMs * 2 ** (address.wrong - free)), signal);
      signal.throwIfAborted();
      return await this.#now(key, address, isRight);
    } finally {
      address.waiting -= 1;
      over.resolve();
    }
  }

  #addressOf(key: string): Address {
    const now = this.#clock.monotonic();
    for (const [old, { lastWrongAt, comparing, waiting }] of this.#addresses) {
      if (now - lastWrongAt <= forgottenMs) break;
      if (comparing + waiting === 0) this.#addresses.delete(old);
    }
    const found = this.#addresses.get(key);
    if (found) return found;
    const made: Address = {
      wrong: 0,
      lastWrongAt: now,
      comparing: 0,
      waiting: 0,
      before: Promise.resolve(),
    };
    this.#addresses.set(key, made);
    return made;
  }
}

const tooMany = (): Error =>
  refuseRequest.too_many_attempts({ retryAfterMs: maxMs }, say('request.too_many_secrets'));
