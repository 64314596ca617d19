import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { Choice } from '../parts/choice.tsx';
import { useFollowing } from '../parts/follow.ts';
import { count } from '../parts/format.ts';
import { MoreButton } from '../parts/more-button.tsx';
import { Paged } from '../parts/paged.ts';
import { Problem } from '../parts/problem.tsx';
import { workMoved } from '../threads/thread-list.ts';
import { contactWords } from '#words/contacts.ts';
import { appWords } from '#words/app.ts';
import { readStatistics, statistics, type Deal } from './contacts.ts';
import { DealLine } from './deal-line.tsx';
import { sumsOf, type Stage } from './in-words.ts';

const said = contactWords.byStage;
const SLOW_MS = 10_000;
const PAGE = 30;

const stage = signal<Stage | 'all'>('all');
const wrongOfSums = signal('');

const deals = new Paged<Deal>(
  async (cursor) => {
    const page = await engine['deals.list']({
      query: {
        limit: PAGE,
        ...(stage.peek() === 'all' ? {} : { stage: stage.peek() as Stage }),
        ...(cursor === null ? {} : { cursor }),
      },
    });
    return { items: page.deals, nextCursor: page.nextCursor };
  },
  ({ dealId }) => dealId,
);

/** What the deals of each stage come to, and the deals. */
export function DealsByStage(): VNode {
  const read = async () => {
    const [, wrong] = await Promise.all([deals.read(), readStatistics()]);
    wrongOfSums.value = wrong;
  };
  useFollowing({ read, pauseMs: () => SLOW_MS, shown: deals.items, moved: workMoved });
  const all = deals.items.value;
  const wrong = deals.wrong.value === '' ? wrongOfSums.value : deals.wrong.value;
  return (
    <>
      <p>
        <a href={placeOfArea('contacts')}>{contactWords.all}</a>
      </p>
      <h2 tabIndex={-1}>{said.title}</h2>
      <Problem text={wrong} onAgain={() => void read()} />
      <Sums />
      <Choice
        label={said.show}
        value={stage.value}
        options={{ all: said.all, ...contactWords.deal.stages }}
        onChoose={(next) => {
          stage.value = next;
          void deals.begin();
        }}
      />
      <p class="hint" role="status">
        {all === null
          ? wrong === ''
            ? appWords.loading
            : ''
          : all.length === 0
            ? stage.value === 'all'
              ? said.none
              : said.noneIn
            : said.found(all.length, deals.older.value !== null)}
      </p>
      <ul class="all">
        {(all ?? []).map((deal) => (
          <li key={deal.dealId} class="card">
            <DealLine deal={deal} hasContact />
          </li>
        ))}
      </ul>
      <MoreButton
        label={said.more}
        isMore={deals.older.value !== null}
        onMore={() => void deals.readOlder()}
      />
    </>
  );
}

function Sums(): VNode | null {
  const found = statistics.value;
  if (found === null) return null;
  return (
    <div class="wide" tabIndex={0} role="region" aria-label={said.table}>
      <table>
        <thead>
          <tr>
            <th scope="col">{said.stage}</th>
            <th scope="col" class="right">
              {said.count}
            </th>
            <th scope="col">{said.sums}</th>
          </tr>
        </thead>
        <tbody>
          {found.deals.map((one) => (
            <tr key={one.stage}>
              <th scope="row">{contactWords.deal.stages[one.stage]}</th>
              <td class="right">{count(one.count)}</td>
              <td>{sumsOf(one.totals)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
