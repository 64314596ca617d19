import type { PriceKnown } from '../../core/ports/model.ts';

/** A cost in US dollars as the terminal prints it: with “about” as an estimate, and as unknown where no price is. */
export const usd = (amount: number, known: PriceKnown = false, digits = 4): string => {
  const dollars = `$${amount.toFixed(digits)}`;
  if (amount === 0 || known === true) return dollars;
  return known === null ? `unknown price, at most about ${dollars}` : `about ${dollars}`;
};

/** The same; empty where nothing was spent. */
export const usdOrNone = (amount: number, known: PriceKnown): string =>
  amount === 0 ? '' : usd(amount, known);

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** `1 deal`, `2 deals`. */
export const counted = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`;
