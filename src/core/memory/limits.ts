import { KIB, MIB } from '../kernel/bytes.ts';

export const memoryLimits = {
  /** Bytes of one request that writes memory: JSON may need two bytes for one. */
  bodyBytes: 8 * MIB,
  /** The size of one namespace, in UTF-16 units. */
  namespaceChars: 32 * MIB,
  /** Entries on one page of its history. */
  historyEntries: 1_000,
  /** Longer entries are indexed by their beginning. */
  indexedChars: 16 * KIB,
  /** The most text of an entry that is put beside a task. */
  promptEntries: 8,
  promptChars: 6_000,
  /** Longer questions are read up to here. */
  questionChars: 2_000,
  questionTerms: 32,
  /** Bounds of one search: occurrences of its terms, and entries ranked in detail (or as many as were requested). */
  searchedPostings: 3_000,
  searchedEntries: 80,
  /** How relevant an entry must be to be put beside a text unasked: absolutely, and relative to the best entry. */
  minCoverage: 0.2,
  shareOfBest: 0.6,
} as const;
