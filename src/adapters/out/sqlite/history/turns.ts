import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Turns of the event loop, one for each who asks, in their order. What many want at once, like the events of a long run
 * that many readers follow, then holds up everything else for as long as one of them does, and not for all together
 * (promise R15).
 */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  next(): Promise<void> {
    this.#last = this.#last.then(() => nextTurn());
    return this.#last;
  }
}
