import type { Clock } from '../core/ports/clock.ts';
import type { Log } from '../core/ports/log.ts';
import { aborted } from '../core/kernel/abort.ts';
import { shutdownLimits } from './limits.ts';

interface Part {
  readonly name: string;
  readonly stop: () => Promise<void> | void;
}

/** The started parts. They stop in reverse order; a part that fails or hangs does not keep the others from stopping. */
export class Lifecycle {
  readonly #parts: Part[] = [];
  readonly #clock: Clock;
  readonly #log: Log;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  add(name: string, stop: Part['stop']): void {
    this.#parts.push({ name, stop });
  }

  /** Repeatable; each part is stopped once. @returns the parts that did not stop in time, and may still be at work */
  async stop(): Promise<readonly string[]> {
    const hung: string[] = [];
    for (let part = this.#parts.pop(); part; part = this.#parts.pop())
      if (!(await this.#stopOne(part))) hung.push(part.name);
    return hung;
  }

  /** @returns whether it stopped, or failed to, in time */
  async #stopOne({ name, stop }: Part): Promise<boolean> {
    const deadline = this.#clock.deadline(shutdownLimits.stepMs);
    let isInTime = true;
    try {
      const hung = aborted(deadline.signal).then(() => {
        isInTime = false;
        this.#log.warn('part did not stop in time', { part: name });
      });
      await Promise.race([stop(), hung]);
    } catch (error) {
      this.#log.error('part failed to stop', { part: name, error });
    } finally {
      deadline.cancel();
    }
    return isInTime;
  }
}
