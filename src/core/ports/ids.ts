/** Unguessable ids (at least 74 random bits, RFC 9562 version 7), rising within a process, in lower case. */
export interface Ids {
  next(): string;
}
