import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { engine, type Answer } from '../engine/client.ts';
import { Alert } from '../parts/alert.tsx';
import { useReading } from '../parts/use-reading.ts';
import { amount } from '../parts/amount.ts';
import { count, duration } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { appWords } from '#words/app.ts';
import { workflowWords } from '#words/workflows.ts';

const said = workflowWords.stats;

interface Stats {
  readonly workflows: Answer<'workflows.stats.cost'>['stats'];
  readonly steps: Answer<'workflows.stats.steps'>['stats'];
}

/** The engine's largest page. */
const MOST = 200;
const query = { days: 30, limit: MOST };

/** How often workflows and their steps ran, how long they took and what they cost. */
export function Statistics(): VNode {
  const found = useSignal<Stats | null>(null);
  const { wrong } = useReading(async () => {
    const [workflows, steps] = await Promise.all([
      engine['workflows.stats.cost']({ query }),
      engine['workflows.stats.steps']({ query }),
    ]);
    found.value = { workflows: workflows.stats, steps: steps.stats };
    return '';
  });
  const all = found.value;
  return (
    <>
      <p>
        <a href={placeOfArea('workflows')}>{workflowWords.all}</a>
      </p>
      <h2 tabIndex={-1}>{said.title}</h2>
      <Alert text={wrong.value} />
      {all === null ? (
        <p class="hint" role="status">
          {wrong.value === '' ? appWords.loading : ''}
        </p>
      ) : all.workflows.length === 0 ? (
        <p>{said.none}</p>
      ) : (
        <>
          <Table
            title={said.workflows}
            head={[said.workflow]}
            columns={[said.runs, said.total, said.cost, said.average, said.waited]}
            rows={all.workflows.map(
              ({ name, runs, totalCostUsd, avgCostUsd, priceKnown, avgDurationMs, avgWaitMs }) => ({
                head: [name],
                cells: [
                  count(runs),
                  amount({ costUsd: totalCostUsd, priceKnown }),
                  amount({ costUsd: avgCostUsd, priceKnown }),
                  duration(avgDurationMs),
                  duration(avgWaitMs),
                ],
              }),
            )}
          />
          <Table
            title={said.steps}
            head={[said.workflow, said.step]}
            columns={[said.runs, said.failures, said.average, said.p95, said.waited, said.cost]}
            rows={all.steps.map(
              ({
                name,
                stepId,
                runs,
                failures,
                avgDurationMs,
                p95DurationMs,
                avgWaitMs,
                avgCostUsd,
                priceKnown,
              }) => ({
                head: [name, stepId],
                cells: [
                  count(runs),
                  count(failures),
                  duration(avgDurationMs),
                  duration(p95DurationMs),
                  duration(avgWaitMs),
                  amount({ costUsd: avgCostUsd, priceKnown }),
                ],
              }),
            )}
          />
        </>
      )}
    </>
  );
}

interface Row {
  readonly head: readonly string[];
  readonly cells: readonly string[];
}

/** It scrolls on its own, also by keyboard. */
const Table = ({
  title,
  head,
  columns,
  rows,
}: {
  title: string;
  head: readonly string[];
  columns: readonly string[];
  rows: readonly Row[];
}): VNode => (
  <section class="runs">
    <h3>{title}</h3>
    {rows.length >= MOST ? <p class="hint">{said.most(MOST)}</p> : null}
    <div class="wide" tabIndex={0} role="region" aria-label={title}>
      <table>
        <thead>
          <tr>
            {[...head, ...columns].map((name, nth) => (
              <th key={name} scope="col" class={nth < head.length ? undefined : 'right'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ head: names, cells }) => (
            <tr key={names.join('\n')}>
              {names.map((name, nth) => (
                <th key={nth} scope="row" dir="auto">
                  {visible(name)}
                </th>
              ))}
              {cells.map((cell, nth) => (
                <td key={nth} class="right">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
);
