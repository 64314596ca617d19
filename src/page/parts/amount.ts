import { dollars } from './format.ts';
import { conversationWords } from '#words/conversation.ts';

interface Cost {
  readonly costUsd: number;
  /** Absent where an earlier version of the engine told the cost. */
  readonly priceKnown?: boolean | undefined;
}

/** Whether the engine estimated the cost. Nothing is nothing, whatever it would have cost. */
export const isEstimate = ({ costUsd, priceKnown }: Cost): boolean => costUsd > 0 && priceKnown !== true;

/** The cost as it is shown; “about” before an estimate. */
export const amount = (cost: Cost): string =>
  isEstimate(cost) ? conversationWords.about(dollars(cost.costUsd)) : dollars(cost.costUsd);
