import type { RunId, ThreadId } from '../kernel/ids.ts';
import type { Page } from '../kernel/page.ts';
import type { Run, ToolCallRecord } from '../runs/model.ts';
import type {
  RunFilter,
  RunGroup,
  RunPosition,
  SideCallUse,
  SpentOnModel,
  ToolCallPosition,
  ToolUse,
} from './model.ts';

/**
 * What has been done, read in ways that running needs no part of. Reads only; every method may be repeated. None
 * holds up the rest of the engine for longer than a moment, however much there is.
 */
export interface HistoryStore {
  /** Those that were made last come first; at most `limit` after `after`. Those of deleted threads, too. */
  runs(query: {
    readonly filter: RunFilter;
    readonly after: RunPosition | null;
    readonly limit: number;
  }): Promise<Page<Run, RunPosition>>;
  /** In the order of making. */
  toolCalls(
    runId: RunId,
    query: { readonly after: ToolCallPosition | null; readonly limit: number },
  ): Promise<Page<ToolCallRecord, ToolCallPosition>>;
  /** All runs that began at `from` or later. */
  spentSince(from: number): Promise<readonly RunGroup[]>;
  /**
   * The same by day: `bounds` are the instants at which days begin, rising, and the last at which the last one
   * ends. `day` counts from 0. Days and models on which nothing was spent are left out. The cost of side calls is in it: what a
   * day cost is all that was spent on it; tokens and number are those of runs.
   */
  spentByDay(bounds: readonly number[]): Promise<readonly (SpentOnModel & { readonly day: number })[]>;
  /** Those made at `from` or later, by purpose. */
  sideCallsSince(from: number): Promise<readonly SideCallUse[]>;
  /**
   * Calls that began at `from` or later, the most used tool first. Of a deleted thread those are missing that began
   * on the day (UTC) of `from`.
   */
  toolUseSince(from: number): Promise<readonly ToolUse[]>;
  /** How many events of each type a run has. */
  eventCounts(runId: RunId): Promise<Readonly<Record<string, number>>>;
  /** How long the content of messages is, in characters of its JSON; oldest first, `seq` greater than `after`. */
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
