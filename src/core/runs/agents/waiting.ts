import type { Clock } from '../../ports/clock.ts';

/** A stopwatch of time in which a person is waited for. Several may wait at once: of that, each moment counts once. */
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

  /** All of it so far. */
  get ms(): number {
    return this.#before + (this.#waits === 0 ? 0 : this.#clock.monotonic() - this.#since);
  }
}
