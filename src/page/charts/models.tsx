import type { VNode } from 'preact';
import type { Answer } from '../engine/client.ts';
import { amount, leastKnown, type Cost } from '../parts/amount.ts';
import { count } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { chartWords as said } from '#words/charts.ts';
import { TOKENS } from './tokens.ts';

type Model = Answer<'history.stats'>['byModel'][number];

/** The tokens of each model, and how much of its input came from a cache. */
export const Models = ({
  all,
  spentOn,
}: {
  all: readonly Model[];
  /** What each cost day by day, which says what the sum is. */
  spentOn: ReadonlyMap<string, readonly Cost[]>;
}): VNode => (
  <div class="wide" tabIndex={0} role="region" aria-label={said.byModel}>
    <table class="bars">
      <thead>
        <tr>
          <th scope="col">{said.model}</th>
          <th scope="col" class="right">
            {said.costColumn}
          </th>
          {TOKENS.map((kind) => (
            <th key={kind} scope="col" class="right">
              {said.kinds[kind]}
            </th>
          ))}
          <th scope="col">{said.cached}</th>
        </tr>
      </thead>
      <tbody>
        {all.map(({ model, usage, costUsd }) => {
          const input = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
          const share = input === 0 ? 0 : usage.cacheReadTokens / input;
          return (
            <tr key={model}>
              <th scope="row" dir="auto">
                {visible(model)}
              </th>
              <td class="right">{amount({ costUsd, priceKnown: leastKnown(spentOn.get(model) ?? []) })}</td>
              {TOKENS.map((kind) => (
                <td key={kind} class="right">
                  {count(usage[kind])}
                </td>
              ))}
              <td class="drawn">
                {count(Math.round(share * 100))} %
                <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                  <rect class="fill-0" width={share * 100} height="6" />
                </svg>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </div>
);
