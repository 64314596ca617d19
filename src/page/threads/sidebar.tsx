import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { place, placeOfThread, showThread } from '../app/place.ts';
import { visible } from '../parts/visible.ts';
import { engine, type Thread } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { clock } from '../parts/format.ts';
import { words } from '../words/words.ts';
import { byDay } from './days.ts';
import { ThreadMenu } from './thread-menu.tsx';
import { isArchivedShown, nextCursor, refreshThreads, showOlder, threads } from './thread-list.ts';
import './threads.css';

const said = words.threads;

/** All threads, by day. */
export function Threads(): VNode {
  return (
    <nav class="threads" aria-label={said.title}>
      <button type="button" class="new" onClick={() => showThread(null)}>
        {words.conversation.newThread}
      </button>
      <div class="list">
        {byDay(threads.value, new Date()).map((day) => (
          <section key={day.title}>
            <h2>{day.title}</h2>
            <ul>
              {day.threads.map((thread) => (
                <ThreadLine key={thread.threadId} thread={thread} />
              ))}
            </ul>
          </section>
        ))}
        {nextCursor.value === null ? null : <More />}
      </div>
      <label class="hint">
        <input
          type="checkbox"
          checked={isArchivedShown.value}
          onChange={(event) => {
            isArchivedShown.value = event.currentTarget.checked;
            void refreshThreads();
          }}
        />{' '}
        {said.archivedToo}
      </label>
    </nav>
  );
}

/** Older threads come when a person scrolls to the end, or asks for them. */
function More(): VNode {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) void showOlder();
    });
    if (button.current) observer.observe(button.current);
    return () => observer.disconnect();
  }, []);
  return (
    <button type="button" ref={button} class="quiet" onClick={() => void showOlder()}>
      {said.older}
    </button>
  );
}

function ThreadLine({ thread }: { thread: Thread }): VNode {
  const isOpen = place.value.threadId === thread.threadId;
  const isRenaming = useSignal(false);
  if (isRenaming.value) return <Rename thread={thread} onDone={() => (isRenaming.value = false)} />;
  return (
    <li>
      <a
        href={placeOfThread(thread.threadId)}
        aria-current={isOpen ? 'page' : undefined}
        onDblClick={() => (isRenaming.value = true)}
      >
        <span class="title" dir="auto">
          {visible(thread.title)}
        </span>
        <span class="hint">
          {clock(thread.updatedAt)}
          {stateOf(thread)}
        </span>
      </a>
      {isOpen ? <ThreadMenu thread={thread} onRename={() => (isRenaming.value = true)} /> : null}
    </li>
  );
}

function stateOf({ pendingPrompt, activeRunId, pendingChangeset, archived }: Thread): string {
  const state = pendingPrompt
    ? said.isWaiting
    : activeRunId
      ? said.isRunning
      : pendingChangeset
        ? said.hasChanges
        : archived
          ? said.archived
          : '';
  return state === '' ? '' : ` · ${state}`;
}

function Rename({ thread, onDone }: { thread: Thread; onDone: () => void }): VNode {
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => field.current?.select(), []);
  const end = async (title: string | null) => {
    if (isOver.current) return;
    isOver.current = true;
    try {
      if (title !== null && title.trim() !== '' && title !== thread.title) {
        await engine['threads.set']({ params: { id: thread.threadId }, body: { title } });
        await refreshThreads();
      }
    } catch (error) {
      say(told(error));
    } finally {
      onDone();
    }
  };
  return (
    <li>
      <input
        ref={field}
        class="rename"
        defaultValue={thread.title}
        aria-label={said.renameLabel}
        onBlur={(event) => void end(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void end(event.currentTarget.value);
          if (event.key === 'Escape') void end(null);
        }}
      />
    </li>
  );
}
