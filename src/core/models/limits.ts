import { MIB } from '../kernel/bytes.ts';

export const modelLimits = {
  /** Silence after which a call is given up; pings count as life. */
  idleMs: 180_000,
  /**
   * Time without a piece of the answer (text, thoughts, arguments of a call) after which it is given up, whatever pings
   * come. Servers that load a model or read a long prompt ping for minutes; a proxy before a dead one pings for ever.
   */
  contentMs: 10 * 60_000,
  /**
   * Of one call, its repeated attempts included: 64,000 tokens, the longest answer of a known model, take 53 minutes at
   * 20 tokens a second.
   */
  callMs: 60 * 60_000,
  /** Of a reply that says no, its text is waited for this long: the status says what matters. */
  refusalMs: 10_000,
  /** After this long no further attempt is begun: the caller must be told. */
  retryWithinMs: 10 * 60_000,
  /** The pauses before the second, third and fourth attempt, and the longest that `Retry-After` may ask for. */
  retryMs: [2_000, 4_000, 8_000],
  maxRetryMs: 60_000,
  /** Of one event, and of a whole answer. */
  eventChars: 8 * MIB,
  bodyChars: 64 * MIB,
  /** What a server may still send after the end of its answer before its connection is let go. */
  afterEndMs: 100,
  afterEndReads: 16,
  /** Continuations of one turn that the provider paused. */
  pauses: 10,
  /**
   * What is believed of the counts of a provider: a prompt of so many times our estimate, or of the window with some
   * room, and what it adds of its own; and where the request sets no limit, thoughts that are not shown.
   */
  counts: { promptTimes: 4, room: 1.25, extraTokens: 64_000, hiddenTokens: 128_000 },
  /**
   * How often a provider may search by itself in one call: the first of these that a ceiling has room for. The tokens
   * that one such search adds to the prompt, as far as is known no more.
   */
  vendorSearches: [5, 2, 0],
  vendorSearchTokens: 15_000,
  /** Addresses that are kept of what a provider has searched by itself in one answer. */
  maxVendorResults: 100,
} as const;
