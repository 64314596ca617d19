import { KIB, MIB } from '../kernel/bytes.ts';

export const memoryLimits = {
  /** Of one request that writes memory: JSON may need two bytes for one. */
  bodyBytes: 8 * MIB,
  /** What one namespace may hold, in UTF-16 units. */
  namespaceChars: 32 * MIB,
  /** What of its past is one page. */
  historyEntries: 1_000,
  /** Of an entry, what is searched: nobody looks for the end of a megabyte. */
  indexedChars: 16 * KIB,
  /** What of it is put beside a task, at most. */
  promptEntries: 8,
  promptChars: 6_000,
  /** Of a question, what is read of it. */
  questionChars: 2_000,
  questionTerms: 32,
  /** What one search looks at: so many places of its terms, and so many entries more closely, or all it is asked for. */
  searchedPostings: 3_000,
  searchedEntries: 80,
  /** How much of a text an entry must be about to be put beside it unasked, and how much of what the best one is. */
  minCoverage: 0.2,
  shareOfBest: 0.6,
} as const;
