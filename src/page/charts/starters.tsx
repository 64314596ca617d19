import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import type { Answer } from '../engine/client.ts';
import { amount } from '../parts/amount.ts';
import { count } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { chartWords as said } from '#words/charts.ts';

type Starter = Answer<'history.starters'>['starters'][number];

/** What started runs, with a bar for what each cost: the table is the drawing. */
export function Starters({ all }: { all: readonly Starter[] }): VNode {
  if (all.length === 0) return <p class="hint">{said.noStarters}</p>;
  const highest = Math.max(...all.map(({ costUsd }) => costUsd));
  return (
    <div class="wide" tabIndex={0} role="region" aria-label={said.starters}>
      <table class="bars">
        <thead>
          <tr>
            <th scope="col">{said.startedBy}</th>
            <th scope="col" class="right">
              {said.runs}
            </th>
            <th scope="col" class="right">
              {said.costColumn}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {all.map((one) => (
            <tr key={`${one.kind} ${one.id ?? ''} ${one.title ?? ''}`}>
              <th scope="row" dir="auto">
                <Name starter={one} />
              </th>
              <td class="right">{count(one.runs)}</td>
              <td class="right">{amount(one)}</td>
              <td class="drawn">
                <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                  <rect
                    class="fill-0"
                    width={highest === 0 ? 0 : (one.costUsd / highest) * 100}
                    height="10"
                  />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Name({ starter: { kind, id, title } }: { starter: Starter }): VNode {
  const isNamed = kind === 'trigger' || kind === 'workflow';
  const text = isNamed
    ? said.named(said.kindsOfStarter[kind], visible(title ?? said.deleted))
    : said.kindsOfStarter[kind];
  return kind === 'trigger' && id !== null && title !== null ? (
    <a href={placeOfArea('automation', id)}>{text}</a>
  ) : (
    <>{text}</>
  );
}
