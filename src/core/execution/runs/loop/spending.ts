import { EVERYONE } from '../../../trust/people/model.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import type { PersonId, RunId } from '../../../kernel/ids.ts';
import { runLimits } from '../limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { CeilingName, InstanceCeiling } from '../model.ts';
import type { RunStore } from '../store.ts';

/** US dollars. Days and months are those of UTC. */
export type SpendingLimits = Readonly<Record<InstanceCeiling, number>>;

export interface Purses {
  /** What the work of a person may cost on one day (UTC); Infinity: as much as the engine may spend. */
  dailyLimitOf(person: PersonId): Promise<number>;
  /** Who may know what the engine spends. */
  isOwner(person: PersonId): boolean;
}

export interface SpendingDeps {
  readonly store: Pick<RunStore, 'costSince'>;
  readonly purses: Purses;
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

/** What is spent or reserved, and whose it is. */
interface Held {
  readonly person: PersonId;
  readonly usd: number;
}

/**
 * What may still be spent: by each person on one day, and by the engine. Before a call its worst case is reserved, so that calls that begin at the same moment do not
 * each count on the same money. A cost of NaN counts as too much.
 */
export class Spending {
  readonly #deps: SpendingDeps;
  /** Spent and reserved by runs that have not ended, so no row has it. */
  readonly #live = new Map<RunId, Held>();
  /** Ceilings of single runs, below the configured one. */
  readonly #own = new Map<RunId, number>();
  /** What is kept for single runs until they end, whether they spend it or not. */
  readonly #kept = new Map<RunId, Held>();
  /** Sums over the runs that have ended, for the day on which they were read. */
  #ended: EndedOfDay | null = null;

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
  async keep(person: PersonId, runId: RunId, usd: number): Promise<Verdict> {
    const verdict = await this.#judged(person, runId, 0, 0, usd);
    if (!verdict.refused) this.#kept.set(runId, { person, usd });
    return verdict;
  }

  /** `spentUsd`: already spent by this run. */
  async reserve(person: PersonId, runId: RunId, spentUsd: number, worstUsd: number): Promise<Verdict> {
    return await this.#judged(person, runId, spentUsd, worstUsd, worstUsd);
  }

  /**
   * Reserves for calls that are made together and belong to no run: each counts for the ceiling of one run, all of them
   * for those of the day and the month.
   */
  async reserveAll(person: PersonId, id: RunId, worstUsd: readonly number[]): Promise<Verdict> {
    const all = worstUsd.reduce((sum, usd) => sum + usd, 0);
    return await this.#judged(person, id, 0, Math.max(0, ...worstUsd), all);
  }

  /** Sets what is reserved, whatever the ceilings say: it may already be spent. 0 releases it. */
  hold(person: PersonId, id: RunId, usd: number): void {
    if (usd > 0) this.#live.set(id, { person, usd });
    else this.#live.delete(id);
  }

  /** `spentUsd` is on disk as a cost now, and `leftUsd` stays reserved. */
  book(person: PersonId, id: RunId, leftUsd: number, spentUsd: number): void {
    this.#released(id, spentUsd, person);
    this.hold(person, id, leftUsd);
  }

