import { dollars } from './format.ts';
import { conversationWords } from '#words/conversation.ts';

/** True: what was spent. False: an estimate. Null: the price of a model is unknown. */
export type PriceKnown = boolean | null;

export interface Cost {
  readonly costUsd: number;
  /** Absent where an earlier version of the engine told the cost. */
  readonly priceKnown?: PriceKnown | undefined;
}

/** Whether the engine estimated the cost. Nothing is nothing, whatever it would have cost. */
export const isEstimate = ({ costUsd, priceKnown = false }: Cost): boolean =>
  costUsd > 0 && priceKnown === false;

/** Whether the cost is not known at all, because the price of a model is not. */
export const isUnknown = ({ costUsd, priceKnown }: Cost): boolean => costUsd > 0 && priceKnown === null;

/** The cost as it is shown; “about” before an estimate, and “unknown price” where there is none. */
export function amount(cost: Cost): string {
  const shown = dollars(cost.costUsd);
  if (isUnknown(cost)) return conversationWords.unknownPrice(shown);
  return isEstimate(cost) ? conversationWords.about(shown) : shown;
}

/** What the sum of these costs is. */
export function leastKnown(all: Iterable<Cost>): PriceKnown {
  const costs = Array.from(all);
  return costs.some(isUnknown) ? null : !costs.some(isEstimate);
}
