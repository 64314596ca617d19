// Room: goes on with a run after a restart, from its rows. What is finished is not repeated; a call that
// may have had an effect is made again only if its owner says so.

import { aborted } from '../../../kernel/abort.ts';
import { strictest } from '../../../instance/tool-switches/model.ts';
import type { RunId } from '../../../kernel/ids.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { Journal } from '../../../ports/journal.ts';
import type { Log } from '../../../ports/log.ts';
import type { MachineBoot } from '../../../ports/machine-boot.ts';
import { isFree, type ModelGateway } from '../../../ports/model.ts';
import type { PromptStore } from '../../../conversation/prompts/store.ts';
import type { ThreadStore } from '../../../conversation/threads/store.ts';
import type { AfterRun } from '../after-run.ts';
import type { RunStore, RunWrite } from '../store.ts';
import type { RunEnding } from '../ending.ts';
import type { RunExecutor } from '../executor.ts';
import { runLimits } from '../limits.ts';
import { LiveRun, type LiveRuns } from '../live-runs.ts';
import { INTERRUPTED, OUT, refusedRun, type Run, type RunFailure } from '../model.ts';
import { sayEnd } from '../says.ts';
import type { Spending } from '../loop/spending.ts';
import { modelFor } from '../model-for.ts';
import { RunLog } from '../run-log.ts';
import { cutOffCalls, type AsksOwner } from './cut-off-calls.ts';
import { fruitlessIn, checkpointOf, spentBefore } from './checkpoint.ts';
import type { Resumable } from './model.ts';
import { requestAgain } from './resumption.ts';
import type { Words } from '../../../ports/words.ts';
import type { WhyOut } from '../../../trust/people/model.ts';

export interface ResumingDeps {
  readonly words: Words;
  readonly journal: Journal<RunWrite>;
  readonly runs: RunStore;
  readonly threads: Pick<ThreadStore, 'lastMessage' | 'settings'>;
  readonly prompts: Pick<PromptStore, 'ofRun'>;
  readonly models: ModelGateway;
  readonly live: LiveRuns;
  readonly spending: Pick<Spending, 'keep' | 'hold' | 'release'>;
  readonly executor: RunExecutor;
  readonly afterRun: AfterRun;
  readonly ending: RunEnding;
  readonly ask: AsksOwner;
  readonly whyOut: WhyOut;
  readonly boot: MachineBoot;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

/** What is taken of a run that another process left, besides the run. */
interface Taken {
  readonly run: Run;
  readonly live: LiveRun;
  readonly resumable: Resumable;
}

/**
 * Goes on with runs that the last process left, where they asked for it. What is finished is not repeated: the model is
 * told the recorded results. A call whose outcome is unknown is made again only if it changes nothing or can be repeated;
 * about any other its owner is asked.
 */
export class Resuming {
  readonly #deps: ResumingDeps;
  readonly #begin = Promise.withResolvers<void>();
  /** Left for an engine that stays. */
  readonly #left = new Set<RunId>();

  constructor(deps: ResumingDeps) {
    this.#deps = deps;
  }

  /**
   * For startup. Takes a run that the last process left: it has its place in its thread, and goes on after `begin`. In an
   * engine that does not stay (`isLasting` is false) it is left as it is.
   * @returns null, or why it must end instead
   */
  async take(run: Run, isLasting: boolean): Promise<RunFailure | null> {
    const { runs, boot, live: lives, spending, clock, journal } = this.#deps;
    const { runId, sessionId, threadId } = run;
    const resumable = threadId === null ? null : await runs.resumable(runId);
    const out = this.#deps.whyOut(run.startedBy.personId);
    if (out !== null) return OUT[out];
    if (resumable === null || threadId === null) return INTERRUPTED;
    if (resumable.times >= runLimits.resumes && (await fruitlessIn(runId, runs)) >= runLimits.resumes)
      return TOO_OFTEN;
    if (!isLasting) {
      this.#left.add(runId);
      return null;
    }
    const [bootId, last, spentUsd] = await Promise.all([
      runs.bootId(runId),
      runs.lastEventId(runId),
      spentBefore(runId, runs),
    ]);
    const isSameBoot = bootId === null || boot.isSame(bootId);
    const lastEventId = (last ?? 0) + (isSameBoot ? 0 : runLimits.unsyncedEvents);
    const request = requestAgain(run, resumable.resumption);
    const live = new LiveRun({ runId, sessionId, threadId, request, startedAt: run.createdAt }, (self) => {
      const onFailure = () => self.abort('storage');
      return new RunLog(runId, { journal, store: runs, clock, onFailure, lastEventId });
    });
    // No await between this and the entry: of two that take it, one does.
    if (lives.isLive(runId)) return null;
    this.#left.delete(runId);
    lives.add(live);
    // What it has spent counts for the ceilings before anything else may spend.
    spending.hold(run.startedBy.personId, runId, spentUsd);
    live.ended = this.#goOn({ run, live, resumable }).finally(() => lives.remove(live));
    return null;
  }

  /** Whether another engine may go on with it. */
  isLeft(runId: RunId): boolean {
    return this.#left.has(runId);
  }

  /** Goes on with all that was taken. Waits for nothing; may be called repeatedly. */
  begin(): void {
    this.#begin.resolve();
  }

  /** Never rejects. */
  async #goOn(taken: Taken): Promise<void> {
    const { log, ending, spending } = this.#deps;
    const { run, live } = taken;
    await Promise.race([this.#begin.promise, suspended(live)]);
    if (live.suspends) {
      live.log.close();
      return;
    }
    try {
      await this.#execute(taken);
    } catch (error) {
      log.error('a run could not go on after the restart', { runId: run.runId, error });
      const why = isRefusal(error) ? refusedRun(error) : INTERRUPTED;
      live.log.close(await ending.end(run, why));
      // Its cost is in its row now.
      spending.release(run.runId, null);
    }
  }

  async #execute({ run, live, resumable }: Taken): Promise<void> {
    const { runs, threads, models, spending, executor, afterRun, clock, ask, ids, log } = this.#deps;
    const { model } = await modelFor(live.request, models);
    const { background } = live.request;
    // What others have spent meanwhile does not end it: each of its calls is judged.
    if (background?.isReserved === true && !isFree(model.price))
      await spending.keep(run.startedBy.personId, run.runId, background.ceilingUsd);
    const [given, { tools }] = await Promise.all([runs.given(run.runId), threads.settings(live.threadId)]);
    live.instructions = given.instructions;
    // What was switched off meanwhile is off.
    live.switches = strictest(given.tools, tools);
    const left = await checkpointOf(run, resumable, clock.now(), this.#deps);
    const settle = cutOffCalls(ask, ids, live.standing.canAsk);
    live.earlier = { ...left.earlier, settle };
    live.waitMs = left.waitMs;
    live.spentUsd = left.spentUsd;
    live.agentsUsd = left.agentsUsd;
    live.priceKnown = left.priceKnown;
    live.model = model;
    await live.log.record(left.events, left.changes);
    log.info('run goes on after a restart', { runId: run.runId, times: resumable.times + 1 });
    afterRun.begin(run, await executor.execute(live, run, model), model);
  }
}

/** Resolves when the engine stops. A run that its owner stops still has to end. */
async function suspended(live: LiveRun): Promise<void> {
  await aborted(live.signal);
  if (!live.suspends) await new Promise(() => undefined);
}

const TOO_OFTEN: RunFailure = {
  code: INTERRUPTED.code,
  says: [sayEnd('run.resumed_too_often', { times: runLimits.resumes + 1 })],
  retryable: true,
};
