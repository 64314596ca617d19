import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { placeOfArea } from '../app/place.ts';
import type { Answer } from '../engine/client.ts';
import { count } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { chartWords as said } from '#words/charts.ts';
import { fillOf, Fills, Swatch } from './fill.tsx';
import { stacked } from './series.ts';

type Outcomes = Answer<'history.starters'>['triggers'][number];

const KINDS = ['verified', 'unverified', 'failed', 'skipped', 'missed', 'open'] as const;

/** What became of each automation, as numbers and as a bar in parts. */
export function TriggerOutcomes({ all }: { all: readonly Outcomes[] }): VNode {
  const id = useId();
  if (all.length === 0) return <p class="hint">{said.noOutcomes}</p>;
  return (
    <div class="wide" tabIndex={0} role="region" aria-label={said.outcomes}>
      <table class="bars">
        <thead>
          <tr>
            <th scope="col">{said.automation}</th>
            {KINDS.map((kind, nth) => (
              <th key={kind} scope="col" class="right">
                <Swatch nth={nth} of={`${id}-h${nth}`} /> {said.outcomeKinds[kind]}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {all.map((one, row) => {
            const values = KINDS.map((kind) => one[kind]);
            const full = values.reduce((sum, value) => sum + value, 0);
            return (
              <tr key={one.triggerId}>
                <th scope="row" dir="auto">
                  <a href={placeOfArea('automation', one.triggerId)}>{visible(one.title)}</a>
                </th>
                {values.map((value, nth) => (
                  <td key={KINDS[nth]} class="right">
                    {count(value)}
                  </td>
                ))}
                <td class="drawn">
                  <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
                    <Fills of={`${id}-${row}`} />
                    {stacked(values, full, 100).map(({ from, size }, nth) =>
                      size === 0 ? null : (
                        <rect
                          key={nth}
                          x={from}
                          width={size}
                          height="12"
                          fill={fillOf(`${id}-${row}`, nth)}
                        />
                      ),
                    )}
                  </svg>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
