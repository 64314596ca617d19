import { KIB, MIB } from '../../kernel/bytes.ts';

export const memoryLimits = {
  /** Bytes of one request that writes memory: JSON may need two bytes for one. */
  bodyBytes: 8 * MIB,
  /** The size of one namespace, in UTF-16 units. */
  namespaceChars: 32 * MIB,
  /** Entries on one page of its history. */
  historyEntries: 1_000,
  /** Versions of one entry that are shown, before and after it. */
  shownVersions: 100,
  /** Longer entries are indexed only up to here. */
  indexedChars: 16 * KIB,
  /** The most entries, and their characters, that are added to a prompt. */
  promptEntries: 8,
  promptChars: 6_000,
  /** The part of a small context window that they may take instead. */
  promptShare: 0.1,
  /** Longer questions are read up to here. */
  questionChars: 2_000,
  questionTerms: 32,
  /** Bounds of one search: occurrences of its terms, and entries ranked in detail (or the requested number). */
  searchedPostings: 3_000,
  searchedEntries: 80,
  /** The relevance that an entry needs to be added to a prompt unasked: absolute, and relative to the best entry. */
  minCoverage: 0.2,
  shareOfBest: 0.6,
} as const;
