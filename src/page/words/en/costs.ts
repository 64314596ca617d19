import { count as number } from '../../parts/format.ts';

/** The texts of what runs cost. */
export const costWords = {
  title: 'Cost of the last 30 days',
  table: 'The sums of the last 30 days',
  spans: { today: 'Today', week: '7 days', month: '30 days' },
  runs: (count: number) => (count === 1 ? '1 run' : `${number(count)} runs`),
  model: 'Model',
  all: 'All models',
  beside: 'Beside the runs',
  besideHint: 'Titles, summaries, memory, speech, batches',
  nothing: 'Nothing was spent in these days.',
  chart: (days: number) => `Cost of each of the last ${number(days)} days; the table has the sums`,
  highest: (amount: string) => `Highest day: ${amount}`,
  aboutHint:
    'Amounts are computed from the prices that svc knows. A model on this machine costs nothing, unless you set its price. For another model without a known price it assumes a high one, so that the ceilings hold, and shows no amount.',
  setPrices: 'Set the price of a model',
  dearest: {
    title: 'Conversations of the last 24 hours',
    hint: 'The most expensive first. All their runs count, earlier ones too.',
    none: 'No run of a conversation has ended in that time.',
    all: 'All conversations, with runs and tokens',
    more: (shown: string) => `The first ${shown}. All conversations, with runs and tokens`,
  },
  ceilings: 'Ceilings',
  ceilingsHint:
    'No model call is started that could bring the cost above these amounts, in US dollars. Days and months begin at midnight UTC.',
  spanNames: { day: 'Today', month: 'This month' },
  left: (span: string, spent: string, ceiling: string, left: string) =>
    `${span}: ${spent} of ${ceiling} spent, ${left} left`,
  below: {
    run: 'This is less than one run may cost: it counts first.',
    day: 'This is less than one day may cost: it counts first.',
  },
  noAmount: 'This is not an amount, like 5 or 2.50. A point or a comma stands before the cents.',
  ceilingNames: {
    max_cost_per_run_usd: 'For one run ($)',
    max_cost_per_day_usd: 'For one day ($)',
    max_cost_per_month_usd: 'For one month ($)',
  },
} as const;