  async #judged(
    person: PersonId,
    id: RunId,
    spentUsd: number,
    worstOfOne: number,
    worstOfAll: number,
  ): Promise<Verdict> {
    const personUsd = await this.#deps.purses.dailyLimitOf(person);
    // A person without a ceiling of their own needs no query.
    const [ended, endedOfPerson] = await Promise.all([
      this.#endedRuns(),
      personUsd === Infinity ? NOTHING : this.#endedOf(person),
    ]);
    // No await from here on: of two calls, one sees what the other has reserved.
    const held = this.#heldBeside(id);
    const others = sumOf(held);
    const spent: Readonly<Record<Exclude<CeilingName, 'engine'>, number>> = {
      person: endedOfPerson.usd + sumOf(held.filter((one) => one.person === person)) + spentUsd,
      run: spentUsd,
      day: ended.dayUsd + others + spentUsd,
      month: ended.monthUsd + others + spentUsd,
    };
    const configured = this.#deps.limits();
    const run = Math.min(configured.run, this.#own.get(id) ?? Infinity);
    const limits = { ...configured, person: personUsd, run };
    const binding = personUsd === Infinity ? CEILINGS : (['person', ...CEILINGS] as const);
    const ceilings = binding.map((ceiling): Ceiling => {
      return { ceiling, spentUsd: spent[ceiling], limitUsd: limits[ceiling] };
    });
    const exceeds = ({ ceiling, spentUsd: so, limitUsd }: Ceiling): boolean =>
      !(so + (ceiling === 'run' ? worstOfOne : worstOfAll) <= limitUsd);
    const refused = ceilings.find(exceeds) ?? null;
    if (!refused) this.#live.set(id, { person, usd: spentUsd + worstOfAll });
    const isClose = ({ spentUsd: so, limitUsd }: Ceiling): boolean =>
      so > 0 && so >= limitUsd * runLimits.warnAt;
    const isTold = ({ ceiling }: Ceiling): boolean =>
      this.#deps.purses.isOwner(person) || !isOfEngine(ceiling);
    return {
      refused: refused === null || isTold(refused) ? refused : OF_ENGINE,
      close: ceilings.find((one) => isTold(one) && isClose(one)) ?? null,
    };
  }

  /** What all other runs have spent and reserved. */
  #heldBeside(id: RunId): readonly Held[] {
    const ids = new Set([...this.#live.keys(), ...this.#kept.keys()]);
    ids.delete(id);
    return [...ids].flatMap((each) => {
      const [live, kept] = [this.#live.get(each), this.#kept.get(each)];
      if (live && kept) return live.usd > kept.usd ? live : kept;
      return live ?? kept ?? [];
    });
  }

  /** A call has ended: releases what it did not use. */
  settle(runId: RunId, spentUsd: number): void {
    const live = this.#live.get(runId);
    if (live) this.#live.set(runId, { ...live, usd: spentUsd });
  }

  /** The run has ended and its cost is on disk. `null`: the cost is known only there. */
  release(runId: RunId, spentUsd: number | null): void {
    const person = (this.#live.get(runId) ?? this.#kept.get(runId))?.person ?? null;
    this.#released(runId, spentUsd, person);
  }

  #released(runId: RunId, spentUsd: number | null, person: PersonId | null): void {
    this.#live.delete(runId);
    this.#own.delete(runId);
    this.#kept.delete(runId);
    if (spentUsd === null) this.#ended = null;
    else if (this.#ended) {
      this.#ended.sums.dayUsd += spentUsd;
      this.#ended.sums.monthUsd += spentUsd;
      // Without a reservation it is not known whose cost this is, so the sums of all people are read again.
      if (person === null && spentUsd !== 0) this.#ended.people.clear();
      const ofPerson = person === null ? undefined : this.#ended.people.get(person);
      if (ofPerson) ofPerson.sum.usd += spentUsd;
    }
  }

  /** The same for one person on this day. */
  #endedOf(person: PersonId): Promise<Sum> {
    const day = startOfDay(this.#deps.clock.now());
    void this.#endedRuns();
    const { people } = this.#ended!;
    const known = people.get(person);
    if (known) return known.read;
    const sum: Sum = { usd: 0 };
    const read = this.#deps.store.costSince(person, day).then((usd) => {
      sum.usd += usd;
      return sum;
    });
    people.set(person, { sum, read });
    read.catch(() => people.delete(person));
    return read;
  }

  /** Read once a day. A run that ends meanwhile may count twice, but is never missed. */
  #endedRuns(): Promise<Ended> {
    const now = new Date(this.#deps.clock.now());
    const day = startOfDay(now.getTime());
    if (this.#ended?.day === day) return this.#ended.read;
    const sums: Ended = { dayUsd: 0, monthUsd: 0 };
    const read = this.#read(sums, day, Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
    const ended: EndedOfDay = { day, sums, read, people: new Map() };
    this.#ended = ended;
    // A failed read does not count as zero: the next call reads again.
    read.catch(() => {
      if (this.#ended === ended) this.#ended = null;
    });
    return read;
  }

  async #read(sums: Ended, day: number, month: number): Promise<Ended> {
    const { store } = this.#deps;
    const [dayUsd, monthUsd] = await Promise.all([
      store.costSince(EVERYONE, day),
      store.costSince(EVERYONE, month),
    ]);
    sums.dayUsd += dayUsd;
    sums.monthUsd += monthUsd;
    return sums;
  }
}

interface Ended {
  dayUsd: number;
  monthUsd: number;
}

interface Sum {
  usd: number;
}

interface EndedOfDay {
  readonly day: number;
  readonly sums: Ended;
  readonly read: Promise<Ended>;
  /** Sums of the people who have a daily ceiling of their own. */
  readonly people: Map<PersonId, { readonly sum: Sum; readonly read: Promise<Sum> }>;
}

const CEILINGS = ['run', 'day', 'month'] as const;

const NOTHING: Sum = { usd: 0 };

const startOfDay = (at: number): number => at - (at % DAY_MS);

const sumOf = (held: readonly Held[]): number => held.reduce((sum, { usd }) => sum + usd, 0);

const isOfEngine = (ceiling: CeilingName): boolean => ceiling === 'day' || ceiling === 'month';

/** For people who may not know what others spend: it has no amounts. */
const OF_ENGINE: Ceiling = { ceiling: 'engine', spentUsd: 0, limitUsd: 0 };
