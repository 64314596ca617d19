import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { spentOf } from '../costs/spent.ts';
import { Bar } from '../parts/bar.tsx';
import { dollars } from '../parts/format.ts';
import { todayWords as said } from '../words/today.ts';
import { today } from './today.ts';

/** What today and this month cost, of their ceilings. */
export function Cost(): VNode | null {
  const now = today.value;
  if (now === null) return null;
  const { day, month } = spentOf(now.days);
  const { max_cost_per_day_usd: ofDay, max_cost_per_month_usd: ofMonth } = now.config;
  return (
    <section class="card" aria-labelledby="today-cost">
      <h3 id="today-cost">{said.cost}</h3>
      <Bar label={said.costOf(dollars(day), dollars(ofDay))} share={shareOf(day, ofDay)} />
      <Bar label={said.costOfMonth(dollars(month), dollars(ofMonth))} share={shareOf(month, ofMonth)} />
      <a href={placeOfArea('settings', 'costs')}>{said.costMore}</a>
    </section>
  );
}

const shareOf = (amount: number, ceiling: number): number => (ceiling === 0 ? 1 : amount / ceiling);
