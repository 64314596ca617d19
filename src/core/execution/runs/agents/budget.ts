import type { PersonId, RunId } from '../../../kernel/ids.ts';
import type { Spending, Verdict } from '../loop/spending.ts';

/**
 * The spending limit of one sub-agent, checked before each call against the worst case, as for a run. It reserves
 * nothing itself: the whole amount was reserved for the run before the sub-agent started.
 */
export class AgentBudget implements Pick<Spending, 'reserve' | 'settle'> {
  readonly #limitUsd: number;

  constructor(limitUsd: number) {
    this.#limitUsd = limitUsd;
  }

  async reserve(_person: PersonId, _runId: RunId, spentUsd: number, worstUsd: number): Promise<Verdict> {
    const isWithin = spentUsd + worstUsd <= this.#limitUsd;
    return {
      refused: isWithin ? null : { ceiling: 'run', spentUsd, limitUsd: this.#limitUsd },
      close: null,
    };
  }

  settle(): void {
    // There is no reservation to release.
  }
}
