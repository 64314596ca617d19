import { signal, useSignal } from '@preact/signals';
import { Fragment, type VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { placeOfThread, showThread } from '../app/place.ts';
import { isFieldWanted } from '../conversation/wanted-field.ts';
import { engine, type Answer } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { shortMoment } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { visible } from '../parts/visible.ts';
import { byThread } from './hits-by-thread.ts';
import { shownTitle } from './title.ts';
import { conversationWords } from '#words/conversation.ts';
import { threadWords } from '#words/threads.ts';
import { plainSnippet } from './plain-snippet.ts';
import { moveInList } from './move-in-list.ts';

const said = threadWords;
const PAGE = 30;
/** After the last key, so that not every letter is asked. */
const PAUSE_MS = 120;

type Hit = Answer<'threads.search'>['hits'][number];

/** What is searched for; the list of threads is back when it is empty. */
export const searched = signal('');

/** A new conversation, in a list that shows it, with the keyboard where its first message is typed. */
export function newThread(): void {
  searched.value = '';
  // The menu of a narrow screen would keep the keyboard.
  document.querySelector<HTMLDialogElement>('dialog.sheet')?.close();
  showThread(null);
  isFieldWanted.value = true;
}
const found = signal<{
  readonly text: string;
  readonly hits: readonly Hit[];
  readonly next: string | null;
  readonly isComplete: boolean;
  /** Nothing has all words: these have some of them. */
  readonly isLoose: boolean;
} | null>(null);
const wrong = signal('');

/** `/` goes here from anywhere, the arrow keys into what was found, Enter opens the first, Escape ends the search. */
export function SearchField(): VNode {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, dialog[open]:not(.sheet)');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <div class="search" role="search">
      <Icon name="search" />
      <input
        dir="auto"
        ref={field}
        type="search"
        value={searched.value}
        placeholder={said.search}
        aria-label={said.search}
        aria-keyshortcuts="/"
        maxLength={1_000}
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => (searched.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          const links = document.querySelectorAll<HTMLAnchorElement>('.threads .list a');
          if (event.key === 'Enter' && searched.value.trim() !== '') links[0]?.click();
          else if (event.key === 'ArrowDown') links[0]?.focus();
          else if (event.key === 'Escape' && searched.value !== '') searched.value = '';
          else return;
          event.preventDefault();
        }}
      />
      {searched.value === '' ? null : (
        <button
          type="button"
          class="quiet"
          aria-label={said.endSearch}
          title={said.endSearch}
          onClick={() => {
            searched.value = '';
            field.current?.focus();
          }}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

/** What was found, best first; a hit in a message opens the thread at that message. */
export function Hits(): VNode {
  const text = searched.value.trim();
  useEffect(() => {
    const left = new AbortController();
    const timer = setTimeout(() => void find(text, left.signal), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [text]);
  const now = found.value;
  const isCurrent = now?.text === text;
  const groups = byThread(now?.hits ?? []);
  return (
    <div
      class="list hits"
      aria-busy={!isCurrent}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault();
          searched.value = '';
          document.querySelector<HTMLInputElement>('.search input')?.focus();
        } else moveInList(event);
      }}
    >
      <p class="hint" role="status">
        {isCurrent && now.isLoose ? `${said.foundLoosely} ` : ''}
        {isCurrent ? said.found(groups.length, now.next !== null) : ''}
        {isCurrent && !now.isComplete ? ` ${said.stillIndexing}` : ''}
      </p>
      {isCurrent && now.hits.length === 0 ? <p class="hint">{said.tip}</p> : null}
      <Alert text={wrong.value} />
      <ul>
        {groups.map(({ best, others }) => (
          <Fragment key={best.thread.threadId}>
            <HitLine hit={best} />
            {others.length === 0 ? null : <Others hits={others} />}
          </Fragment>
        ))}
      </ul>
      {now !== null && now.next !== null ? (
        <button type="button" class="quiet" onClick={() => void findMore()}>
          {said.moreFound}
        </button>
      ) : null}
    </div>
  );
}

/** The other places in the same conversation, when they are wanted. */
function Others({ hits }: { hits: readonly Hit[] }): VNode {
  const isOpen = useSignal(false);
  if (isOpen.value)
    return (
      <>
        {hits.map((hit) => (
          <HitLine key={hit.seq} hit={hit} />
        ))}
      </>
    );
  return (
    <li>
      <button type="button" class="quiet" onClick={() => (isOpen.value = true)}>
        {said.moreHere(hits.length)}
      </button>
    </li>
  );
}

const HitLine = ({ hit: { thread, seq, role, createdAt, snippet } }: { hit: Hit }): VNode => (
  <li>
    <a href={placeOfThread(thread.threadId, seq)}>
      <span class="title" dir="auto">
        {shownTitle(thread.title)}
      </span>
      <span class="snippet" dir="auto">
        {seq === null
          ? said.inTitle
          : plainSnippet(snippet).map(({ text, match }, nth) =>
              match ? <mark key={nth}>{visible(text)}</mark> : visible(text),
            )}
      </span>
      <span class="hint">
        {role === 'user' ? `${conversationWords.you} · ` : ''}
        {shortMoment(createdAt)}
        {thread.archived ? ` · ${said.archived}` : ''}
      </span>
    </a>
  </li>
);

async function find(q: string, signal: AbortSignal): Promise<void> {
  if (q === '') return;
  try {
    const { hits, nextCursor, complete, loosened } = await engine['threads.search']({
      query: { q, limit: PAGE, loosen: true },
      signal,
    });
    found.value = { text: q, hits, next: nextCursor, isComplete: complete, isLoose: loosened };
    wrong.value = '';
  } catch (error) {
    if (!signal.aborted) wrong.value = told(error);
  }
}

async function findMore(): Promise<void> {
  const before = found.value;
  if (before === null || before.next === null) return;
  try {
    const query = { q: before.text, limit: PAGE, cursor: before.next, loosen: true };
    const { hits, nextCursor } = await engine['threads.search']({ query });
    if (found.value === before)
      found.value = { ...before, hits: [...before.hits, ...hits], next: nextCursor };
  } catch (error) {
    wrong.value = told(error);
  }
}
