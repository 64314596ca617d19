import { expect, it } from '@jest/globals';
import { amountIn, besideRuns, inRuns, overtaken, spentOf, type Day } from '../../src/page/costs/spent.ts';

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

it('tells what was beside the runs apart, so that the rows are the sum', () => {
  const models = [
    { model: 'a', runs: 2, costUsd: 5, sideCostUsd: 1 },
    { model: 'b', runs: 0, costUsd: 4, sideCostUsd: 4 },
    { model: 'c', runs: 1, costUsd: 2, sideCostUsd: 0 },
  ];
  const of = { ...day('2026-11-01', 11), models } as unknown as Day;
  const costs = (rows: ReturnType<typeof inRuns>) => rows.map(({ costUsd }) => costUsd);
  expect(costs(inRuns(of))).toEqual([4, 0, 2]);
  expect(costs(besideRuns(of))).toEqual([1, 4]);
  const sum = [...costs(inRuns(of)), ...costs(besideRuns(of))].reduce((all, one) => all + one);
  expect(sum).toBe(of.costUsd);
});

it('reads an amount as people type it, and nothing else', () => {
  expect(['5', ' 2.50 ', '$3', '0,75', '0'].map(amountIn)).toEqual([5, 2.5, 3, 0.75, 0]);
  expect(['', 'a lot', '-1', '1e3', '1.2.3', 'Infinity'].map(amountIn)).toEqual(Array(6).fill(null));
});

it('says which ceiling is below that of a shorter span, and nothing of what is no amount', () => {
  const of = (run: number | null, day: number | null, month: number | null) =>
    overtaken({ max_cost_per_run_usd: run, max_cost_per_day_usd: day, max_cost_per_month_usd: month });
  expect(of(1, 10, 100)).toEqual({});
  expect(of(2, 2, 2)).toEqual({});
  expect(of(5, 2, 100)).toEqual({ max_cost_per_day_usd: 'run' });
  expect(of(1, 10, 5)).toEqual({ max_cost_per_month_usd: 'day' });
  expect(of(5, null, 2)).toEqual({ max_cost_per_month_usd: 'run' });
  expect(of(null, 2, null)).toEqual({});
});
