import { expect } from '@jest/globals';
import { amount, isEstimate } from '../../src/page/parts/amount.ts';
import { verifies } from '../spec/verifies.ts';

verifies('runs.cost.estimated', 'the page says “about” before an estimate, and before nothing else', () => {
  expect(amount({ costUsd: 0.25, priceKnown: true })).toBe('$0.25');
  expect(amount({ costUsd: 0.25, priceKnown: false })).toBe('about $0.25');
  // Events and runs of earlier versions do not tell.
  expect(amount({ costUsd: 0.25 })).toBe('about $0.25');
  expect(amount({ costUsd: 0, priceKnown: false })).toBe('$0');
  expect([true, false].map((priceKnown) => isEstimate({ costUsd: 1, priceKnown }))).toEqual([false, true]);
});
