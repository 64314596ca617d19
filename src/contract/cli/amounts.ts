import type { PriceKnown } from '../../core/ports/model.ts';
import type { Tell } from './says.ts';

/** A cost in US dollars as the terminal prints it: with “about” as an estimate, and as unknown where no price is. */
export const usd = (amount: number, known: PriceKnown | undefined, tell: Tell, digits = 4): string => {
  const dollars = `$${amount.toFixed(digits)}`;
  if (amount === 0 || known === true) return dollars;
  return tell(known === null ? 'terminal.price_unknown' : 'terminal.price_about', { dollars });
};

/** The same; empty where nothing was spent. */
export const usdOrNone = (amount: number, known: PriceKnown, tell: Tell): string =>
  amount === 0 ? '' : usd(amount, known, tell);

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
