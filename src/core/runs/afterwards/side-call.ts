import { runId as asRunId } from '../../kernel/ids.ts';
import type { Ids } from '../../ports/ids.ts';
import { isJournalConflict, type Change, type Journal } from '../../ports/journal.ts';
import { costOfEnd, type Billed, type Model } from '../../ports/model.ts';
import type { RunError, SideCall } from '../model.ts';
import type { Spending } from '../loop/spending.ts';
import type { TurnDeps } from '../loop/turn.ts';

/** What came of it, and what has to be written together with its cost. */
export interface Aside {
  readonly spent: Billed;
  readonly outcome: SideCall['outcome'];
  readonly error: RunError | null;
  readonly changes?: readonly Change[];
}

export interface SideCallDeps extends TurnDeps {
  readonly journal: Journal;
  readonly spending: Spending;
  readonly ids: Ids;
}

/**
 * Makes a side call as a run would make one: its worst case is reserved first, and what it cost is on disk whatever
 * came of it, because helpers that fail in silence are an outage that nobody sees (engine notes §11.7). Dying before
 * that loses its cost and nothing else.
 * @returns null when it may not be made, because it could cost more than may be spent; `kept` is false when the
 *   changes were not made, because the thread was deleted meanwhile
 */
export async function aside<Made extends Aside>(
  about: Pick<SideCall, 'purpose' | 'threadId' | 'runId'>,
  model: Model,
  worstUsd: number,
  make: () => Promise<Made>,
  { journal, spending, ids, clock }: SideCallDeps,
): Promise<{ readonly made: Made; readonly kept: boolean } | null> {
  const sideCallId = ids.next();
  const spender = asRunId(sideCallId);
  const { refused } = await spending.reserve(spender, 0, worstUsd);
  if (refused) return null;
  let costUsd = 0;
  try {
    const made = await make();
    costUsd = costOfEnd(made.spent, model.price);
    const { spent, outcome, error, changes = [] } = made;
    const { usage } = spent;
    const { id, provider } = model;
    const createdAt = clock.now();
    const call = { ...about, sideCallId, model: id, provider, usage, costUsd, outcome, error, createdAt };
    try {
      await journal.commit([...changes, { change: 'side-call.end', call }]);
      return { made, kept: true };
    } catch (failure) {
      if (!isJournalConflict(failure)) throw failure;
      await journal.commit([{ change: 'side-call.end', call: { ...call, threadId: null } }]);
      return { made, kept: false };
    }
  } finally {
    spending.release(spender, costUsd);
  }
}
