import type { PersonId, RunId } from '../../../kernel/ids.ts';
import { modelLimits } from '../../../instance/models/limits.ts';
import type { Model, ModelRequest } from '../../../ports/model.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { RunWrite } from '../store.ts';
import type { Tool } from '../port.ts';
import type { Spending, Verdict } from './spending.ts';
import type { Worker } from './worker.ts';
import { worstOfCall } from './worst-case.ts';

/** The most that the next call may cost, and the fields of its request that depend on it. */
export interface Reserved extends Verdict {
  readonly worstUsd: number;
  readonly said: Pick<ModelRequest, 'searches' | 'affords'>;
  /** What to write when the call begins, and together with its cost when it ends. Empty for a free call. */
  readonly begun: readonly RunWrite[];
  readonly over: readonly RunWrite[];
}

/**
 * Reserves the worst case of each call of one run. If a ceiling has no room for all the searches that a provider may
 * make itself, the request offers fewer, and finally none. The number never rises within a run: it is part of the
 * beginning of the request, and a provider's cache matches only requests that begin alike.
 */
export class CallBudget {
  readonly #model: Model;
  readonly #caller: Worker['caller'];
  readonly #spending: Pick<Spending, 'reserve'>;
  readonly #clock: Clock;
  readonly #searches: boolean;
  readonly #forbids: boolean;
  #offers: readonly number[];

  constructor(
    model: Model,
    tools: readonly Tool[],
    caller: Worker['caller'],
    {
      spending,
      clock,
      maySearch = true,
    }: {
      readonly spending: Pick<Spending, 'reserve'>;
      readonly clock: Clock;
      readonly maySearch?: boolean;
    },
  ) {
    this.#model = model;
    this.#caller = caller;
    this.#spending = spending;
    this.#clock = clock;
    this.#forbids = !maySearch;
    this.#searches =
      maySearch && model.price.search !== undefined && tools.some(({ name }) => name === SEARCH);
    this.#offers = this.#searches ? modelLimits.vendorSearches : [0];
  }

  /** `spentUsd`: already spent by this run. `promptTokens`: of the request. */
  async reserve(person: PersonId, runId: RunId, spentUsd: number, promptTokens: number): Promise<Reserved> {
    for (;;) {
      const [searches = 0, ...fewer] = this.#offers;
      const worstUsd = worstOfCall(promptTokens, this.#model, searches);
      const verdict = await this.#spending.reserve(person, runId, spentUsd, worstUsd);
      if (!verdict.refused || fewer.length === 0) {
        const affords = async (usd: number): Promise<boolean> =>
          (await this.#spending.reserve(person, runId, spentUsd, usd + worstUsd)).refused === null;
        const said = { affords, ...(this.#searches || this.#forbids ? { searches } : {}) };
        return { ...verdict, worstUsd, said, ...this.#written(worstUsd) };
      }
      this.#offers = fewer;
    }
  }

  #written(worstUsd: number): Pick<Reserved, 'begun' | 'over'> {
    if (worstUsd === 0) return { begun: [], over: [] };
    const call = { ...this.#caller, worstUsd, createdAt: this.#clock.now() };
    return {
      begun: [{ change: 'call.begin', call }],
      over: [{ change: 'call.end', callerId: this.#caller.callerId }],
    };
  }
}

/** The tool that a provider's own search replaces. */
const SEARCH = 'web_search';
