import { setImmediate as nextTick } from 'node:timers/promises';

/**
 * Gives each caller a tick of the event loop of its own, in the order in which they call. What many want at once, like
 * the events of a long run that many readers follow, then holds up everything else for as long as one of them does, not
 * for all of them together.
 */
export class Ticks {
  #last: Promise<void> = Promise.resolve();

  next(): Promise<void> {
    this.#last = this.#last.then(() => nextTick());
    return this.#last;
  }
}
