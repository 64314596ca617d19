import type { WhyOut } from '../../trust/people/model.ts';
import type { FireBegun, FireCause, MissedBecause } from '../../conversation/background/changes.ts';
import type { InFlight } from '../../conversation/background/port.ts';
import { runId as asRunId, type RunId, type TriggerId, type WorkflowRunId } from '../../kernel/ids.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import { becauseOf, type Because } from '../../kernel/worded.ts';
import type { NoticeChange } from '../notices/store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { Words } from '../../ports/words.ts';
import { refuse as refuseThread } from '../../conversation/threads/errors.ts';
import type { TriggerChange, TriggerStore } from './store.ts';
import type { Due, DueTimes } from './due-times.ts';
import { LateSettling, type Attempt, type FireOfWorkflow, type LateSettlingDeps } from './late-settling.ts';
import { triggerLimits } from './limits.ts';
import { canStop, type Effect, type NotCarriedOut, type Trigger } from './model.ts';
import { OUT } from '../../execution/runs/model.ts';
import { endOf, failedWith, pausing, stopped, type Verdict } from './outcomes.ts';
import { sayOutcome as say } from './says.ts';
import type { EffectOfTrigger, Fire } from './effect.ts';
import type { Settling } from './settling.ts';
import type { Expiry } from '../../instance/expiry/service.ts';
import type { Look, Watching } from './watching.ts';

export interface FiringDeps {
  readonly journal: Journal<TriggerChange | NoticeChange>;
  readonly store: TriggerStore;
  readonly inFlight: InFlight;
  readonly dueTimes: DueTimes;
  readonly watching: Watching;
  readonly effects: Readonly<Record<Effect, EffectOfTrigger>>;
  readonly settling: Settling;
  /** Null while it is not over. */
  readonly endOfWorkflow: (id: WorkflowRunId) => Promise<Verdict | null>;
  readonly stopWorkflow: (id: WorkflowRunId) => Promise<void>;
  readonly takeUpWorkflow: LateSettlingDeps['takeUpWorkflow'];
  /** Ends a run of this process. */
  readonly abortRun: (runId: RunId) => void;
  readonly whyOut: WhyOut;
  readonly expiry: Pick<Expiry, 'past'>;
  readonly words: Words;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

interface When {
  readonly dueAt: number;
  readonly cause: FireCause;
  readonly missed: number;
  readonly missedBecause: MissedBecause | null;
  /** When it is due again; absent: that does not change. */
  readonly next?: number | null;
}

/** Fires triggers: at most once for a due time, one fire of a trigger at a time, and with an outcome for each. */
export class Firing {
  readonly #deps: FiringDeps;
  readonly #ending = new Map<TriggerId, Promise<void>>();
  readonly #looking = new Set<AbortController>();
  /** Fires that get their outcome later, because the disk failed. */
  readonly #late: LateSettling;
  readonly #closing = new AbortController();
  /** A fire that was asked for has a time of its own. */
  #lastAskedAt = 0;
  /** What was due before it was not missed by a sleep. */
  readonly #since: number;

