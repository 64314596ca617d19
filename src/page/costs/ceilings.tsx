import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { problems } from '../app/model.ts';
import { engine, type Answer } from '../engine/client.ts';
import { told, violationsOf } from '../engine/failure.ts';
import { amount } from '../parts/amount.ts';
import { Bar } from '../parts/bar.tsx';
import { Field } from '../parts/field.tsx';
import { dollars } from '../parts/format.ts';
import { useKept } from '../parts/kept.ts';
import { toType } from '../parts/typed-number.ts';
import { costWords } from '#words/costs.ts';
import { settingsWords } from '#words/settings.ts';
import { amountIn, overtaken, spentOf, type Day } from './spent.ts';

const said = costWords;
type Config = Answer<'config.get'>['config'];
const KEYS = ['max_cost_per_run_usd', 'max_cost_per_day_usd', 'max_cost_per_month_usd'] as const;
type Ceiling = (typeof KEYS)[number];

/** The ceilings of cost, and what is left of them. What was typed stays until it is saved. */
export function Ceilings({ days }: { days: readonly Day[] }): VNode | null {
  const config = useSignal<Config | null>(null);
  const { value: given } = useKept<Partial<Record<Ceiling, string>>>('ceilings', {}, []);
  const wrong = useSignal<Partial<Record<Ceiling, string>>>({});
  const outcome = useSignal<{ readonly text: string; readonly isBad: boolean }>({ text: '', isBad: false });
  useEffect(() => {
    engine['config.get']().then(
      (found) => (config.value = found.config),
      (error: unknown) => (outcome.value = { text: told(error), isBad: true }),
    );
  }, []);
  const now = config.value;
  if (now === null) return null;
  const spent = spentOf(days);
  const textOf = (key: Ceiling): string => given.value[key] ?? toType(now[key]);
  const below = overtaken({
    max_cost_per_run_usd: amountIn(textOf('max_cost_per_run_usd')),
    max_cost_per_day_usd: amountIn(textOf('max_cost_per_day_usd')),
    max_cost_per_month_usd: amountIn(textOf('max_cost_per_month_usd')),
  });
  const save = async () => {
    const amounts = Object.entries(given.value).map(([key, text]) => [key, amountIn(text)] as const);
    wrong.value = Object.fromEntries(
      amounts.flatMap(([key, amount]) => (amount === null ? [[key, said.noAmount]] : [])),
    );
    outcome.value = { text: '', isBad: false };
    if (amounts.some(([, amount]) => amount === null)) return;
    try {
      const report = await engine['config.set']({ body: Object.fromEntries(amounts) });
      config.value = report.config;
      problems.value = report.problems;
      given.value = {};
      outcome.value = { text: settingsWords.saved, isBad: false };
    } catch (error) {
      const found = violationsOf(error);
      wrong.value = Object.fromEntries(found.map(({ path, message }) => [path.slice(1), message]));
      if (found.length === 0) outcome.value = { text: told(error), isBad: true };
    }
  };
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <fieldset>
        <legend>{said.ceilings}</legend>
        <p class="hint">{said.ceilingsHint}</p>
        {(['day', 'month'] as const).map((span) => {
          const [ceiling, costUsd] = [now[`max_cost_per_${span}_usd`], spent[span]];
          const priceKnown = span === 'day' ? spent.isDayKnown : spent.isMonthKnown;
          const left = dollars(Math.max(0, ceiling - costUsd));
          return (
            <Bar
              key={span}
              label={said.left(said.spanNames[span], amount({ costUsd, priceKnown }), dollars(ceiling), left)}
              share={ceiling === 0 ? 1 : costUsd / ceiling}
            />
          );
        })}
        <div class="columns-of-fields">
          {KEYS.map((key) => (
            <Field
              key={key}
              label={said.ceilingNames[key]}
              value={textOf(key)}
              hint={below[key] === undefined ? '' : said.below[below[key]]}
              wrong={wrong.value[key] ?? ''}
              isNumber
              onInput={(text) => (given.value = { ...given.value, [key]: text })}
            />
          ))}
        </div>
        <p class={outcome.value.isBad ? 'bad' : 'good'} role="status">
          {outcome.value.text}
        </p>
        <button disabled={Object.keys(given.value).length === 0}>{settingsWords.save}</button>
      </fieldset>
    </form>
  );
}
