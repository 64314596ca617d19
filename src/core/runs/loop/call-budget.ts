import type { RunId } from '../../kernel/ids.ts';
import { limits } from '../../kernel/limits.ts';
import type { Model, ModelRequest } from '../../ports/model.ts';
import type { Tool } from '../../ports/tools.ts';
import type { Spending, Verdict } from './spending.ts';
import { worstOfCall } from './worst-case.ts';

/** What the next call may cost at most, and what its request says of that. */
export interface Reserved extends Verdict {
  readonly worstUsd: number;
  readonly said: Pick<ModelRequest, 'searches' | 'affords'>;
}

/**
 * Reserves the worst case of each call of one run. Where a ceiling has no room for all the searches that a provider may
 * make by itself, fewer are offered, in the end none. Never more again in the same run: a request that offers another
 * number begins differently, and is not found in the provider's cache.
 */
export class CallBudget {
  readonly #model: Model;
  readonly #spending: Pick<Spending, 'reserve'>;
  readonly #searches: boolean;
  #offers: readonly number[];

  constructor(model: Model, tools: readonly Tool[], spending: Pick<Spending, 'reserve'>) {
    this.#model = model;
    this.#spending = spending;
    this.#searches = model.price.search !== undefined && tools.some(({ name }) => name === SEARCH);
    this.#offers = this.#searches ? limits.search.vendorOffers : [0];
  }

  /** `spentUsd`: by this run so far. `promptTokens`: of the request. */
  async reserve(runId: RunId, spentUsd: number, promptTokens: number): Promise<Reserved> {
    for (;;) {
      const [searches = 0, ...fewer] = this.#offers;
      const worstUsd = worstOfCall(promptTokens, this.#model, searches);
      const verdict = await this.#spending.reserve(runId, spentUsd, worstUsd);
      if (!verdict.refused || fewer.length === 0) {
        const affords = async (usd: number): Promise<boolean> =>
          (await this.#spending.reserve(runId, spentUsd, usd + worstUsd)).refused === null;
        return { ...verdict, worstUsd, said: { affords, ...(this.#searches ? { searches } : {}) } };
      }
      this.#offers = fewer;
    }
  }
}

/** The tool whose place the provider's own search takes. */
const SEARCH = 'web_search';
