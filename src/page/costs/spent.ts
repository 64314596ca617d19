import type { Answer } from '../engine/client.ts';
import { leastKnown, type PriceKnown } from '../parts/amount.ts';
import { amountTyped } from '../parts/typed-number.ts';

export type Day = Answer<'history.dailyCost'>['days'][number];

const sum = (days: readonly Day[]): number => days.reduce((total, { costUsd }) => total + costUsd, 0);

interface Spent {
  readonly day: number;
  readonly month: number;
  readonly isDayKnown: PriceKnown;
  readonly isMonthKnown: PriceKnown;
}

/** What the last of these days of UTC has cost, and its month: the ceilings of the engine count so. */
export function spentOf(days: readonly Day[]): Spent {
  const today = days.at(-1);
  if (today === undefined) return { day: 0, month: 0, isDayKnown: true, isMonthKnown: true };
  const month = today.day.slice(0, 7);
  const ofMonth = days.filter(({ day }) => day.startsWith(month));
  return {
    day: today.costUsd,
    month: sum(ofMonth),
    isDayKnown: today.priceKnown,
    isMonthKnown: leastKnown(ofMonth),
  };
}

type OnModel = Day['models'][number];

/** Of each model what its runs cost: together with what was beside them that is the cost of the day. */
export const inRuns = ({ models }: Day): readonly OnModel[] =>
  models.map((one) => ({ ...one, costUsd: Math.max(0, one.costUsd - one.sideCostUsd) }));

/** Of each model what calls beside runs cost, as for titles. */
export const besideRuns = ({ models }: Day): readonly OnModel[] =>
  models.flatMap((one) => (one.sideCostUsd > 0 ? [{ ...one, runs: 0, costUsd: one.sideCostUsd }] : []));

type Ceilings<Amount> = Readonly<
  Record<'max_cost_per_run_usd' | 'max_cost_per_day_usd' | 'max_cost_per_month_usd', Amount>
>;

/** Which ceiling is below that of a shorter span, which can then never be reached; null for what is no amount. */
export function overtaken({
  max_cost_per_run_usd: run,
  max_cost_per_day_usd: day,
  max_cost_per_month_usd: month,
}: Ceilings<number | null>): Partial<Ceilings<'run' | 'day'>> {
  const isBelow = (one: number | null, other: number | null) => one !== null && other !== null && one < other;
  return {
    ...(isBelow(day, run) && { max_cost_per_day_usd: 'run' as const }),
    ...(isBelow(month, day)
      ? { max_cost_per_month_usd: 'day' as const }
      : isBelow(month, run) && { max_cost_per_month_usd: 'run' as const }),
  };
}

/** The amount in a text that a person typed; null if it is none. */
export function amountIn(text: string): number | null {
  const amount = amountTyped(text) ?? Number.NaN;
  return amount < 10_000_000 ? amount : null;
}
