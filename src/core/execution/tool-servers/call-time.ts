import type { Clock } from '../../ports/clock.ts';

/** The time of one call: it runs out while the server works, and stands while the owner is asked. */
export class CallTime {
  readonly #clock: Clock;
  readonly #over = new AbortController();
  #leftMs: number;
  /** How many wait for a person now. */
  #waiting = 0;
  #running: { readonly since: number; cancel(): void } | null = null;

  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#leftMs = ms;
    this.#run();
  }

  /** Aborts when the time is used up. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Waits for a person. @returns also the milliseconds that passed */
  async stopped<T>(wait: () => Promise<T>): Promise<{ readonly result: T; readonly ms: number }> {
    const since = this.#clock.monotonic();
    this.#waiting++;
    this.end();
    try {
      const result = await wait();
      return { result, ms: Math.round(this.#clock.monotonic() - since) };
    } finally {
      if (--this.#waiting === 0) this.#run();
    }
  }

  end(): void {
    if (!this.#running) return;
    this.#leftMs -= this.#clock.monotonic() - this.#running.since;
    this.#running.cancel();
    this.#running = null;
  }

  #run(): void {
    const { signal, cancel } = this.#clock.deadline(Math.max(0, this.#leftMs));
    signal.addEventListener('abort', () => this.#over.abort());
    this.#running = { since: this.#clock.monotonic(), cancel };
  }
}
