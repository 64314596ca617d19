import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { moment, shortMoment } from '../parts/format.ts';
import { LongText } from '../parts/long-text.tsx';
import { visible } from '../parts/visible.ts';
import { entryWords as said } from '#words/entries.ts';
import type { Opened } from './entries.ts';

/** As many as the engine gives out with an entry. */
const MOST = 50;

/** What memory says of an entry. */
export const Memories = ({ entry: { memories } }: { entry: Opened }): VNode => (
  <section class="card" aria-labelledby="memories-title">
    <h3 id="memories-title">{said.memories}</h3>
    {memories.length === 0 ? <p>{said.noMemories}</p> : null}
    <ul class="lines">
      {memories.map(({ id, text, createdAt }, nth) => (
        <li key={id}>
          <span class="told" dir="auto">
            <LongText text={text} />
          </span>
          <span class="hint">
            <time datetime={createdAt} title={moment(createdAt)}>
              {shortMoment(createdAt)}
            </time>{' '}
            ·{' '}
            <a href={placeOfArea('memory', id)} aria-label={visible(said.whereFromNamed(nth + 1))}>
              {said.whereFrom}
            </a>
          </span>
        </li>
      ))}
    </ul>
    {memories.length < MOST ? null : <p class="hint">{said.mostMemories(MOST)}</p>}
  </section>
);
