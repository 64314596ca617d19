import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { spentOf } from '../costs/spent.ts';
import { me } from '../engine/me.ts';
import { Bar } from '../parts/bar.tsx';
import { amount } from '../parts/amount.ts';
import { dollars } from '../parts/format.ts';
import { todayWords as said } from '#words/today.ts';
import { today } from './today.ts';

/** What today and this month cost, of their ceilings. */
export function Cost(): VNode | null {
  const now = today.value;
  if (now === null) return null;
  const { day, month, isDayKnown, isMonthKnown } = spentOf(now.days);
  const ofToday = amount({ costUsd: day, priceKnown: isDayKnown });
  const ofThisMonth = amount({ costUsd: month, priceKnown: isMonthKnown });
  const ofDay = now.config?.max_cost_per_day_usd ?? me.value?.dailyLimitUsd ?? null;
  const ofMonth = now.config?.max_cost_per_month_usd ?? null;
  return (
    <section class="card" aria-labelledby="today-cost">
      <h3 id="today-cost">{said.cost}</h3>
      {ofDay === null ? null : (
        <Bar label={said.costOf(ofToday, dollars(ofDay))} share={shareOf(day, ofDay)} />
      )}
      {ofMonth === null ? (
        <p>{said.costThisMonth(ofThisMonth)}</p>
      ) : (
        <Bar label={said.costOfMonth(ofThisMonth, dollars(ofMonth))} share={shareOf(month, ofMonth)} />
      )}
      <a href={placeOfArea('costs')}>{said.costMore}</a>
    </section>
  );
}

const shareOf = (spent: number, ceiling: number): number => (ceiling === 0 ? 1 : spent / ceiling);
