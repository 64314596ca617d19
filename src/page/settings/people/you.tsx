import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { placeOfArea } from '../../app/place.ts';
import { engine } from '../../engine/client.ts';
import type { Me } from '../../engine/me.ts';
import { dollars } from '../../parts/format.ts';
import { useReading } from '../../parts/use-reading.ts';
import { visible } from '../../parts/visible.ts';
import { peopleWords } from '#words/people.ts';

const said = peopleWords.you;

/** Who is signed in with this browser, how, and what their work may cost. */
export function You({ me }: { me: Me }): VNode {
  const today = useSignal<number | null>(null);
  const { wrong } = useReading(async () => {
    // The day of the limits.
    const { days } = await engine['history.dailyCost']({ query: { days: 1, timeZone: 'UTC' } });
    today.value = days.reduce((sum, { costUsd }) => sum + costUsd, 0);
    return '';
  });
  return (
    <section class="card" aria-labelledby="you-title">
      <h3 id="you-title">{said.title}</h3>
      <p>
        <strong dir="auto">{visible(me.name ?? peopleWords.owner)}</strong> · {said.roles[me.role]} ·{' '}
        {said.ways[me.signedIn]}
      </p>
      <p class="hint">
        {me.dailyLimitUsd === null ? said.noLimit : said.limit(dollars(me.dailyLimitUsd))}{' '}
        {today.value === null ? wrong.value : said.spentToday(dollars(today.value))}{' '}
        <a href={placeOfArea('costs')}>{said.spent}</a>
      </p>
    </section>
  );
}
