import type { Whose } from '../../trust/people/model.ts';
import type { PersonId, RunId, ThreadId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Run, ToolCallRecord } from '../runs/model.ts';
import type {
  FireOutcomes,
  RunFilter,
  RunGroup,
  RunPosition,
  SideCallUse,
  CostOnModel,
  SpentOnStarter,
  ToolCallPosition,
  ToolUse,
  WorkOfOther,
} from './model.ts';

/**
 * Reads of past runs that running itself does not need. Reads only, and every method is repeatable. None blocks the
 * event loop for more than a moment, however large the history.
 */
export interface HistoryStore {
  /** Newest first, at most `limit` after `after`, including runs of deleted threads. */
  runs(
    whose: Whose,
    query: {
      readonly filter: RunFilter;
      readonly after: RunPosition | null;
      readonly limit: number;
    },
  ): Promise<Page<Run, RunPosition>>;
  /** What was done for others than this person, the newest first, at most `limit` after `after`: without words. */
  workOfOthers(
    person: PersonId,
    query: { readonly after: RunPosition | null; readonly limit: number },
  ): Promise<Page<WorkOfOther, RunPosition>>;
  /** Ids of runs that begin like this, at most `limit`. */
  runIdsLike(whose: Whose, prefix: string, limit: number): Promise<readonly string[]>;
  /** In order of creation. */
  toolCalls(
    runId: RunId,
    query: { readonly after: ToolCallPosition | null; readonly limit: number },
  ): Promise<Page<ToolCallRecord, ToolCallPosition>>;
  /** All runs that began at `from` or later. */
  spentSince(whose: Whose, from: number): Promise<readonly RunGroup[]>;
  /**
   * The same by day: `bounds` are the starts of the days in ascending order, and finally the end of the last one. `day`
   * counts from 0. Days and models without costs are left out. Costs include side calls; tokens and counts are only those
   * of runs.
   */
  spentByDay(
    whose: Whose,
    bounds: readonly number[],
  ): Promise<readonly (CostOnModel & { readonly day: number })[]>;
  /** Runs that began at `from` or later, by what started them, the most expensive first; at most `limit`. */
  spentByStarter(whose: Whose, from: number, limit: number): Promise<readonly SpentOnStarter[]>;
  /** Fires that started at `from` or later, by trigger, the one with the most first; at most `limit`. */
  fireOutcomes(whose: Whose, from: number, limit: number): Promise<readonly FireOutcomes[]>;
  /** Side calls made at `from` or later, by purpose. */
  sideCallsSince(whose: Whose, from: number): Promise<readonly SideCallUse[]>;
  /**
   * Calls that began at `from` or later, the most used tool first. For deleted threads, calls on the day (UTC) of `from`
   * are missing.
   */
  toolUseSince(whose: Whose, from: number): Promise<readonly ToolUse[]>;
  /** The number of a run's events, by type. */
  eventCounts(runId: RunId): Promise<Readonly<Record<string, number>>>;
  /** The length of each message's content, in characters of its JSON; oldest first, `seq` greater than `after`. */
  messageSizes(
    threadId: ThreadId,
    query: { readonly after: number; readonly limit: number },
  ): Promise<readonly MessageSize[]>;
}

export interface MessageSize {
  readonly seq: number;
  readonly runId: RunId;
  readonly role: 'user' | 'assistant';
  readonly chars: number;
}
