import type { RunId } from '../../kernel/ids.ts';
import type { Spending, Verdict } from '../loop/spending.ts';

/**
 * What one sub-agent may spend, asked as a run asks for its own: before each call, with the worst that it could cost.
 * It reserves nothing itself, because all of it has been reserved for its run before it began.
 */
export class AgentBudget implements Pick<Spending, 'reserve' | 'settle'> {
  readonly #limitUsd: number;

  constructor(limitUsd: number) {
    this.#limitUsd = limitUsd;
  }

  async reserve(_runId: RunId, spentUsd: number, worstUsd: number): Promise<Verdict> {
    const isWithin = spentUsd + worstUsd <= this.#limitUsd;
    return {
      refused: isWithin ? null : { ceiling: 'run', spentUsd, limitUsd: this.#limitUsd },
      close: null,
    };
  }

  settle(): void {
    // Nothing is held beyond a call.
  }
}
