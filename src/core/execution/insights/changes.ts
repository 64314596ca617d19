import type { RunId, ThreadId } from '../../kernel/ids.ts';
import type { EndedRun, Sighting } from './model.ts';

/** In memory.db. */
export type InsightChange =
  /** Adds a run to its thread, and what was seen in it to the patterns. */
  | {
      readonly change: 'insights.count';
      readonly threadId: ThreadId;
      readonly run: Omit<EndedRun, 'threadId' | 'task'>;
      readonly seen: readonly Sighting[];
    }
  /** In the commit of what was counted: all runs up to this end are. `runs`: how many it were. */
  | {
      readonly change: 'insights.reach';
      readonly endNo: number;
      readonly runId: RunId;
      readonly runs: number;
    }
  /** Removes what came from a thread: its numbers, its questions, and its share of the evidence. */
  | { readonly change: 'insights.forget'; readonly threadId: ThreadId }
  /** Removes everything, and begins before the first run. */
  | { readonly change: 'insights.restart' };

/** In history.db, where `thread.delete` notes in its commit that insights have to forget the thread. */
export interface InsightSourceChange {
  readonly change: 'insights.forgotten';
  readonly threadId: ThreadId;
}
