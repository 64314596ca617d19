import { expect } from '@jest/globals';
import { amount, isEstimate, isUnknown, leastKnown } from '../../src/page/parts/amount.ts';
import { verifies } from '../spec/verifies.ts';

verifies('runs.cost.estimated', 'the page says “about” before an estimate, and before nothing else', () => {
  expect(amount({ costUsd: 0.25, priceKnown: true })).toBe('$0.25');
  expect(amount({ costUsd: 0.25, priceKnown: false })).toBe('about $0.25');
  // Events and runs of earlier versions do not tell.
  expect(amount({ costUsd: 0.25 })).toBe('about $0.25');
  expect(amount({ costUsd: 0, priceKnown: false })).toBe('$0');
  expect(amount({ costUsd: 0, priceKnown: null })).toBe('$0');
  expect([true, false, null].map((priceKnown) => isEstimate({ costUsd: 1, priceKnown }))).toEqual([
    false,
    true,
    false,
  ]);
});

verifies('runs.cost.unknown', 'the page shows it as unknown, in a sum too', () => {
  const [known, guessed, unknown] = [true, false, null].map((priceKnown) => ({ costUsd: 1, priceKnown }));
  const shown = [known, guessed, unknown].map((cost) => amount(cost!));
  expect(new Set(shown).size).toBe(3);
  expect([true, false, null].map((priceKnown) => isUnknown({ costUsd: 1, priceKnown }))).toEqual([
    false,
    false,
    true,
  ]);
  expect(leastKnown([known!, guessed!])).toBe(false);
  expect(leastKnown([known!, unknown!, guessed!])).toBe(null);
  // What cost nothing is known to have cost nothing.
  expect(leastKnown([known!, { costUsd: 0, priceKnown: null }])).toBe(true);
});
