import type { ToolCallBlock, Usage } from '../../../ports/model.ts';
import type { ToolOutcome } from '../../../ports/tools.ts';
import type { ToolCallContext } from '../port.ts';

/** A call of the last reply of an earlier process: no model has seen its result. */
export interface LeftCall {
  readonly call: ToolCallBlock;
  /** Its result was recorded. */
  readonly recorded: ToolOutcome | null;
  /**
   * Where nothing was recorded: its result, as it follows from what its owner answered; `not_begun`: it was not carried
   * out; null: it may have been.
   */
  readonly known: ToolOutcome | 'not_begun' | null;
}

/** What earlier processes did of a run. */
export interface Earlier {
  readonly usage: Usage;
  readonly turns: number;
  /** Of work and of waiting. */
  readonly elapsedMs: number;
  /** In the order in which the model made them. */
  readonly calls: readonly LeftCall[];
  /**
   * For a call that may have been carried out, and must not be repeated by itself: what to tell the model, after its owner
   * was asked where that is possible. Null: carry it out.
   */
  readonly settle: (
    call: ToolCallBlock,
    context: Pick<ToolCallContext, 'runId' | 'sessionId' | 'signal' | 'record'>,
  ) => Promise<ToolOutcome | null>;
}
