import type { RunId } from '../../../kernel/ids.ts';
import { runLimits } from '../limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { CeilingName } from '../model.ts';
import type { RunStore } from '../store.ts';

/** US dollars. Days and months are those of UTC. */
export type SpendingLimits = Readonly<Record<CeilingName, number>>;

export interface SpendingDeps {
  readonly store: Pick<RunStore, 'costSince'>;
  readonly clock: Clock;
  /** Read before every call, so that a change of the configuration takes effect at once. */
  readonly limits: () => SpendingLimits;
}

export interface Ceiling {
  readonly ceiling: CeilingName;
  readonly spentUsd: number;
  readonly limitUsd: number;
}

export interface Verdict {
  /** The ceiling that a call could exceed; null if it may be made. */
  readonly refused: Ceiling | null;
  /** A ceiling that is almost spent. */
  readonly close: Ceiling | null;
}

/**
 * What may still be spent. Before a call its worst case is reserved, so that calls that begin at the same moment do not
 * each count on the same money. A cost of NaN counts as too much.
 */
export class Spending {
  readonly #deps: SpendingDeps;
  /** Spent and reserved by runs that have not ended, so no row has it. */
  readonly #live = new Map<RunId, number>();
  /** Ceilings of single runs, below the configured one. */
  readonly #own = new Map<RunId, number>();
  /** What is kept for single runs until they end, whether they spend it or not. */
  readonly #kept = new Map<RunId, number>();
  /** Sums over the runs that have ended, for the day on which they were read. */
  #ended: { readonly day: number; readonly sums: Ended; readonly read: Promise<Ended> } | null = null;

  constructor(deps: SpendingDeps) {
    this.#deps = deps;
  }

  /** From now on this run may cost at most `usd`, until it is released. */
  limit(runId: RunId, usd: number): void {
    this.#own.set(runId, usd);
  }

  /**
   * Keeps `usd` for a run that is about to start: other work cannot spend it until the run is released. It may not exceed
   * the ceilings of the day and the month; the one of the run holds anyway.
   */
  async keep(runId: RunId, usd: number): Promise<Verdict> {
    const verdict = await this.#judged(runId, 0, 0, usd);
    if (!verdict.refused) this.#kept.set(runId, usd);
    return verdict;
  }

  /** `spentUsd`: already spent by this run. */
  async reserve(runId: RunId, spentUsd: number, worstUsd: number): Promise<Verdict> {
    return await this.#judged(runId, spentUsd, worstUsd, worstUsd);
  }

  /**
   * Reserves for calls that are made together and belong to no run: each counts for the ceiling of one run, all of them
   * for those of the day and the month.
   */
  async reserveAll(id: RunId, worstUsd: readonly number[]): Promise<Verdict> {
    const all = worstUsd.reduce((sum, usd) => sum + usd, 0);
    return await this.#judged(id, 0, Math.max(0, ...worstUsd), all);
  }

  /** Sets what is reserved, whatever the ceilings say: it may already be spent. 0 releases it. */
  hold(id: RunId, usd: number): void {
    if (usd > 0) this.#live.set(id, usd);
    else this.#live.delete(id);
  }

  /** `spentUsd` is on disk as a cost now, and `leftUsd` stays reserved. */
  book(id: RunId, leftUsd: number, spentUsd: number): void {
    this.release(id, spentUsd);
    this.hold(id, leftUsd);
  }

  async #judged(id: RunId, spentUsd: number, worstOfOne: number, worstOfAll: number): Promise<Verdict> {
    const ended = await this.#endedRuns();
    // No await from here on: of two calls, one sees what the other has reserved.
    const all = new Set([...this.#live.keys(), ...this.#kept.keys()]);
    all.delete(id);
    const heldBy = (each: RunId): number => Math.max(this.#live.get(each) ?? 0, this.#kept.get(each) ?? 0);
    const others = [...all].reduce((sum, each) => sum + heldBy(each), 0);
    const spent: SpendingLimits = {
      run: spentUsd,
      day: ended.dayUsd + others + spentUsd,
      month: ended.monthUsd + others + spentUsd,
    };
    const configured = this.#deps.limits();
    const limits = { ...configured, run: Math.min(configured.run, this.#own.get(id) ?? Infinity) };
    const ceilings = (['run', 'day', 'month'] as const).map((ceiling): Ceiling => {
      return { ceiling, spentUsd: spent[ceiling], limitUsd: limits[ceiling] };
    });
    const exceeds = ({ ceiling, spentUsd: so, limitUsd }: Ceiling): boolean =>
      !(so + (ceiling === 'run' ? worstOfOne : worstOfAll) <= limitUsd);
    const refused = ceilings.find(exceeds) ?? null;
    if (!refused) this.#live.set(id, spentUsd + worstOfAll);
    const close = ceilings.find(({ spentUsd: so, limitUsd }) => so > 0 && so >= limitUsd * runLimits.warnAt);
    return { refused, close: close ?? null };
  }

  /** A call has ended: releases what it did not use. */
  settle(runId: RunId, spentUsd: number): void {
    if (this.#live.has(runId)) this.#live.set(runId, spentUsd);
  }

  /** The run has ended and its cost is on disk. `null`: the cost is known only there. */
  release(runId: RunId, spentUsd: number | null): void {
    this.#live.delete(runId);
    this.#own.delete(runId);
    this.#kept.delete(runId);
    if (spentUsd === null) this.#ended = null;
    else if (this.#ended) {
      this.#ended.sums.dayUsd += spentUsd;
      this.#ended.sums.monthUsd += spentUsd;
    }
  }

  /** Read once a day. A run that ends meanwhile may count twice, but is never missed. */
  #endedRuns(): Promise<Ended> {
    const now = new Date(this.#deps.clock.now());
    const day = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
    if (this.#ended?.day === day) return this.#ended.read;
    const sums: Ended = { dayUsd: 0, monthUsd: 0 };
    const read = this.#read(sums, day, Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
    const ended = { day, sums, read };
    this.#ended = ended;
    // A failed read does not count as zero: the next call reads again.
    read.catch(() => {
      if (this.#ended === ended) this.#ended = null;
    });
    return read;
  }

  async #read(sums: Ended, day: number, month: number): Promise<Ended> {
    const { store } = this.#deps;
    const [dayUsd, monthUsd] = await Promise.all([store.costSince(day), store.costSince(month)]);
    sums.dayUsd += dayUsd;
    sums.monthUsd += monthUsd;
    return sums;
  }
}

interface Ended {
  dayUsd: number;
  monthUsd: number;
}
