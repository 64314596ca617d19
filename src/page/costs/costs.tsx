import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { placeOfArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { isMember } from '../engine/me.ts';
import { told } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { amount, leastKnown, type PriceKnown } from '../parts/amount.ts';
import { localZone } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { appWords } from '#words/app.ts';
import { costWords } from '#words/costs.ts';
import { Ceilings } from './ceilings.tsx';
import { Chart } from './chart.tsx';
import './costs.css';
import { Dearest } from './dearest.tsx';
import { besideRuns, inRuns, type Day } from './spent.ts';

const said = costWords;
const DAYS = 30;
const SPANS = [
  [said.spans.today, 1],
  [said.spans.week, 7],
  [said.spans.month, DAYS],
] as const;
/** As many days as the longest month has. */
const MONTH = 31;

/** What the runs of the last days cost, by model, in days of this browser's time zone; and the ceilings. */
export function Costs(): VNode {
  const days = useSignal<readonly Day[] | null>(null);
  const daysOfUtc = useSignal<readonly Day[]>([]);
  const wrong = useSignal('');
  useEffect(() => {
    const timeZone = localZone();
    const read = async () => {
      const [here, utc] = await Promise.all([
        engine['history.dailyCost']({ query: { days: DAYS, timeZone } }),
        engine['history.dailyCost']({ query: { days: MONTH, timeZone: 'UTC' } }),
      ]);
      days.value = here.days;
      daysOfUtc.value = utc.days;
    };
    read().catch((error: unknown) => (wrong.value = told(error)));
  }, []);
  return (
    <>
      <section class="card" aria-labelledby="costs-title">
        <h3 id="costs-title">{said.title}</h3>
        <Alert text={wrong.value} />
        {days.value === null ? (
          <p class={wrong.value === '' ? 'awaited' : ''} role="status">
            {wrong.value === '' ? appWords.loading : ''}
          </p>
        ) : (
          <Known days={days.value} />
        )}
        <p class="hint">
          {said.aboutHint}{' '}
          {isMember.value ? null : <a href={placeOfArea('settings', 'model')}>{said.setPrices}</a>}
        </p>
      </section>
      <Dearest />
      {isMember.value ? null : <Ceilings days={daysOfUtc.value} />}
    </>
  );
}

const Known = ({ days }: { days: readonly Day[] }): VNode => (
  <>
    {days.some(({ costUsd }) => costUsd > 0) ? <Chart days={days} /> : <p class="hint">{said.nothing}</p>}
    <div class="wide" tabIndex={0} role="region" aria-label={said.table}>
      <Table days={days} />
    </div>
  </>
);

interface Spent {
  readonly runs: number;
  readonly costUsd: number;
  readonly priceKnown: PriceKnown;
}

function Table({ days }: { days: readonly Day[] }): VNode {
  const inAll = days.flatMap((day) => day.models);
  const models = [...new Set(inAll.filter(({ runs }) => runs > 0).map(({ model }) => model))];
  const rowOf = (name: string, of: (day: Day) => readonly Spent[], hint = '') => (
    <tr key={name}>
      <th scope="row">
        {visible(name)}
        {hint === '' ? null : <span class="hint">{hint}</span>}
      </th>
      {SPANS.map(([title, length]) => {
        const spent = days.slice(-length).flatMap(of);
        const cost = spent.reduce((sum, { costUsd }) => sum + costUsd, 0);
        const runs = spent.reduce((sum, one) => sum + one.runs, 0);
        return (
          <td key={title} class="right">
            {amount({ costUsd: cost, priceKnown: leastKnown(spent) })}
            {hint === '' ? <span class="hint">{said.runs(runs)}</span> : null}
          </td>
        );
      })}
    </tr>
  );
  return (
    <table class="spans">
      <thead>
        <tr>
          <th scope="col">{said.model}</th>
          {SPANS.map(([title]) => (
            <th key={title} scope="col" class="right">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rowOf(said.all, (day) => [day])}
        {models.map((name) => rowOf(name, (day) => inRuns(day).filter(({ model }) => model === name)))}
        {inAll.some(({ sideCostUsd }) => sideCostUsd > 0)
          ? rowOf(said.beside, besideRuns, said.besideHint)
          : null}
      </tbody>
    </table>
  );
}
