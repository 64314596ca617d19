import type { VNode } from 'preact';
import { useFollowing } from '../parts/follow.ts';
import { count, moment, shortMoment } from '../parts/format.ts';
import { ItemCard } from '../parts/item-card.tsx';
import { Problem } from '../parts/problem.tsx';
import { workMoved } from '../threads/thread-list.ts';
import { dataWords as said } from '#words/data.ts';
import { appWords } from '#words/app.ts';
import { collections, readCollections, unread } from './collections.ts';
import { MakeCollection } from './make-collection.tsx';

const SLOW_MS = 10_000;

/** All collections, by name; the engine keeps at most a hundred, and gives them out at once. */
export function CollectionList(): VNode {
  useFollowing({ read: readCollections, pauseMs: () => SLOW_MS, shown: collections, moved: workMoved });
  const all = collections.value;
  return (
    <>
      <h2 tabIndex={-1}>{said.title}</h2>
      <p class="hint">{said.intro}</p>
      <MakeCollection />
      <Problem text={unread.value} onAgain={() => void readCollections()} />
      <p class="hint" role="status">
        {all === null
          ? unread.value === ''
            ? appWords.loading
            : ''
          : all.length === 0
            ? said.none
            : said.found(all.length)}
      </p>
      <ul class="all">
        {(all ?? []).map(({ name, description, recordCount, updatedAt }) => (
          <li key={name}>
            <ItemCard area="data" id={name} name={name} about={description}>
              <p class="hint">
                {said.records(count(recordCount))} ·{' '}
                <time datetime={updatedAt} title={moment(updatedAt)}>
                  {said.changed(shortMoment(updatedAt))}
                </time>
              </p>
            </ItemCard>
          </li>
        ))}
      </ul>
    </>
  );
}
