import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { engine, type Answer } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { Choice } from '../parts/choice.tsx';
import { count, dollars, localZone } from '../parts/format.ts';
import { Problem } from '../parts/problem.tsx';
import { appWords } from '#words/app.ts';
import { chartWords as said } from '#words/charts.ts';
import './charts.css';
import { DaysChart } from './days-chart.tsx';
import { Models } from './models.tsx';
import { TriggerOutcomes } from './outcomes.tsx';
import { largest } from './series.ts';
import { Starters } from './starters.tsx';
import { TOKENS } from './tokens.ts';

interface Found {
  readonly days: Answer<'history.dailyCost'>['days'];
  readonly models: Answer<'history.stats'>['byModel'];
  readonly starters: Answer<'history.starters'>;
}

/** What was spent on what, and what became of automations. All sums are the engine's. */
export default function ChartsArea(): VNode {
  const [span, found, wrong] = [useSignal('30'), useSignal<Found | null>(null), useSignal('')];
  const read = async () => {
    const query = { days: Number(span.peek()), timeZone: localZone() };
    try {
      const [daily, stats, starters] = await Promise.all([
        engine['history.dailyCost']({ query }),
        engine['history.stats']({ query }),
        engine['history.starters']({ query }),
      ]);
      if (query.days !== Number(span.peek())) return;
      found.value = { days: daily.days, models: stats.byModel, starters };
      wrong.value = '';
    } catch (error) {
      wrong.value = told(error);
    }
  };
  useEffect(() => void read(), []);
  const shown = found.value;
  return (
    <section class="area roomy charts">
      <h2 tabIndex={-1}>{said.title}</h2>
      <p class="hint">{said.intro}</p>
      <Choice
        label={said.span}
        value={`d${span.value}`}
        options={Object.fromEntries(Object.entries(said.spans).map(([days, name]) => [`d${days}`, name]))}
        onChoose={(key) => {
          span.value = key.slice(1);
          void read();
        }}
      />
      <Problem text={wrong.value} onAgain={() => void read()} />
      {shown === null ? (
        <p class="hint" role="status">
          {wrong.value === '' ? appWords.loading : ''}
        </p>
      ) : (
        <Charts found={shown} />
      )}
    </section>
  );
}

function Charts({ found: { days, models, starters } }: { found: Found }): VNode {
  const names = days.map(({ day }) => day);
  const modelNames = [...new Set(days.flatMap((day) => day.models.map(({ model }) => model)))];
  const cost = modelNames.map((name) => ({
    name,
    values: days.map((day) => day.models.find(({ model }) => model === name)?.costUsd ?? 0),
  }));
  const tokens = TOKENS.map((kind) => ({
    name: said.kinds[kind],
    values: days.map(({ usage }) => usage[kind]),
  }));
  return (
    <>
      <Card title={said.cost} hint={said.costHint}>
        <DaysChart
          label={said.cost}
          days={names}
          series={largest(cost, said.others)}
          shown={dollars}
          none={said.noCost}
        />
      </Card>
      <Card title={said.tokens} hint={said.tokensHint}>
        <DaysChart label={said.tokens} days={names} series={tokens} shown={count} none={said.noTokens} />
      </Card>
      <Card title={said.starters} hint={said.startersHint}>
        <Starters all={starters.starters} />
      </Card>
      {models.length === 0 ? null : (
        <Card title={said.byModel} hint={said.byModelHint}>
          <Models
            all={models}
            spentOn={Map.groupBy(
              days.flatMap((day) => day.models),
              ({ model }) => model,
            )}
          />
        </Card>
      )}
      <Card title={said.outcomes} hint={said.outcomesHint}>
        <TriggerOutcomes all={starters.triggers} />
      </Card>
    </>
  );
}

const Card = ({
  title,
  hint = '',
  children,
}: {
  title: string;
  hint?: string;
  children: ComponentChildren;
}): VNode => (
  <section class="card">
    <h3>{title}</h3>
    {hint === '' ? null : <p class="hint">{hint}</p>}
    {children}
  </section>
);
