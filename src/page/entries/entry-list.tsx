import type { VNode } from 'preact';
import { Choice } from '../parts/choice.tsx';
import { useFollowing } from '../parts/follow.ts';
import { listed, moment, shortMoment } from '../parts/format.ts';
import { ItemCard } from '../parts/item-card.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { visible } from '../parts/visible.ts';
import { workMoved } from '../threads/thread-list.ts';
import { entryWords as said } from '#words/entries.ts';
import { AddEntry } from './add-entry.tsx';
import { entries, filter, query, sort, type Entry } from './entries.ts';

const SLOW_MS = 10_000;
/** Other names that a line shows. */
const NAMES = 3;

/** All entries, found by words and kind. */
export function EntryList(): VNode {
  const { items, read } = entries;
  useFollowing({ read, pauseMs: () => SLOW_MS, shown: items, moved: workMoved });
  return (
    <>
      <h2 tabIndex={-1}>{said.title}</h2>
      <p class="hint">{said.intro}</p>
      <AddEntry />
      <Finding />
      <PagedList list={entries} counted={counted} more={said.more} line={(entry) => <Line entry={entry} />} />
    </>
  );
}

function counted(count: number, isMore: boolean): string {
  const isSearch = query.value.trim() !== '';
  if (count === 0) return isSearch || filter.value !== 'all' ? said.noneFound : said.none;
  return isSearch ? said.best(count) : said.found(count, isMore);
}

const Finding = (): VNode => (
  <search class="finding">
    <SearchField
      label={said.search}
      value={query.value}
      onInput={(text) => (query.value = text)}
      onSearch={() => void entries.begin()}
    />
    <Choice
      label={said.kind}
      value={filter.value}
      options={{ all: said.anyKind, ...said.kinds }}
      onChoose={(kind) => {
        filter.value = kind;
        void entries.begin();
      }}
    />
    <Choice
      label={said.sort}
      value={sort.value}
      options={said.sorts}
      hint={query.value.trim() === '' ? '' : said.sortHint}
      onChoose={(by) => {
        sort.value = by;
        void entries.begin();
      }}
    />
  </search>
);

function Line({ entry }: { entry: Entry }): VNode {
  const { entityId, kind, name, aliases, description, mentionCount, lastSeenAt } = entry;
  return (
    <ItemCard area="entries" id={entityId} name={name} about={description}>
      {aliases.length === 0 ? null : (
        <p class="hint about" dir="auto">
          {visible(said.alsoCalled(listed(aliases.slice(0, NAMES))))}
        </p>
      )}
      <p class="hint">
        {said.kinds[kind]} · {said.mentions(mentionCount)} ·{' '}
        <time datetime={lastSeenAt} title={moment(lastSeenAt)}>
          {said.seen(shortMoment(lastSeenAt))}
        </time>
      </p>
    </ItemCard>
  );
}
