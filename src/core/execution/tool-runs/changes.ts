import type { RunId } from '../../kernel/ids.ts';
import type { Principal, ToolRun, ToolSession } from './model.ts';

export type ToolRunChange =
  /** Adds it, or replaces the session behind it. */
  | { readonly change: 'tool-session.put'; readonly session: ToolSession }
  /** Written before the run itself, which has the same id; its session exists. */
  | { readonly change: 'tool-run.track'; readonly toolRun: ToolRun }
  /** From now on it cannot be polled; its run stays in the history. */
  | { readonly change: 'tool-run.untrack'; readonly runId: RunId }
  | { readonly change: 'tool-state-dir.remember'; readonly principal: Principal; readonly stateDir: string };
