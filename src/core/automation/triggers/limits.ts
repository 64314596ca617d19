import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kernel/durations.ts';

export const triggerLimits = {
  titleChars: 200,
  taskChars: 16_384,
  /** Of what the agent writes as the task of a trigger: its owner is shown all of it. */
  agentsTaskChars: 3_000,
  /** Of the parameters of a workflow together: its owner is shown all of them. */
  parametersChars: 10_000,
  scheduleChars: 200,
  timeZoneChars: 64,
  urlChars: 2_048,
  selectorChars: 200,
  /** The shortest time between two due times. */
  shortestEveryMs: MINUTE_MS,
  longestEveryMs: 366 * DAY_MS,
  shortestWatchMinutes: 5,
  longestWatchMinutes: (7 * DAY_MS) / MINUTE_MS,
  /** Times that a preview shows, unless it is asked for more, and at most. */
  previewed: 10,
  maxPreviewed: 100,
  /** After so many failures one after another a trigger is paused. */
  failuresInRow: 5,
  /**
   * Fires of a trigger that are kept, and how long all of them are: older ones beyond them give way, but none without an
   * outcome. The costs of a month, and due times that a clock which is set back brings again, are found in them.
   */
  keptFires: 10_000,
  keptFiresMs: 62 * DAY_MS,
  /** Missed times are counted up to here: this number stands for as many or more. */
  missedAtMost: 1_000,
  /** The scheduler compares the clock with the next due time at least so often, because a clock can be set. */
  clockCheckMs: 20 * SECOND_MS,
  /** What could not start because of a fault of the engine is tried again after this. */
  againMs: 30 * SECOND_MS,
  /** What is due once waits so long for a conversation that is in use. */
  busyMs: 5 * MINUTE_MS,
  /** Questions about changes that are remembered until they are answered. */
  shownChanges: 1_000,
  /** Triggers that are started together when several are due. */
  batch: 50,
  /** Of the text of a watched page that is kept and compared. */
  watchedChars: 200_000,
  /** Of the difference that the model reads. */
  diffChars: 8_000,
  watchMs: 30 * SECOND_MS,
  watchBytes: 10 * 1024 * 1024,
  /** A backup that a trigger makes waits so long for another operation on backups. */
  backupWaitMs: HOUR_MS,
} as const;
