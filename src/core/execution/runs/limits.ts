import { DAY_MS } from '../../kernel/durations.ts';
import { KIB, MIB } from '../../kernel/bytes.ts';

export const runLimits = {
  /** Model calls in one run before it ends with `max_iterations`. */
  turns: 200,
  /** Work in one run, excluding time spent waiting for a person. */
  computeMs: 30 * 60 * 1000,
  /** How often an answer that hit the output limit is continued, and how often it may begin with the same words. */
  continuations: 10,
  sameBeginnings: 3,
  beginningChars: 120,
  /** The share of a ceiling at which its owner is warned. */
  warnAt: 0.8,
  /** Deltas are committed at once if the last commit is this old, and batched otherwise; see `modelLimits.gathered`. */
  batchMs: 15,
  batchChars: 2 * KIB,
  /** Deltas are not merged into an event longer than this. */
  eventChars: 16 * KIB,
  /** How long an aborted model may take to end its own stream. */
  abortGraceMs: 500,
  /** Committed events kept in memory for live readers; older ones are read from the store. */
  tailEvents: 256,
  /**
   * Events of a run that readers may see before the next sync. After a loss of power, ids continue this far above the
   * stored ones.
   */
  unsyncedEvents: 10_000,
  tailChars: MIB,
  /** Read from the store for one reader at a time: the most that a stalled reader can hold. */
  replayEvents: 500,
  replayBytes: 128 * KIB,
  idempotencyMs: DAY_MS,
  /** Replays of one person in progress at once: they take no place in a thread, which bounds other runs. */
  replays: 4,
  /** How often a run goes on after a restart without getting any further: one that takes the engine down each time must end. */
  resumes: 5,
} as const;

export const contextLimits = {
  /** Shares of the window: above `full`, content is left out until the rest takes only `roomy`. */
  full: 0.85,
  roomy: 0.6,
  /** Bounds for the provider's token count relative to our estimate; counts outside them are ignored. */
  believed: { min: 0.7, max: 3 },
  /** Tool results longer than `parkedChars` may be set aside; texts are cut to `cutChars`, or to less, as a last resort. */
  parkedChars: 4_096,
  cutChars: 8_000,
  /** Less of a text is of no use. */
  leastChars: 250,
  /** A request that was refused for its length is taken for this share of the window, and how often that may happen. */
  refusedAt: 1.1,
  overflows: 4,
  /** Messages at the end that are never left out, and handles that the placeholder lists. */
  kept: 4,
  handles: 12,
  /** Characters that one call of `recall_tool_result` returns. */
  recallChars: 40_000,
} as const;

/** Tokens, where nothing else is said. */
export const offerLimits = {
  /** The share of the window that tools may take, where a profile does not say. */
  share: 0.25,
  /** If all tools together take no more than this, all are offered. */
  few: 2_000,
  /** Up to this many are taken by all tools together, whole tool servers are offered without being asked for. */
  usual: 2_400,
  /** Tools that one search loads. */
  found: 16,
  /** Characters at each end of a text that are read for what it needs. */
  readChars: 1_500,
  /** Tool servers that are named to the model. */
  servers: 20,
} as const;

export const compactionLimits = {
  /**
   * A thread is compacted after a run if it takes this share of the window, or `automaticTokens` if that is less. It
   * must stay below `contextLimits.full`, with room for one more run: otherwise messages are left out that no summary
   * covers.
   */
  automatic: 0.7,
  automaticTokens: 135_000,
  /** The share of that threshold which a summary must replace: less is not worth a call. */
  minShare: 0.1,
  /** The last run is kept verbatim if it takes no more than this share of the window. */
  keptShare: 0.2,
  /** The share of the window that one summarising call reads. */
  share: 0.5,
  /** Characters of one message in the transcript that is summarised. */
  messageChars: 6_000,
  focusChars: 1_000,
} as const;

/** Of a task and of its answer, the characters that a model is shown to name the conversation. */
export const titleLimits = { shownChars: 2_000 } as const;

/** What is remembered after a run. */
export const extractionLimits = {
  /** Length of a task in the owner's own words: a shorter one states nothing, a longer one was pasted. */
  minChars: 16,
  maxChars: 4_000,
  /** Once this much text of a thread is unread, it is read regardless of the pause. */
  collectedChars: 12_000,
  threads: 1_000,
  /** Runs of a thread to skip after finding nothing: 2, then twice as many each time, up to this. */
  longestPause: 16,
  statements: 10,
  statementChars: 500,
  /** Entities, and relations, of one reading; and the characters of each text of theirs. */
  things: 20,
  thingChars: 200,
  /** Runs of one person that may wait for extraction at once; nothing is remembered from further ones. */
  waiting: 10,
} as const;
