import type { ComponentChildren, VNode } from 'preact';
import { placeOfArea, placeOfRunIn } from '../app/place.ts';
import { OutcomeMark } from '../automation/fire-outcome.tsx';
import { outcomeOf as fireOutcomeOf } from '../automation/outcome.ts';
import { triggers } from '../automation/triggers.ts';
import { Distance } from '../parts/distance.tsx';
import { count, relative } from '../parts/format.ts';
import { amount } from '../parts/amount.ts';
import type { IconName } from '../parts/icon.tsx';
import { OutcomeWord } from '../parts/outcome-word.tsx';
import { outcomeOf } from '../parts/run-outcome.ts';
import type { Tone } from '../parts/tone.ts';
import { ownTask } from '../parts/own-task.ts';
import { visible } from '../parts/visible.ts';
import { todayWords as said } from '#words/today.ts';
import { countsOf, firedSince, folded, isBad, worthShowing, type Run } from './facts.ts';
import { today } from './today.ts';

/** What ran while the person was away, and whether it worked. */
export function Since(): VNode | null {
  const now = today.value;
  if (now === null) return null;
  const { visits, runs, isAll } = now;
  const fired = firedSince(triggers.value ?? [], visits.since);
  // An automation says more of a run than the run itself.
  const named = new Set(fired.map(({ lastRun }) => lastRun.runId));
  const others = worthShowing(runs.filter(({ runId }) => !named.has(runId)));
  const when = new Date(visits.since).toISOString();
  return (
    <section class="card" aria-labelledby="today-since">
      <h3 id="today-since">{visits.isFirst ? said.sinceDay : said.since(relative(when, visits.seenAt))}</h3>
      {runs.length === 0 && fired.length === 0 ? <p>{said.nothingRan}</p> : null}
      {runs.length === 0 ? null : (
        <p>
          <strong>{runs.length === 1 ? said.oneRan : said.ran(count(runs.length), isAll)}</strong>
          {': '}
          {countsOf(runs)
            .map(([status, many]) => said.outcome(count(many), said.counted[status]))
            .join(', ')}
        </p>
      )}
      {fired.length === 0 ? null : (
        <>
          <h4>{said.automations}</h4>
          <Folding
            all={fired}
            isNews={({ lastRun }) => ['bad', 'warn'].includes(fireOutcomeOf(lastRun, false).tone)}
            line={({ triggerId, title, lastRun, effect }) => (
              <li key={triggerId}>
                <OutcomeMark fire={lastRun} isReminder={effect === 'notify'} />
                <a href={placeOfArea('automation', triggerId)} dir="auto">
                  {visible(title)}
                </a>
                <When time={lastRun.startedAt} />
              </li>
            )}
          />
        </>
      )}
      {fired.length > 0 && others.length > 0 ? <h4>{said.others}</h4> : null}
      <Folding
        all={others}
        isNews={isBad}
        line={(run) => (
          <li key={run.runId}>
            <Outcome status={outcomeOf(run)} />
            <RunLink run={run} />
            <When time={run.createdAt} />
            {run.costUsd > 0 ? <span class="hint">{amount(run)}</span> : null}
          </li>
        )}
      />
      {runs.length === 0 ? null : <a href={placeOfArea('insights')}>{said.allRuns}</a>}
    </section>
  );
}

/** What is news is in sight; what ended well beyond the newest is behind a line. */
function Folding<One>({
  all,
  isNews,
  line,
}: {
  all: readonly One[];
  isNews: (one: One) => boolean;
  line: (one: One) => ComponentChildren;
}): VNode | null {
  const { shown, more } = folded(all, isNews);
  if (all.length === 0) return null;
  return (
    <>
      <ul class="lines">{shown.map(line)}</ul>
      {more.length === 0 ? null : (
        <details>
          <summary>{said.more(count(more.length))}</summary>
          <ul class="lines">{more.map(line)}</ul>
        </details>
      )}
    </>
  );
}

const ICONS: Readonly<Partial<Record<Run['status'], IconName>>> = {
  completed: 'check',
  failed: 'cross',
  interrupted: 'cross',
};
const TONES: Readonly<Record<Run['status'], Tone>> = {
  completed: 'neutral',
  failed: 'bad',
  interrupted: 'bad',
  aborted: 'neutral',
  running: 'neutral',
};

function Outcome({ status }: Pick<Run, 'status'>): VNode {
  const icon = ICONS[status];
  return <OutcomeWord tone={TONES[status]} words={said.outcomes[status]} {...(icon ? { icon } : {})} />;
}

const RunLink = ({ run: { runId, task, threadId } }: { run: Run }): VNode =>
  threadId === null || task === '' ? (
    <span class="hint">{said.noText}</span>
  ) : (
    <a class="of-run" href={placeOfRunIn(threadId, runId)} dir="auto">
      {visible(ownTask(task))}
    </a>
  );

const When = ({ time }: { time: string }): VNode => (
  <Distance time={time} words={relative(time, Date.now())} />
);
