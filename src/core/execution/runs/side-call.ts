import { runId as asRunId, type RunId } from '../../kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Log } from '../../ports/log.ts';
import { isJournalConflict, type AnyChange, type Journal } from '../../ports/journal.ts';
import type { RunStore, RunWrite } from './store.ts';
import {
  costOfEnd,
  noUsage,
  priceKnownOf,
  type Billed,
  type Model,
  type ModelRequest,
} from '../../ports/model.ts';
import type { Words } from '../../ports/words.ts';
import {
  INTERRUPTED,
  runErrorOf,
  type CallBegun,
  type RunError,
  type RunFailure,
  type SideCall,
} from './model.ts';
import { saySide } from './says.ts';
import type { Spending } from './loop/spending.ts';

/** The result of a side call, and the changes to commit together with its cost. */
export interface SideCallOutcome<More extends AnyChange = never> {
  readonly spent: Billed;
  readonly outcome: SideCall['outcome'];
  readonly error: RunFailure | null;
  readonly changes?: readonly (RunWrite | More)[];
}

export interface SideCallsDeps<More extends AnyChange = never> {
  readonly runs: Pick<RunStore, 'callsBegun'>;
  readonly journal: Journal<RunWrite | More>;
  readonly spending: Spending;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly words: Words;
  readonly log: Log;
}

/** Passed with each request of a side call: `ModelRequest.affords`. */
export type Affords = NonNullable<ModelRequest['affords']>;

type About = Pick<SideCall, 'purpose' | 'threadId' | 'runId' | 'personId'>;

/**
 * Model calls outside the turns of a run; each has a row of its own. `More` are changes of another feature that may be
 * committed with them.
 */
export class SideCalls<More extends AnyChange = never> {
  readonly #deps: SideCallsDeps<More>;

  constructor(deps: SideCallsDeps<More>) {
    this.#deps = deps;
  }

  /**
   * Makes a side call under the rules for a turn: its worst case is first reserved, and written. Its row records the
   * cost whatever the outcome, so that failures leave a trace. A call that fails here, or during which the engine
   * stops, is recorded at its worst case.
   * @returns null if it may not be made because it could exceed a ceiling; `kept` is false if the changes were dropped
   *   because the thread was deleted meanwhile
   */
  async make<Made extends SideCallOutcome<More>>(
    about: About,
    model: Pick<Model, 'id' | 'provider' | 'price'>,
    worstUsd: number,
    make: (affords: Affords) => Promise<Made>,
  ): Promise<{ readonly made: Made; readonly kept: boolean } | null> {
    const { journal, spending, ids, clock, words, log } = this.#deps;
    const sideCallId = ids.next();
    const spender = asRunId(sideCallId);
    const { refused } = await spending.reserve(about.personId, spender, 0, worstUsd);
    if (refused) return null;
    const { id, provider } = model;
    const sideCall = { ...about, model: id, provider };
    const begun: CallBegun = { callerId: sideCallId, worstUsd, sideCall, createdAt: clock.now() };
    let costUsd = 0;
    try {
      if (worstUsd > 0) await journal.commit([{ change: 'call.begin', call: begun }], 'written');
      costUsd = worstUsd;
      const affords = async (spentUsd: number): Promise<boolean> =>
        (await spending.reserve(about.personId, spender, 0, spentUsd + worstUsd)).refused === null;
      const made = await make(affords).catch(async (thrown: unknown) => {
        // If this cannot be written either, the next start writes it.
        await keep(leftCall(begun, sideCall, runErrorOf(BROKEN, words)), [], journal).catch(
          (error: unknown) =>
            log.error('the cost of a side call could not be written', { sideCallId, error }),
        );
        throw thrown;
      });
      costUsd = costOfEnd(made.spent, model.price);
      const { spent, outcome, changes = [] } = made;
      const error = made.error && runErrorOf(made.error, words);
      const { usage } = spent;
      const priceKnown = priceKnownOf(spent, model.price);
      const createdAt = clock.now();
      const call = { ...sideCall, sideCallId, usage, costUsd, priceKnown, outcome, error, createdAt };
      return { made, kept: await keep(call, changes, journal) };
    } finally {
      spending.release(spender, costUsd);
    }
  }

  /**
   * Records side calls that the last process left unfinished, at their worst case; not those for runs that go on, which
   * end them themselves (`isGoingOn`).
   * @throws Refusal disk_full, storage_error
   */
  async endLeftovers(isGoingOn: (runId: RunId) => boolean): Promise<void> {
    const { runs, journal, words, log } = this.#deps;
    for (const begun of await runs.callsBegun()) {
      if (begun.sideCall === null) continue;
      const { runId } = begun.sideCall;
      if (runId !== null && isGoingOn(runId)) continue;
      const call = leftCall(begun, begun.sideCall, runErrorOf(STOPPED, words));
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
  priceKnown: false,
  outcome: 'failed',
  error,
  createdAt,
});

/** @returns whether `changes` were written: not if the thread is gone */
async function keep<More extends AnyChange>(
  call: SideCall,
  changes: readonly (RunWrite | More)[],
  journal: Journal<RunWrite | More>,
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

const STOPPED: RunFailure = { code: INTERRUPTED.code, says: [saySide('side.stopped')], retryable: true };
const BROKEN: RunFailure = { code: 'internal', says: [saySide('side.broke')], retryable: false };
