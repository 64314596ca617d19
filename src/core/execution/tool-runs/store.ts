import type { Whose } from '../../trust/people/model.ts';
import type { RunId, ToolSessionId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { RunEvent } from '../runs/store.ts';
import type { ListedToolRun, Principal, ToolRun, ToolSession } from './model.ts';

/** The end of a page of tool runs. */
export interface ToolRunPosition {
  readonly toolRunNo: number;
}

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface ToolRunStore {
  session(id: ToolSessionId): Promise<ToolSession | null>;
  /** Every tracked run, oldest first: at most as many as the limit. */
  tracked(): Promise<readonly ToolRun[]>;
  /** Those whose run exists, newest first. */
  list(
    whose: Whose,
    query: { readonly limit: number; readonly after: ToolRunPosition | null },
  ): Promise<Page<ListedToolRun, ToolRunPosition>>;
  /**
   * As `RunStore.events`, with the time of each, in milliseconds since the epoch. `isAll`: there are no more now; otherwise
   * there may be.
   */
  events(
    runId: RunId,
    after: number,
    limit: number,
  ): Promise<{
    readonly events: readonly { readonly event: RunEvent; readonly at: number }[];
    readonly isAll: boolean;
  }>;
  /** The folders where hosts of this principal keep an mcp-runs.json. */
  stateDirs(principal: Principal): Promise<readonly string[]>;
}

export type ToolRunChange =
  /** Adds it, or replaces the session behind it. */
  | { readonly change: 'tool-session.put'; readonly session: ToolSession }
  /** Written before the run itself, which has the same id; its session exists. */
  | { readonly change: 'tool-run.track'; readonly toolRun: ToolRun }
  /** From now on it cannot be polled; its run stays in the history. */
  | { readonly change: 'tool-run.untrack'; readonly runId: RunId }
  | { readonly change: 'tool-state-dir.remember'; readonly principal: Principal; readonly stateDir: string };
