import type { RunId, ToolCallId } from '../kernel/ids.ts';
import type { PromptChange } from '../prompts/changes.ts';
import type { ThreadChange } from '../threads/changes.ts';
import type { RunEvent, RunTotals } from './events.ts';
import type { CallBegun, Run, RunError, RunStatus, SideCall, StopReason, ToolCallRecord } from './model.ts';

export type RunChange =
  /** Refused (`JournalConflict`) while another run of the same thread is `running`. */
  | {
      readonly change: 'run.start';
      readonly run: Run;
      readonly idempotencyKey: string | null;
      /** See `MachineBoot`; null as in the rows of versions that did not write it. */
      readonly bootId: string | null;
    }
  /** Ends a running run and adds its cost to the thread; a run that has ended is left alone (`JournalConflict`). */
  | {
      readonly change: 'run.end';
      readonly runId: RunId;
      readonly status: Exclude<RunStatus, 'running'>;
      readonly stopReason: StopReason | null;
      readonly error: RunError | null;
      readonly totals: RunTotals;
      /** Spent on waiting for a person, and no part of the duration. */
      readonly waitMs: number;
      readonly endedAt: number;
    }
  | { readonly change: 'run.event'; readonly runId: RunId; readonly event: RunEvent; readonly at: number }
  /** The intent: committed before the tool is called. */
  | { readonly change: 'tool-call.start'; readonly call: ToolCallRecord }
  | {
      readonly change: 'tool-call.end';
      readonly runId: RunId;
      readonly toolCallId: ToolCallId;
      readonly output: string;
      readonly success: boolean;
      readonly durationMs: number;
    }
  /** Written before a call that may cost something. One for each caller: the next takes its place. */
  | { readonly change: 'call.begin'; readonly call: CallBegun }
  /** What the call has cost stands in this list. `run.end` and `side-call.end` say it of their caller by themselves. */
  | { readonly change: 'call.end'; readonly callerId: string }
  /** Adds its cost to the thread, too, and that of a sub-agent to its run. Refused (`JournalConflict`) when the thread is gone. */
  | { readonly change: 'side-call.end'; readonly call: SideCall }
  | { readonly change: 'idempotency.forget'; readonly before: number };

/** All that a run writes while it is carried out. */
export type RunWrite = RunChange | ThreadChange | PromptChange;
