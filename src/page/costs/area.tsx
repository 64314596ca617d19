import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { engine, type Answer } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { dollars } from '../parts/format.ts';
import { words } from '../words/words.ts';

const said = words.costs;
const SPANS = [
  [said.spans.today, 1],
  [said.spans.week, 7],
  [said.spans.month, 30],
] as const;

type Day = Answer<'history.dailyCost'>['days'][number];

/** What the runs of the last days cost, by model, in days of this browser's time zone. */
export default function CostsArea(): VNode {
  const days = useSignal<readonly Day[]>([]);
  const wrong = useSignal('');
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    engine['history.dailyCost']({ query: { days: 30, timeZone } }).then(
      (found) => (days.value = found.days),
      (error: unknown) => (wrong.value = told(error)),
    );
  }, []);
  return (
    <section class="area">
      <h2>{said.title}</h2>
      <p class="bad" role="alert">
        {wrong.value}
      </p>
      {SPANS.map(([title, length]) => (
        <Span key={title} title={title} days={days.value.slice(-length)} />
      ))}
    </section>
  );
}

function Span({ title, days }: { title: string; days: readonly Day[] }): VNode {
  const models = Map.groupBy(
    days.flatMap((day) => day.models),
    ({ model }) => model,
  );
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th>{said.model}</th>
          <th class="right">{said.runsHead}</th>
          <th class="right">{said.costHead}</th>
        </tr>
      </thead>
      <tbody>
        <Row name={said.all} spent={days} />
        {[...models].map(([model, spent]) => (
          <Row key={model} name={model} spent={spent} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  name,
  spent,
}: {
  name: string;
  spent: readonly { readonly runs: number; readonly costUsd: number }[];
}): VNode {
  const sum = (of: (one: { runs: number; costUsd: number }) => number) =>
    spent.reduce((total, one) => total + of(one), 0);
  return (
    <tr>
      <td>{name}</td>
      <td class="right">{said.runs(sum(({ runs }) => runs))}</td>
      <td class="right">{dollars(sum(({ costUsd }) => costUsd))}</td>
    </tr>
  );
}
