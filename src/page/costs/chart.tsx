import type { VNode } from 'preact';
import { amount, leastKnown } from '../parts/amount.ts';
import { dayOfMonth } from '../parts/format.ts';
import { costWords } from '#words/costs.ts';
import type { Day } from './spent.ts';

const HEIGHT = 100;
const STEP = 10;
const WIDTH = 7;
/** A day with any cost can be seen. */
const LEAST = 1.5;

/** The cost of each day as a bar. The table below says the same in words. */
export function Chart({ days }: { days: readonly Day[] }): VNode {
  const highest = Math.max(...days.map(({ costUsd }) => costUsd), 0);
  const priceKnown = leastKnown(days.filter(({ costUsd }) => costUsd === highest));
  const labelOf = (day: Day | undefined) => (day === undefined ? '' : dayOfMonth(day.day));
  return (
    <figure class="chart">
      <figcaption class="hint">{costWords.highest(amount({ costUsd: highest, priceKnown }))}</figcaption>
      <svg
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={costWords.chart(days.length)}
      >
        {days.map(({ day, costUsd, priceKnown: isKnown }, nth) => {
          const height = costUsd === 0 ? 0 : Math.max(LEAST, (costUsd / highest) * HEIGHT);
          return (
            <g key={day}>
              <title>{`${labelOf(days[nth])}: ${amount({ costUsd, priceKnown: isKnown })}`}</title>
              <rect class="room" x={nth * STEP} width={STEP} height={HEIGHT} />
              <rect
                class="spent"
                x={nth * STEP + (STEP - WIDTH) / 2}
                y={HEIGHT - height}
                width={WIDTH}
                height={height}
              />
            </g>
          );
        })}
      </svg>
      <div class="axis hint" aria-hidden="true">
        <span>{labelOf(days[0])}</span>
        <span>{labelOf(days.at(-1))}</span>
      </div>
    </figure>
  );
}
