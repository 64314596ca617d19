import type { VNode } from 'preact';
import { placeOfArea } from '../../app/place.ts';
import type { Me } from '../../engine/me.ts';
import { dollars } from '../../parts/format.ts';
import { visible } from '../../parts/visible.ts';
import { peopleWords } from '#words/people.ts';

const said = peopleWords.you;

/** Who is signed in with this browser, how, and what their work may cost. */
export const You = ({ me }: { me: Me }): VNode => (
  <section class="card" aria-labelledby="you-title">
    <h3 id="you-title">{said.title}</h3>
    <p>
      <strong dir="auto">{visible(me.name ?? peopleWords.owner)}</strong> · {said.roles[me.role]} ·{' '}
      {said.ways[me.signedIn]}
    </p>
    <p class="hint">
      {me.dailyLimitUsd === null ? said.noLimit : said.limit(dollars(me.dailyLimitUsd))}{' '}
      <a href={placeOfArea('costs')}>{said.spent}</a>
    </p>
  </section>
);
