import { count as number } from '../../parts/format.ts';

/** The texts of what runs cost. */
export const costWords = {
  title: 'Cost of the last 30 days',
  spans: { today: 'Today', week: '7 days', month: '30 days' },
  runs: (count: number) => (count === 1 ? '1 run' : `${number(count)} runs`),
  model: 'Model',
  all: 'All models',
  nothing: 'Nothing was spent in these days.',
  chart: (days: number) => `Cost of each of the last ${number(days)} days; the table has the sums`,
  highest: (amount: string) => `Highest day: ${amount}`,
  aboutHint:
    'Amounts are computed from the prices that the engine knows. What a model costs whose price it does not know is unknown; a high price is assumed, so that ceilings hold: set the right one beside the model, in its profile.',
  ceilings: 'Ceilings',
  ceilingsHint:
    'No model call is started that could bring the cost above these amounts, in US dollars. Days and months are those of UTC.',
  spanNames: { day: 'Today', month: 'This month' },
  left: (span: string, spent: string, ceiling: string, left: string) =>
    `${span}: ${spent} of ${ceiling} spent, ${left} left`,
  noAmount: 'This is not an amount, like 5 or 2.50. A point or a comma stands before the cents.',
  ceilingNames: {
    max_cost_per_run_usd: 'For one run ($)',
    max_cost_per_day_usd: 'For one day ($)',
    max_cost_per_month_usd: 'For one month ($)',
  },
} as const;
