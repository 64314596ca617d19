import { EVERYONE } from '../../trust/people/model.ts';
import type { Json } from '../../kernel/json.ts';
import type { RunId } from '../../kernel/ids.ts';
import type { NoticeChange } from '../notices/store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { Words } from '../../ports/words.ts';
import type { RunService } from '../../execution/runs/service.ts';
import type { TriggerChange, TriggerStore } from './store.ts';
import type { Expiry } from '../../instance/expiry/service.ts';
import type { Expectations } from '../expectations/service.ts';
import { expectationLimits } from '../expectations/limits.ts';
import type { Fire, NotCarriedOut, Trigger } from './model.ts';
import { endOf, failedWith, interrupted, withoutAnswer, type Verdict } from './outcomes.ts';

export interface SettlingDeps {
  readonly journal: Journal<TriggerChange | NoticeChange>;
  readonly store: TriggerStore;
  readonly runs: Pick<RunService, 'get'>;
  /** What a run that has ended said. */
  readonly answerOf: (runId: RunId, signal: AbortSignal) => Promise<string>;
  readonly expectations: Expectations;
  readonly expiry: Pick<Expiry, 'past'>;
  readonly words: Words;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

type Ended = Pick<Fire, 'triggerId' | 'dueAt' | 'cause' | 'runId'>;

/** Says what became of fires, from what is stored: the same while the engine runs and after it has died. */
export class Settling {
  readonly #deps: SettlingDeps;
  /** Fires of the last process whose workflow goes on in this one. */
  readonly #goingOn: Fire[] = [];
  /** Fires of the last process whose run has ended with an answer. */
  readonly #answered: Fire[] = [];

  constructor(deps: SettlingDeps) {
    this.#deps = deps;
  }

  /** What the expectation of a trigger is compared with afterwards. */
  async baselineOf({ expectation, personId }: Pick<Trigger, 'expectation' | 'personId'>): Promise<Json> {
    return await this.#deps.expectations.before(expectation, personId);
  }

  /**
   * Gives a fire its outcome; repeatable, the first one counts. `by run`: that of its run.
   * @throws the errors of the journal; then the next start settles it
   */
  async settle(fire: Ended, how: Verdict | 'by run', notCarriedOut: readonly NotCarriedOut[]): Promise<void> {
    const { journal, store, clock, ids, words, expiry } = this.#deps;
    const trigger = await store.get(EVERYONE, fire.triggerId);
    // It was deleted, and its fires with it.
    if (!trigger) return;
    const verdict = how === 'by run' ? await this.#ofRun(trigger, fire) : how;
    const now = clock.now();
    await journal.commit(endOf(trigger, fire, { ...verdict, notCarriedOut }, { now, ids, words, expiry }));
  }

  /**
   * For startup, after runs were recovered: settles what the last process cut off.
   * @throws the errors of the journal and the store
   */
  async recover(): Promise<void> {
    const { store, runs } = this.#deps;
    for (const fire of await store.unsettled())
      if (fire.workflowRunId !== null) this.#goingOn.push(fire);
      else if (fire.runId === null) await this.settle(fire, interrupted, []);
      else if (withoutAnswer(await runs.get(EVERYONE, fire.runId))) await this.settle(fire, 'by run', []);
      else this.#answered.push(fire);
  }

  /** Those that `recover` found with a workflow, once. */
  goingOn(): readonly Fire[] {
    return this.#goingOn.splice(0);
  }

  /**
   * Settles those that `recover` found with an answer: what they were for is checked now, which may reach other
   * machines. Never rejects; a fire that cannot be settled waits for the next start.
   */
  async recoverAnswered(): Promise<void> {
    const { log } = this.#deps;
    for (const fire of this.#answered.splice(0))
      try {
        await this.settle(fire, 'by run', []);
      } catch (error) {
        log.error('what became of a trigger could not be found', { triggerId: fire.triggerId, error });
      }
  }

  async #ofRun(trigger: Trigger, fire: Ended): Promise<Verdict> {
    const { runs, store, expectations, answerOf, clock } = this.#deps;
    const run = fire.runId === null ? null : await runs.get(EVERYONE, fire.runId);
    const without = withoutAnswer(run);
    if (without || !run) return without ?? interrupted;
    const { expectation } = trigger;
    // What a trial was to bring about is not there, because it carried nothing out.
    if (expectation === null || fire.cause === 'test') return { outcome: 'unverified', reason: null };
    const deadline = clock.deadline(2 * expectationLimits.httpMs);
    try {
      const answer = await answerOf(run.runId, deadline.signal);
      const unmet = await expectations.unmet(
        expectation,
        await store.baselineOf(fire),
        { runIds: [run.runId], personId: run.startedBy.personId, answer },
        deadline.signal,
      );
      return unmet === null ? { outcome: 'verified', reason: null } : failedWith(unmet);
    } finally {
      deadline.cancel();
    }
  }
}