  constructor(deps: FiringDeps) {
    this.#deps = deps;
    this.#since = deps.clock.now();
    this.#late = new LateSettling({
      ...deps,
      ended: (triggerId) => this.ended(triggerId),
      goOn: (trigger, fire) => this.goOn(trigger, fire),
    });
  }

  /**
   * Fires a trigger that is due. Resolves once that is on disk; the work goes on.
   * @throws the errors of the journal, when nothing of it is stored; then it is due still
   */
  async due(trigger: Trigger): Promise<void> {
    const { clock, journal } = this.#deps;
    const { triggerId, watch, nextDueAt } = trigger;
    const now = clock.now();
    // They were disabled since it was found to be due; then it waits until they are enabled.
    if (this.#deps.whyOut(trigger.personId) !== null) return;
    const come = await this.#come(trigger, now);
    if (come === null) return;
    const { dueAt, missed, next } = come;
    const because = (nextDueAt ?? now) < this.#since ? 'not_running' : 'asleep';
    const missedBecause = missed === 0 ? null : because;
    const when: When = { dueAt, cause: 'due', missed, missedBecause, ...(watch === null ? { next } : {}) };
    // A page may answer slowly, and others that are due must not wait for it. So it is due again before it is read; a
    // look that dies with the engine is made up for at the next start.
    if (watch !== null)
      await journal.commit([{ change: 'trigger.due', triggerId, nextDueAt: next, at: now }]);
    await this.#awaitSettledFire(triggerId);
    const begun = this.#begin(trigger, when);
    if (begun && watch !== null) {
      // What goes wrong is in the log.
      begun.catch(() => undefined);
      return;
    }
    if (begun) {
      await begun;
      return;
    }
    const fire = this.#fireBegun(trigger, when, null);
    const skipped = { outcome: 'skipped', reason: STILL_RUNNING } as const;
    await journal
      .commit([fire, ...endOf(trigger, fire, skipped, this.#telling())])
      .catch((error: unknown) => this.#notAgain(error, trigger, next));
  }

  /**
   * Fires it now, besides its schedule. Resolves once that is on disk.
   * @returns the run; null where no run does the work
   * @throws Refusal run_in_progress, draining, and the errors of the journal
   */
  async now(trigger: Trigger, cause: 'asked' | 'test'): Promise<RunId | null> {
    await this.#awaitSettledFire(trigger.triggerId);
    const dueAt = Math.max(this.#deps.clock.now(), this.#lastAskedAt + 1);
    this.#lastAskedAt = dueAt;
    const begun = this.#begin(trigger, { dueAt, cause, missed: 0, missedBecause: null });
    if (!begun)
      throw refuseThread.run_in_progress({ runId: this.#deps.inFlight.of(trigger.triggerId)?.runId ?? null });
    return await begun;
  }

  /** For startup: a fire of the last process whose workflow goes on. It takes its place again and gets its outcome when the workflow ends. */
  goOn(trigger: Trigger, fire: FireOfWorkflow): void {
    const { inFlight, settling, endOfWorkflow, stopWorkflow, log } = this.#deps;
    const { triggerId, title, effect, personId } = trigger;
    const leave = inFlight.begin({
      of: 'trigger',
      id: triggerId,
      runId: null,
      title,
      effect,
      startedAt: fire.startedAt,
      personId,
      stop: () => stopWorkflow(fire.workflowRunId),
    });
    const ending = (async () => {
      const how = await endOfWorkflow(fire.workflowRunId);
      if (how !== null) await settling.settle(fire, how, []);
    })()
      .catch((error: unknown) => {
        log.error('what became of a trigger could not be kept', { triggerId, error });
        this.#late.settle(fire, { how: null, notCarriedOut: [] });
      })
      .finally(() => {
        this.#ending.delete(triggerId);
        leave?.();
      });
    this.#ending.set(triggerId, ending);
  }

  /** Resolves when nothing of this trigger is in progress; never rejects. */
  async ended(triggerId: TriggerId): Promise<void> {
    await this.#ending.get(triggerId);
  }

  /**
   * The engine stops: looks at pages end, and are made up for at the next start. Resolves when nothing of any trigger is
   * in progress; never rejects.
   */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const look of this.#looking) look.abort();
    await Promise.all([...this.#ending.values(), this.#late.close()]);
  }

  /**
   * Waits until a fire whose outcome is already readable has left its place. An outcome is readable a moment before it is on
   * disk, and a client that has read it may begin the next fire. Work that is still in progress is not waited for.
   */
  async #awaitSettledFire(triggerId: TriggerId): Promise<void> {
    const { inFlight, store } = this.#deps;
    const piece = inFlight.of(triggerId);
    if (piece === null) return;
    const [last] = (await store.fires(triggerId, { limit: 1, after: null })).items;
    if (last && last.startedAt >= piece.startedAt && last.outcome !== null) await this.ended(triggerId);
  }

  /** Null if the schedule cannot be read any more: then the trigger is paused. */
  async #come(trigger: Trigger, now: number): Promise<Due | null> {
    try {
      return this.#deps.dueTimes.come(trigger, now);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.#deps.journal.commit(pausing(trigger, becauseOf(error).says, { ...this.#telling(), now }));
      return null;
    }
  }

  /** Null if it is in progress already. There is no await before it has its place. */
  #begin(trigger: Trigger, when: When): Promise<RunId | null> | null {
    const { ids, clock, inFlight, abortRun, log } = this.#deps;
    const { triggerId, title, effect, personId } = trigger;
    const runId = effect === 'run_agent' ? asRunId(ids.next()) : null;
    const stop = new AbortController();
    const abort = () => {
      stop.abort();
      if (runId !== null) abortRun(runId);
    };
    const piece = {
      of: 'trigger' as const,
      id: triggerId,
      // Whether there will be a run at all, a watch knows when its page was read.
      runId: trigger.watch === null ? runId : null,
      title,
      effect,
      startedAt: clock.now(),
      personId,
      stop: canStop(trigger) ? abort : null,
    };
    const leave = inFlight.begin(piece);
    if (!leave) return null;
    const started = Promise.withResolvers<RunId | null>();
    const begun = (withRun: RunId | null): void => {
      piece.runId = withRun;
      started.resolve(withRun);
    };
    const attempt: Attempt = { how: null, notCarriedOut: [] };
    const ending = this.#carryOut(trigger, when, runId, stop, begun, attempt)
      .catch((error: unknown) => {
        log.error('a trigger could not fire', { triggerId, error });
        started.reject(error);
        this.#late.settle({ triggerId, ...when }, attempt);
      })
      .finally(() => {
        this.#ending.delete(triggerId);
        leave();
      });
    this.#ending.set(triggerId, ending);
    return started.promise;
  }

  /** Calls `started` as soon as the fire is on disk, and resolves when it has its outcome. */
  async #carryOut(
    trigger: Trigger,
    when: When,
    runId: RunId | null,
    stop: AbortController,
    started: (runId: RunId | null) => void,
    attempt: Attempt,
  ): Promise<void> {
    const { journal, clock, effects, settling } = this.#deps;
    const { signal } = stop;
    const { notCarriedOut } = attempt;
    const trial = when.cause === 'test' ? (what: NotCarriedOut) => notCarriedOut.push(what) : null;
    let look: Look | null = null;
    const failing = async (error: unknown): Promise<void> => {
      if (this.#closing.signal.aborted && trigger.watch !== null) {
        const { triggerId } = trigger;
        const now = clock.now();
        // It did not die with the engine, so it has not failed.
        if (when.cause === 'due')
          await journal.commit([{ change: 'trigger.due', triggerId, nextDueAt: now, at: now }]);
        started(null);
        return;
      }
      // Nothing new begins while the engine stops: it is due still, when it starts again.
      if (
        !isRefusal(error) ||
        error.kind === 'storage' ||
        error.kind === 'storage_full' ||
        error.code === 'draining'
      )
        throw error;
      if (error.code === 'run_in_progress' && trigger.runAt !== null && when.cause === 'due') {
        // What is due once would be lost.
        const at = clock.now();
        const nextDueAt = at + triggerLimits.busyMs;
        await journal.commit([{ change: 'trigger.due', triggerId: trigger.triggerId, nextDueAt, at }]);
        started(null);
        return;
      }
      const fire = this.#fireBegun(trigger, when, null);
      const verdict = signal.aborted ? this.#whyStopped(trigger) : verdictOf(error);
      await journal.commit([fire, ...endOf(trigger, fire, verdict, this.#telling())]);
      started(null);
    };
    try {
      if (trigger.watch !== null) look = await this.#look({ ...trigger, watch: trigger.watch }, stop);
      if (look !== null && look.found !== 'changed' && trial === null) {
        await this.#noted(trigger, when, look);
        started(null);
        return;
      }
      const begun: FireBegun = {
        ...this.#fireBegun(trigger, when, runId),
        baseline: await settling.baselineOf(trigger),
        // A trial leaves the change to be found when the page is looked at in earnest.
        ...(look === null || trial !== null ? {} : { watched: look.text }),
      };
      const fire: Fire = {
        trigger,
        begun,
        runId,
        signal,
        changed: look?.told ?? null,
        isChange: look?.found === 'changed',
        trial,
      };
      const { ended } = await effects[trigger.effect].begin(fire);
      started(runId);
      const how = await ended;
      attempt.how = how;
      if (how !== null) await settling.settle(begun, how, notCarriedOut);
    } catch (error) {
      if (isJournalConflict(error)) {
        await this.#notAgain(error, trigger, when.next);
        started(null);
        return;
      }
      await failing(error).catch(async (failure: unknown) => {
        await this.#notAgain(failure, trigger, when.next);
        started(null);
      });
    }
  }

  async #look(trigger: Parameters<Watching['look']>[0], stop: AbortController): Promise<Look> {
    this.#looking.add(stop);
    try {
      return await this.#deps.watching.look(trigger, stop.signal);
    } finally {
      this.#looking.delete(stop);
    }
  }

  /** A page that says what it said before, or is read for the first time. */
  async #noted(trigger: Trigger, when: When, look: Look): Promise<void> {
    const { journal } = this.#deps;
    const { triggerId } = trigger;
    const telling = this.#telling();
    const at = telling.now;
    const text = look.found === 'first' ? { text: look.text } : {};
    const fire = this.#fireBegun(trigger, when, null);
    const verdict: Verdict = { outcome: 'skipped', reason: look.found === 'first' ? FIRST_LOOK : NO_CHANGE };
    await journal.commit([
      { change: 'watch.checked', triggerId, at, ...text },
      // Only what was asked for has an entry: a page that does not change would fill the list.
      ...(when.cause === 'due' ? [] : [fire, ...endOf(trigger, fire, verdict, telling)]),
    ]);
  }

  /**
   * It has fired for this due time already, or is gone: then it is only due again.
   * @throws the error if it is another one
   */
  async #notAgain(error: unknown, { triggerId }: Trigger, next: number | null | undefined): Promise<void> {
    if (!isJournalConflict(error)) throw error;
    const { journal, clock } = this.#deps;
    if (next !== undefined)
      await journal.commit([{ change: 'trigger.due', triggerId, nextDueAt: next, at: clock.now() }]);
  }

  #whyStopped({ personId }: Trigger): Verdict {
    const out = this.#deps.whyOut(personId);
    return out === null ? stopped : failedWith(OUT[out]);
  }

  #telling(): Parameters<typeof endOf>[3] {
    const { clock, ids, words, expiry } = this.#deps;
    return { now: clock.now(), ids, words, expiry };
  }

  #fireBegun(
    { triggerId }: Trigger,
    { dueAt, cause, missed, missedBecause, next }: When,
    runId: RunId | null,
  ): FireBegun {
    return {
      change: 'fire.begin',
      triggerId,
      dueAt,
      cause,
      runId,
      startedAt: this.#deps.clock.now(),
      missed,
      missedBecause,
      baseline: null,
      ...(next === undefined ? {} : { nextDueAt: next }),
    };
  }
}

/** A conversation that its owner uses says nothing about the trigger. */
const verdictOf = (refusal: Refusal): Verdict =>
  refusal.code === 'run_in_progress'
    ? { outcome: 'skipped', reason: { code: refusal.code, says: [say('outcome.conversation-in-use')] } }
    : failedWith(becauseOf(refusal));

const STILL_RUNNING: Because = { code: 'still_running', says: [say('outcome.still-running')] };
const FIRST_LOOK: Because = { code: 'first_look', says: [say('outcome.first-look')] };
const NO_CHANGE: Because = { code: 'unchanged', says: [say('outcome.unchanged')] };
