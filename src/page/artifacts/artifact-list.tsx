import type { VNode } from 'preact';
import { placeOfThread } from '../app/place.ts';
import { Choice } from '../parts/choice.tsx';
import { useFollowing } from '../parts/follow.ts';
import { ItemCard } from '../parts/item-card.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { visible } from '../parts/visible.ts';
import { workMoved } from '../threads/thread-list.ts';
import { artifactWords as said } from '#words/artifacts.ts';
import { artifacts, filter, query, type Artifact } from './artifacts.ts';
import { Facts } from './facts.tsx';

const SLOW_MS = 10_000;

/** All artifacts, found by type and words. */
export function ArtifactList(): VNode {
  const { items, read } = artifacts;
  useFollowing({ read, pauseMs: () => SLOW_MS, shown: items, moved: workMoved });
  return (
    <>
      <h2 tabIndex={-1}>{said.title}</h2>
      <p class="hint">{said.intro}</p>
      <Finding />
      <PagedList
        list={artifacts}
        counted={counted}
        more={said.older}
        line={(artifact) => <Line artifact={artifact} />}
      />
    </>
  );
}

function counted(count: number, isMore: boolean): string {
  if (count > 0) return said.found(count, isMore);
  return filter.value !== 'all' || query.value.trim() !== '' ? said.noneFound : said.none;
}

const Finding = (): VNode => (
  <search class="finding">
    <SearchField
      label={said.search}
      value={query.value}
      onInput={(text) => (query.value = text)}
      onSearch={() => void artifacts.begin()}
    />
    <Choice
      label={said.filter}
      value={filter.value}
      options={{ all: said.anyType, ...said.types }}
      onChoose={(type) => {
        filter.value = type;
        void artifacts.begin();
      }}
    />
  </search>
);

function Line({ artifact }: { artifact: Artifact }): VNode {
  const { artifactId, title, description, threadId } = artifact;
  return (
    <ItemCard area="artifacts" id={artifactId} name={title} about={description}>
      <Facts artifact={artifact} />
      {threadId === null ? null : (
        <div class="row">
          <a class="small" href={placeOfThread(threadId)} aria-label={visible(said.conversationNamed(title))}>
            {said.conversation}
          </a>
        </div>
      )}
    </ItemCard>
  );
}
