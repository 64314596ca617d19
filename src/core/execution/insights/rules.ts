import { insightLimits } from './limits.ts';
import type { SeenKind } from './model.ts';

/** What is known of a pattern after all of its evidence. */
export interface Judged {
  readonly runs: number;
  readonly calls: number;
  readonly failures: number;
}

/** Whether there is enough evidence to tell its owner. */
export function isTelling(kind: SeenKind, { runs, calls, failures }: Judged): boolean {
  const { sequence, failing, question } = insightLimits;
  switch (kind) {
    case 'sequence':
      return runs >= sequence.runs;
    case 'failing_tool':
      return calls >= failing.calls && failures >= calls * failing.share;
    case 'repeated_question':
      return runs >= question.times;
  }
}

/** The cost from which a thread is costly; null while there are too few to compare with. US dollars. */
export const costlyFrom = (pricedThreads: number, medianUsd: number): number | null =>
  pricedThreads < insightLimits.costly.threads ? null : medianUsd * insightLimits.costly.times;
