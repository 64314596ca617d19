import type { Clock } from '../../../ports/clock.ts';

/** A stopwatch for time spent waiting for a person. Overlapping waits count once. */
export class Waiting {
  readonly #clock: Clock;
  readonly #passed: (ms: number) => void;
  #waits = 0;
  #since = 0;
  #before = 0;

  constructor(clock: Clock, passed: (ms: number) => void) {
    this.#clock = clock;
    this.#passed = passed;
  }

  begin(): void {
    if (this.#waits === 0) this.#since = this.#clock.monotonic();
    this.#waits += 1;
  }

  end(): void {
    this.#waits -= 1;
    if (this.#waits > 0) return;
    const passed = Math.round(this.#clock.monotonic() - this.#since);
    this.#before += passed;
    this.#passed(passed);
  }

  /** Milliseconds in total, including a wait under way. */
  get ms(): number {
    return this.#before + (this.#waits === 0 ? 0 : this.#clock.monotonic() - this.#since);
  }
}
