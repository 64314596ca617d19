import type { PriceKnown } from '../../../../core/ports/model.ts';

// Least known first, so that `min` of a column says what a sum is.

export const storedPriceKnown = (known: PriceKnown): number =>
  known === null ? priceKnownForm.none : Number(known);

export const priceKnownIn = (stored: number): PriceKnown => (stored < 0 ? null : stored === 1);

/** As the API tells it. */
export const priceKnownForm = { form: 'flag', none: -1 } as const;
