export const erasureLimits = {
  /** How long runs may take to stop before nothing is erased. */
  stopMs: 5_000,
  /** Names that one refusal lists, and one request may repeat. */
  unknownNamed: 10_000,
  /** Left entries that are named; more are counted. */
  leftNamed: 100,
  /** Names, addresses and ids that are read before the erasure, of each kind, and looked for after it. */
  wordsOfAKind: 1_000,
  /** Shorter ones would be found by chance. */
  wordChars: 6,
} as const;
