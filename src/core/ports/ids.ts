/** Unguessable ids (at least 74 random bits, RFC 9562 version 7) in lower case, rising within a process. */
export interface Ids {
  next(): string;
}

/** Ids that rise across processes, whatever the clock shows. */
export interface LastingIds extends Ids {
  /** Makes every later id greater than this one. Ignores other strings, and ids with a time beyond the year 9999. */
  continueAfter(id: string): void;
}
