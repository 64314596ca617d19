import { MIB } from '../../kernel/bytes.ts';

export const providerLimits = {
  /** A test with all its requests. */
  testMs: 30_000,
  /** What its answer may have: tokens where the wire can say so, characters on every wire. */
  testTokens: 1_024,
  testChars: 8_000,
  /** A request for the list of models, with all its pages. */
  listMs: 10_000,
  listBytes: 16 * MIB,
  listPages: 5,
  models: 5_000,
  idChars: 200,
  /** How long a list is used again without asking, and how many lists are kept. */
  keptMs: 60_000,
  kept: 16,
  /** Models that are named for a missing or unknown one. */
  near: 20,
  /** A server of this machine answers at once, or it is none. */
  localMs: 1_500,
  localModels: 200,
} as const;
