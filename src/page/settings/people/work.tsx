import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { engine } from '../../engine/client.ts';
import { amount } from '../../parts/amount.ts';
import { day, duration, timeOfDay } from '../../parts/format.ts';
import { MoreButton } from '../../parts/more-button.tsx';
import { Paged } from '../../parts/paged.ts';
import { Problem } from '../../parts/problem.tsx';
import { visible } from '../../parts/visible.ts';
import { peopleWords } from '#words/people.ts';
import type { Person, Work } from './model.ts';
import { byDayAndPerson } from './work-groups.ts';

const said = peopleWords.work;

/** What svc does for others, for the owner: for each day and person the cost, time and state of each run, and no word of it. */
export function OthersWork({ people }: { people: readonly Person[] }): VNode {
  const list = useMemo(
    () =>
      new Paged<Work>(
        async (cursor) => {
          const found = await engine['history.others']({ query: cursor === null ? {} : { cursor } });
          return { items: found.work, nextCursor: found.nextCursor };
        },
        ({ runId }) => runId,
      ),
    [],
  );
  useEffect(() => void list.read(), [list]);
  const nameOf = (id: string): string => {
    const person = people.find(({ personId }) => personId === id);
    return person === undefined ? said.removed : (person.name ?? peopleWords.owner);
  };
  const groups = byDayAndPerson(list.items.value ?? []);
  return (
    <section class="card" aria-labelledby="others-work">
      <h3 id="others-work">{said.title}</h3>
      <p class="hint">{said.hint}</p>
      <Problem text={list.wrong.value} onAgain={() => void list.read()} />
      {list.items.value?.length === 0 ? <p class="hint">{said.nothing}</p> : null}
      {groups.map(({ personId, work, costUsd, priceKnown }) => (
        <details key={`${work[0].runId}`}>
          <summary>
            {day(work[0].startedAt)} · <span dir="auto">{visible(nameOf(personId))}</span> ·{' '}
            {said.count(work.length)} · {amount({ costUsd, priceKnown })}
          </summary>
          <ul class="lines">
            {work.map((one) => (
              <li key={one.runId}>{lineOf(one)}</li>
            ))}
          </ul>
        </details>
      ))}
      <MoreButton label={said.more} isMore={list.older.value !== null} onMore={() => void list.readOlder()} />
    </section>
  );
}

const lineOf = ({ kind, startedAt, endedAt, costUsd, priceKnown, status }: Work): string =>
  [
    timeOfDay(startedAt),
    said.kinds[kind],
    ...(endedAt === null ? [] : [duration(Date.parse(endedAt) - Date.parse(startedAt))]),
    amount({ costUsd, priceKnown }),
    said.states[status],
  ].join(' · ');
