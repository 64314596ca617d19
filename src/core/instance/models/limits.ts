import { KIB, MIB } from '../../kernel/bytes.ts';

export const modelLimits = {
  /** Silence after which a call is abandoned; pings count as activity. */
  idleMs: 180_000,
  /**
   * Time without a piece of the answer (text, thoughts, arguments of a call) after which it is abandoned, despite pings.
   * Servers that load a model or read a long prompt ping for minutes; a proxy in front of a dead server pings for ever.
   */
  contentMs: 10 * 60_000,
  /**
   * Limit for one call including its retries: 64,000 tokens, the longest answer of a known model, take 53 minutes at
   * 20 tokens a second.
   */
  callMs: 60 * 60_000,
  /** How long to wait for the text of an error response; its status says what matters. */
  refusalMs: 10_000,
  /** After this long no further attempt starts: the caller must get an answer. */
  retryWithinMs: 10 * 60_000,
  /** The pauses before the second, third and fourth attempt, and the longest `Retry-After` that is honoured. */
  retryMs: [2_000, 4_000, 8_000],
  maxRetryMs: 60_000,
  /**
   * An answer is read once every `everyMs` after so many small reads in a row that came at such a distance. That is as
   * long as the batch of a run (`runLimits.batchMs`): what was gathered is stored at once.
   */
  gathered: { everyMs: 15, afterReads: 8, smallBytes: 4 * KIB, apartMs: { min: 2, max: 50 } },
  /** Limits for one event, and an answer that is not streamed is one; and for a whole body, most of which is its frame. */
  eventChars: 8 * MIB,
  bodyChars: 64 * MIB,
  /** Of one answer: characters of text, thoughts and arguments (64,000 tokens have a sixteenth), and parts of it. */
  answerChars: 4 * MIB,
  answerBlocks: 1_000,
  /**
   * How long a finished answer waits for what may still follow, its counts and its end mark, after its last piece. Some
   * servers keep the connection open for ever. Shorter if the counts have come. Without any sign of the end, silence
   * looks the same as a model that reads, thinks or loads, so only the limits above hold: no block, sentence or call
   * that is complete says that none follows.
   */
  afterFinishMs: { uncounted: 5_000, counted: 1_000 },
  /** What a server may still send after the end of its answer before its connection is closed. */
  afterEndMs: 100,
  afterEndReads: 16,
  /**
   * A window that a server refused to exceed: at least `min` tokens; where it does not say, the share `guess` of the
   * request that was too long, if that comes to `guessedFrom`. Answers may take the share `answer` of it.
   */
  learntWindow: { min: 1_000, guess: 0.7, guessedFrom: 2_500, answer: 0.15 },
  /** Continuations of one turn that the provider pauses. */
  pauses: 10,
  /**
   * The highest token counts of a provider that are believed: a prompt of so many times our estimate, or of the window
   * with some room, and what the provider itself adds; and, where the request sets no limit, hidden thoughts.
   */
  counts: { promptTimes: 4, room: 1.25, extraTokens: 64_000, hiddenTokens: 128_000 },
  /**
   * How often a provider itself may search in one call: the first of these that fits under the ceilings. And the most
   * tokens that one such search is known to add to the prompt.
   */
  vendorSearches: [5, 2, 0],
  vendorSearchTokens: 15_000,
  /** Addresses kept from the provider's own searches in one answer. */
  maxVendorResults: 100,
} as const;
