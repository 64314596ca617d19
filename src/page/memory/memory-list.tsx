import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { Choice } from '../parts/choice.tsx';
import { useFollowing } from '../parts/follow.ts';
import { count, moment, shortMoment } from '../parts/format.ts';
import { PagedList } from '../parts/paged-list.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { visible } from '../parts/visible.ts';
import { workMoved } from '../threads/thread-list.ts';
import { memoryWords as said } from '#words/memory.ts';
import { AddMemory } from './add-memory.tsx';
import { foundWords, isBeside, sourceWords } from './in-words.ts';
import {
  counts,
  kind,
  memories,
  PAGE,
  query,
  readCounts,
  showAdded,
  shown,
  type Kind,
  type Memory,
} from './memories.ts';

const SLOW_MS = 10_000;

/** Memory by its kinds, found by words. */
export function MemoryList(): VNode {
  const wrongCounts = useSignal('');
  const read = async () => {
    const [wrong] = await Promise.all([readCounts(), memories.read()]);
    wrongCounts.value = wrong;
  };
  useFollowing({ read, pauseMs: () => SLOW_MS, shown: memories.items, moved: workMoved });
  return (
    <>
      <h2 tabIndex={-1}>{said.title}</h2>
      <p class="hint">{said.intro}</p>
      <AddMemory
        onAdded={async (added) => {
          showAdded(added);
          await Promise.all([readCounts(), memories.begin()]);
        }}
      />
      <Finding />
      <PagedList
        list={memories}
        onAgain={read}
        wrong={memories.wrong.value || wrongCounts.value}
        counted={counted}
        more={said.more}
        line={(memory) => <Line memory={memory} />}
      />
    </>
  );
}

function counted(found: number, isMore: boolean): string {
  const isSearch = query.value.trim() !== '';
  if (found === 0) return isSearch ? said.noneFound : shown.value === 'past' ? said.emptyPast : said.empty;
  return isSearch ? foundWords(memories.items.value ?? [], PAGE) : said.found(found, isMore);
}

function Finding(): VNode {
  const known = counts.value;
  const isPast = shown.value === 'past';
  const kinds = {
    all: said.allKinds,
    ...Object.fromEntries(
      Object.entries(said.kinds).map(([name, words]) => {
        const counted = known?.find(({ namespace }) => namespace === name);
        return [
          name,
          counted === undefined
            ? words
            : said.kindCounted(words, count(isPast ? counted.past : counted.current)),
        ];
      }),
    ),
  } as Record<Kind | 'all', string>;
  return (
    <search class="finding">
      <SearchField
        label={said.search}
        value={query.value}

        onInput={(text) => (query.value = text)}
        onSearch={() => void memories.begin()}
      />
      <Choice
        label={said.kind}
        value={kind.value}
        options={kinds}
        onChoose={(next) => {
          kind.value = next;
          void memories.begin();
        }}
      />
      <Choice
        label={said.show}
        value={shown.value}
        options={said.shows}
        onChoose={(next) => {
          shown.value = next;
          void memories.begin();
        }}
      />
    </search>
  );
}

const Line = ({
  memory: { id, namespace, text, source, createdAt, ...found },
}: {
  memory: Memory;
}): VNode => (
  <article class="card">
    <p class="about" dir="auto">
      <a href={placeOfArea('memory', id)}>{visible(text)}</a>
    </p>
    <p class="hint">
      {said.kinds[namespace]} · {visible(sourceWords(source))} ·{' '}
      <time datetime={createdAt} title={moment(createdAt)}>
        {shortMoment(createdAt)}
      </time>
      {isBeside(found) ? ` · ${said.besideOne}` : ''}
    </p>
  </article>
);
