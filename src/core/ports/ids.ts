/** Unguessable ids (at least 74 random bits, RFC 9562 version 7), rising within a process, in lower case. */
export interface Ids {
  next(): string;
}

/** Ids that go on rising from one process to the next, whatever the clock shows. */
export interface LastingIds extends Ids {
  /** Each id from now on is above this one. What is no such id, or one of a time beyond the year 9999, changes nothing. */
  continueAfter(id: string): void;
}
