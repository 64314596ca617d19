import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { placeOfArea, placeOfThread } from '../app/place.ts';
import { Choice } from '../parts/choice.tsx';
import { Field } from '../parts/field.tsx';
import { useFollowing } from '../parts/follow.ts';
import { visible } from '../parts/visible.ts';
import { workMoved } from '../threads/thread-list.ts';
import { artifactWords as said } from '../words/artifacts.ts';
import { words } from '../words/words.ts';
import {
  artifacts,
  filter,
  older,
  query,
  readArtifacts,
  readOlder,
  show,
  unread,
  type Artifact,
} from './artifacts.ts';
import { Facts } from './facts.tsx';

const SLOW_MS = 10_000;
/** After the last key. */
const TYPED_MS = 250;

/** All artifacts, found by type and words. */
export function ArtifactList(): VNode {
  useFollowing({ read: readArtifacts, pauseMs: () => SLOW_MS, shown: artifacts, moved: workMoved });
  const all = artifacts.value;
  return (
    <>
      <h2 tabIndex={-1}>{said.title}</h2>
      <p class="hint">{said.intro}</p>
      <Finding />
      <p class="bad" role="alert">
        {visible(unread.value)}
      </p>
      <p class="hint" role="status">
        {all === null ? (unread.value === '' ? words.app.loading : '') : counted(all.length)}
      </p>
      {all === null || all.length === 0 ? null : (
        <ul class="all">
          {all.map((artifact) => (
            <li key={artifact.artifactId}>
              <Line artifact={artifact} />
            </li>
          ))}
        </ul>
      )}
      {older.value === null ? null : (
        <div class="row">
          <button type="button" onClick={() => void readOlder()}>
            {said.older}
          </button>
        </div>
      )}
    </>
  );
}

function counted(count: number): string {
  if (count > 0) return said.found(count, older.value !== null);
  return filter.value !== 'all' || query.value.trim() !== '' ? said.noneFound : said.none;
}

function Finding(): VNode {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  return (
    <search class="finding">
      <Field
        label={said.search}
        type="search"
        value={query.value}
        onInput={(text) => {
          query.value = text;
          clearTimeout(timer.current);
          timer.current = setTimeout(() => void show({}), TYPED_MS);
        }}
      />
      <Choice
        label={said.filter}
        value={filter.value}
        options={{ all: said.anyType, ...said.types }}
        onChoose={(type) => void show({ filter: type })}
      />
    </search>
  );
}

function Line({ artifact }: { artifact: Artifact }): VNode {
  const { artifactId, title, description, threadId } = artifact;
  return (
    <article class="card" aria-label={visible(title)}>
      <h3 dir="auto">
        <a href={placeOfArea('artifacts', artifactId)}>{visible(title)}</a>
      </h3>
      {description === null ? null : (
        <p class="about" dir="auto">
          {visible(description)}
        </p>
      )}
      <Facts artifact={artifact} />
      {threadId === null ? null : (
        <div class="row">
          <a class="small" href={placeOfThread(threadId)} aria-label={visible(said.conversationNamed(title))}>
            {said.conversation}
          </a>
        </div>
      )}
    </article>
  );
}
