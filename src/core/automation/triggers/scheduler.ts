import type { PersonId } from '../../kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NoticeChange } from '../notices/store.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { Words } from '../../ports/words.ts';
import type { TriggerChange, TriggerStore } from './store.ts';
import type { DueTimes } from './due-times.ts';
import type { Firing } from './firing.ts';
import { triggerLimits } from './limits.ts';
import { cutOff } from './outcomes.ts';

export interface SchedulerDeps {
  readonly journal: Journal<TriggerChange | NoticeChange>;
  readonly store: TriggerStore;
  readonly dueTimes: DueTimes;
  readonly firing: Firing;
  /** For whom nothing fires now. */
  readonly out: () => readonly PersonId[];
  readonly words: Words;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Fires triggers when they are due. It sleeps until the next due time, and looks at the clock now and then meanwhile,
 * because a clock can be set and a machine can sleep; neither reads the database. So triggers that are not due cost
 * nothing, however many there are.
 */
export class Scheduler {
  readonly #deps: SchedulerDeps;
  #wake = new AbortController();
  readonly #stop = new AbortController();
  #isStale = true;
  #working: Promise<void> | null = null;

  constructor(deps: SchedulerDeps) {
    this.#deps = deps;
  }

  /** Begins; returns at once. Repeatable. */
  begin(): void {
    this.#working ??= this.#work().catch((error: unknown) =>
      this.#deps.log.error('the scheduler has stopped', { error }),
    );
  }

  /** A due time may have changed, or who is out. */
  readonly changed = (): void => {
    this.#isStale = true;
    this.#wake.abort();
  };

  /** Fires nothing more; what is in progress goes on. Resolves when the last look at the store is over; never rejects. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wake.abort();
    await this.#working;
  }

  async #work(): Promise<void> {
    const { clock, log } = this.#deps;
    let nextAt: number | null = null;
    let seen = { at: clock.now(), monotonic: clock.monotonic() };
    let wasSetBack = true;
    let isFirst = true;
    while (!this.#stop.signal.aborted) {
      this.#wake = new AbortController();
      try {
        if (isFirst) await this.#lookAgain();
        isFirst = false;
        if (wasSetBack) await this.#findAnew();
        if (this.#isStale || wasSetBack || (nextAt !== null && nextAt <= clock.now())) {
          this.#isStale = false;
          nextAt = await this.#fireDue();
        }
      } catch (error) {
        log.error('due triggers could not be fired; they are tried again', { error });
        this.#isStale = true;
        await clock.sleep(triggerLimits.againMs, this.#stop.signal);
      }
      seen = { at: clock.now(), monotonic: clock.monotonic() };
      if (!this.#isStale) await clock.sleep(this.#pause(nextAt), this.#wake.signal);
      const passed = clock.monotonic() - seen.monotonic;
      wasSetBack = clock.now() < seen.at + passed - SET_BACK_MS;
    }
  }

  #pause(nextAt: number | null): number {
    const { clockCheckMs } = triggerLimits;
    if (nextAt === null) return clockCheckMs;
    return Math.max(0, Math.min(nextAt - this.#deps.clock.now(), clockCheckMs));
  }

  /** @returns when the next one is due; null if none is */
  async #fireDue(): Promise<number | null> {
    const { store, firing, out, clock } = this.#deps;
    for (;;) {
      if (this.#stop.signal.aborted) return null;
      const due = await store.due(clock.now(), triggerLimits.batch, out());
      if (due.length === 0) return await store.nextDueAt(out());
      // Together: each waits for the disk, and they wait for it at once.
      const all = await Promise.allSettled(due.map((trigger) => firing.due(trigger)));
      const failed = all.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
    }
  }

  /** At the start: looks at pages that died with the last process have failed, and are due now. */
  async #lookAgain(): Promise<void> {
    const { store, journal, clock, ids, words } = this.#deps;
    const now = clock.now();
    const died = await store.cutOffLooks();
    await journal.commit(died.flatMap((trigger) => cutOff(trigger, { now, ids, words })));
  }

  /** After the clock was set back: what was found at a later time may be due sooner. */
  async #findAnew(): Promise<void> {
    const { store, dueTimes, journal, clock } = this.#deps;
    const now = clock.now();
    for (const trigger of await store.dueFoundAfter(now)) {
      // One that cannot be read any more says so when it is due.
      const nextDueAt = await dueTimes.next(trigger, now).catch(() => now);
      await journal.commit([{ change: 'trigger.due', triggerId: trigger.triggerId, nextDueAt, at: now }]);
    }
  }
}

/** A wall clock that falls behind the other by more than this was set. */
const SET_BACK_MS = 2_000;
