import { setImmediate as nextTick } from 'node:timers/promises';

/**
 * Gives each caller its own tick of the event loop, in the order of the calls. If many want something at once, such as
 * the events of a long run with many readers, each blocks other work only for its own share, not for all of them
 * together.
 */
export class Ticks {
  #last: Promise<void> = Promise.resolve();

  next(): Promise<void> {
    this.#last = this.#last.then(() => nextTick());
    return this.#last;
  }
}
