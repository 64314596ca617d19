import type { LastingIds } from '../../src/core/ports/ids.ts';

/**
 * Ids of the real shape (UUID version 7, lower case, rising) that are the same in every test run; the last
 * digits count in decimal. Give two engines on one data directory different values of `first`.
 */
export class CountingIds implements LastingIds {
  #next: number;

  constructor(first = 1) {
    this.#next = first;
  }

  /** Ignores stored ids: the test says where the count begins. */
  continueAfter(): void {}

  next(): string {
    return `01900000-0000-7000-8000-${String(this.#next++).padStart(12, '0')}`;
  }
}
