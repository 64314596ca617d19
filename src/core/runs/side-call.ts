import { runId as asRunId } from '../kernel/ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Log } from '../ports/log.ts';
import { isJournalConflict, type Journal } from '../ports/journal.ts';
import type { RunWrite } from './changes.ts';
import { costOfEnd, noUsage, type Billed, type Model, type ModelRequest } from '../ports/model.ts';
import { INTERRUPTED, type CallBegun, type RunError, type SideCall } from './model.ts';
import type { RunStore } from './store.ts';
import type { Spending } from './loop/spending.ts';

/** What came of it, and the changes to write together with its cost. */
export interface SideCallOutcome {
  readonly spent: Billed;
  readonly outcome: SideCall['outcome'];
  readonly error: RunError | null;
  readonly changes?: readonly RunWrite[];
}

export interface SideCallsDeps {
  readonly runs: Pick<RunStore, 'callsBegun'>;
  readonly journal: Journal<RunWrite>;
  readonly spending: Spending;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

/** Of each request of a side call: `ModelRequest.affords`. */
export type Affords = NonNullable<ModelRequest['affords']>;

type About = Pick<SideCall, 'purpose' | 'threadId' | 'runId'>;

/** Model calls beside the turns of a run: each has a row of its own. */
export class SideCalls {
  readonly #deps: SideCallsDeps;

  constructor(deps: SideCallsDeps) {
    this.#deps = deps;
  }

  /**
   * Makes a side call as a run would make one: its worst case is reserved first, and on disk. What it cost is in its row
   * whatever came of it, because silent failures would be an outage without a trace: of one
   * that broke, or whose engine stopped before that was written, the most that it could.
   * @returns null when it may not be made, because it could cost more than may be spent; `kept` is false when the
   *   changes were not made, because the thread was deleted meanwhile
   */
  async make<Made extends SideCallOutcome>(
    about: About,
    model: Model,
    worstUsd: number,
    make: (affords: Affords) => Promise<Made>,
  ): Promise<{ readonly made: Made; readonly kept: boolean } | null> {
    const { journal, spending, ids, clock, log } = this.#deps;
    const sideCallId = ids.next();
    const spender = asRunId(sideCallId);
    const { refused } = await spending.reserve(spender, 0, worstUsd);
    if (refused) return null;
    const { id, provider } = model;
    const sideCall = { ...about, model: id, provider };
    const begun: CallBegun = { callerId: sideCallId, worstUsd, sideCall, createdAt: clock.now() };
    let costUsd = 0;
    try {
      if (worstUsd > 0) await journal.commit([{ change: 'call.begin', call: begun }], 'written');
      costUsd = worstUsd;
      const affords = async (spentUsd: number): Promise<boolean> =>
        (await spending.reserve(spender, 0, spentUsd + worstUsd)).refused === null;
      const made = await make(affords).catch(async (thrown: unknown) => {
        // If not even that can be written, the next start writes it.
        await keep(leftCall(begun, sideCall, BROKEN), [], journal).catch((error: unknown) =>
          log.error('the cost of a side call could not be written', { sideCallId, error }),
        );
        throw thrown;
      });
      costUsd = costOfEnd(made.spent, model.price);
      const { spent, outcome, error, changes = [] } = made;
      const { usage } = spent;
      const createdAt = clock.now();
      const call = { ...sideCall, sideCallId, usage, costUsd, outcome, error, createdAt };
      return { made, kept: await keep(call, changes, journal) };
    } finally {
      spending.release(spender, costUsd);
    }
  }

  /** What side calls may have cost that died with the process before. @throws Refusal disk_full, storage_error */
  async endLeftovers(): Promise<void> {
    const { runs, journal, log } = this.#deps;
    for (const begun of await runs.callsBegun()) {
      if (begun.sideCall === null) continue;
      const call = leftCall(begun, begun.sideCall, STOPPED);
      await keep(call, [], journal);
      log.info('side call was interrupted by the last stop', {
        purpose: call.purpose,
        costUsd: call.costUsd,
      });
    }
  }
}

const leftCall = (
  { callerId, worstUsd, createdAt }: CallBegun,
  sideCall: NonNullable<CallBegun['sideCall']>,
  error: RunError,
): SideCall => ({
  ...sideCall,
  sideCallId: callerId,
  usage: noUsage,
  costUsd: worstUsd,
  outcome: 'failed',
  error,
  createdAt,
});

/** @returns whether `changes` were made, too: not when the thread is gone */
async function keep(
  call: SideCall,
  changes: readonly RunWrite[],
  journal: Journal<RunWrite>,
): Promise<boolean> {
  try {
    await journal.commit([...changes, { change: 'side-call.end', call }]);
    return true;
  } catch (failure) {
    if (!isJournalConflict(failure)) throw failure;
    await journal.commit([{ change: 'side-call.end', call: { ...call, threadId: null } }]);
    return false;
  }
}

const COUNTED = 'What it cost is not known, so the most that it could cost is counted.';
const STOPPED: RunError = {
  code: INTERRUPTED.code,
  error: `The engine stopped during this call. ${COUNTED}`,
  retryable: true,
};
const BROKEN: RunError = {
  code: 'internal',
  error: `The engine failed during this call; its log says why. ${COUNTED}`,
  retryable: false,
};
