import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { triggers } from '../automation/triggers.ts';
import { Distance } from '../parts/distance.tsx';
import { dayAndTime, relative } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { visible } from '../parts/visible.ts';
import { todayWords as said } from '#words/today.ts';
import { comingUp, type Planned } from './facts.ts';
import { tasks } from './today.ts';

/** What will happen by itself, and what is due. */
export function Next(): VNode {
  const now = Date.now();
  const planned = comingUp(triggers.value ?? [], tasks.value, now);
  return (
    <section class="card" aria-labelledby="today-next">
      <h3 id="today-next">{said.next}</h3>
      {planned.length === 0 ? <p>{said.nothingNext}</p> : null}
      <ul class="lines">
        {planned.map((one) => (
          <li key={one.id}>
            <Icon name={one.kind === 'task' ? 'tasks' : 'automation'} />
            <a href={placeOf(one)} dir="auto">
              {visible(one.title)}
            </a>
            <Distance
              time={one.at}
              words={one.kind === 'task' ? said.due(relative(one.at, now)) : relative(one.at, now)}
              exactly={dayAndTime}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const placeOf = ({ kind, id }: Planned): string =>
  kind === 'task' ? placeOfArea('tasks') : placeOfArea('automation', id);
