import { DAY_MS } from '../kernel/durations.ts';
import { KIB, MIB } from '../kernel/bytes.ts';

export const runLimits = {
  /** Model calls in one run before it ends with `max_iterations`. */
  turns: 200,
  /** Work in one run, without the time in which a person was waited for. */
  computeMs: 30 * 60 * 1000,
  /** How often an answer that hit the output limit is gone on with; how often it may begin with the same words. */
  continuations: 10,
  sameBeginnings: 3,
  beginningChars: 120,
  /** The share of a ceiling at which its owner is warned. */
  warnAt: 0.8,
  /** Deltas are committed at once when this long has passed since the last commit, else collected. */
  batchMs: 15,
  batchChars: 2 * KIB,
  /** Deltas are not joined to an event that is longer than this. */
  eventChars: 16 * KIB,
  /** How long an aborted model may take to end its stream by itself. */
  abortGraceMs: 500,
  /** Committed events kept in memory for the live readers; older ones are read from the store. */
  tailEvents: 256,
  /** Events of a run that may be told before the next one is synced: after a loss of power ids continue so far above the stored ones. */
  unsyncedEvents: 10_000,
  tailChars: MIB,
  /** Read back for one reader at a time: what a reader that does not read may hold. */
  replayEvents: 500,
  replayBytes: 128 * KIB,
  idempotencyMs: DAY_MS,
} as const;

export const contextLimits = {
  /** Shares of the window: above the first something is left out, and then enough to come down to the second. */
  full: 0.85,
  roomy: 0.6,
  /** What a provider may count for one token of our estimate. */
  believed: { min: 0.7, max: 3 },
  /** Of a tool's result that is put aside, and of a text that is cut when nothing else helps. */
  parkedChars: 4_096,
  cutChars: 8_000,
  /** Messages at the end that are never left out, and handles that the placeholder names. */
  kept: 4,
  handles: 12,
  /** Characters of one answer of `recall_tool_result`. */
  recallChars: 40_000,
} as const;

export const compactionLimits = {
  /**
   * A thread is compacted after a run when it takes this share of the window, or so many tokens if that is less. It must
   * stay below `context.full`, with room for one more run: otherwise messages are left out and no summary tells of them.
   */
  automatic: 0.7,
  automaticTokens: 135_000,
  /** The share of that which a summary has to take the place of: less is not worth a call. */
  minShare: 0.1,
  /** The share of the window up to which the last run is kept word for word. */
  keptShare: 0.2,
  /** The share of the window that one call of the summary reads. */
  share: 0.5,
  /** Of one message in what the summary is made from. */
  messageChars: 6_000,
  focusChars: 1_000,
} as const;

/** What is remembered after a run. */
export const extractionLimits = {
  /** Of a task in its owner's own words: less states nothing, and more was pasted. */
  minChars: 16,
  maxChars: 4_000,
  /** Of one thread, what waits to be looked through before that is done in any case. */
  collectedChars: 12_000,
  threads: 1_000,
  /** Runs of a thread without a look when the ones before found nothing: 2, and twice as many each time up to this. */
  longestPause: 16,
  statements: 10,
  statementChars: 500,
  /** Runs that wait for it at once; of more nothing is remembered. */
  waiting: 10,
} as const;
