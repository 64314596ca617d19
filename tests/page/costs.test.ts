import { expect, it } from '@jest/globals';
import { amountIn, spentOf, type Day } from '../../src/page/costs/spent.ts';

const day = (name: string, costUsd: number, priceKnown = true): Day =>
  ({ day: name, costUsd, priceKnown }) as unknown as Day;

it('counts the last day, and the days of its month only', () => {
  expect(spentOf([day('2026-10-31', 5), day('2026-11-01', 2, false), day('2026-11-02', 1)])).toEqual({
    day: 1,
    month: 3,
    isDayKnown: true,
    isMonthKnown: false,
  });
  expect(spentOf([])).toEqual({ day: 0, month: 0, isDayKnown: true, isMonthKnown: true });
});

it('reads an amount as people type it, and nothing else', () => {
  expect(['5', ' 2.50 ', '$3', '0,75', '0'].map(amountIn)).toEqual([5, 2.5, 3, 0.75, 0]);
  expect(['', 'a lot', '-1', '1e3', '1.2.3', 'Infinity'].map(amountIn)).toEqual(Array(6).fill(null));
});
