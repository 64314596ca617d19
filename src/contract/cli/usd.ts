/** A cost in US dollars as the terminal prints it; “about” before an estimate. */
export const usd = (amount: number, isKnown: boolean): string =>
  `${isKnown ? '' : 'about '}$${amount.toFixed(4)}`;

/** The same; empty where nothing was spent. */
export const usdOrNone = (amount: number, isKnown: boolean): string =>
  amount === 0 ? '' : usd(amount, isKnown);
