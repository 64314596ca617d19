import { MIB } from '../../kernel/bytes.ts';
import { DAY_MS } from '../../kernel/durations.ts';

export const batchLimits = {
  /** Requests in one batch. */
  requests: 1_000,
  /** Characters of the id, the task and the system prompt of one request. */
  idChars: 200,
  taskChars: 200_000,
  systemChars: 100_000,
  /** UTF-8 bytes of all tasks and system prompts of one batch. */
  textBytes: 8 * MIB,
  /** Of the JSON of one batch, in which a character may take several bytes. */
  bodyBytes: 24 * MIB,
  /** Batches that have not ended. */
  unfinished: 20,
  /** The pause before a look at the provider's batch: the first, and the longest; each is twice the last. */
  firstLookMs: 30_000,
  longestPauseMs: 5 * 60_000,
  /**
   * The pause before work from an earlier start goes on: some engines live only for one command of the terminal, and
   * should not begin what they cannot end.
   */
  afterStartMs: 5_000,
  /** After this long without an answer it is unknown whether the provider took a batch. */
  submitMs: 2 * 60_000,
  /** How much the clock of this machine may differ from the provider's, when a lost submission is looked for. */
  clocksMs: DAY_MS,
  /** Looks at the provider's list without finding a lost submission before it counts as not taken. */
  emptyLooks: 2,
  /** A batch that the provider does not know is given up this long after its submission. */
  missingMs: 2 * DAY_MS,
  /** The provider has deleted its results by then. */
  keptMs: 29 * DAY_MS,
  /** Results are stored when so many, or so many characters of them, have come. */
  resultsAtOnce: 100,
  charsAtOnce: MIB,
  /** A request that is run without a batch interface waits so long for runs in progress, looking so often. */
  longestWaitMs: 2 * 60_000,
  waitMs: 1_000,
} as const;
