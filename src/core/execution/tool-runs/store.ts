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
  list(query: {
    readonly limit: number;
    readonly after: ToolRunPosition | null;
  }): Promise<Page<ListedToolRun, ToolRunPosition>>;
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
