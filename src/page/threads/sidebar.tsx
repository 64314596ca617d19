import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { place } from '../app/place.ts';
import { Icon } from '../parts/icon.tsx';
import { visible } from '../parts/visible.ts';
import { useWindowed } from '../parts/windowed.ts';
import { conversationWords } from '#words/conversation.ts';
import { threadWords } from '#words/threads.ts';
import { byDay } from './days.ts';
import { moveInList } from './move-in-list.ts';
import { offsetsOf, rowsOf, sectionsOf } from './rows.ts';
import { Hits, newThread, searched, SearchField } from './search.tsx';
import { ThreadLine } from './thread-line.tsx';
import { folders, readFolders } from './folders.ts';
import {
  isArchivedShown,
  isRead,
  nextCursor,
  showArchived,
  showFolder,
  shownFolder,
  showOlder,
  threads,
} from './thread-list.ts';
import './threads.css';

const said = threadWords;

/** All threads, by day. */
export const Threads = (): VNode => (
  <nav class="threads" aria-label={said.title}>
    <button type="button" class="new" onClick={newThread}>
      <Icon name="plus" />
      {conversationWords.newThread}
    </button>
    <SearchField />
    <FolderChoice />
    {searched.value.trim() === '' ? <List /> : <Hits />}
    <label class="hint archived">
      <input
        type="checkbox"
        checked={isArchivedShown.value}
        onChange={(event) => void showArchived(event.currentTarget.checked)}
      />
      {said.archivedToo}
    </label>
  </nav>
);

/** Where there are folders: which one is listed. */
function FolderChoice(): VNode | null {
  // A thread that is read may have come into a folder, or left one.
  const moved = threads.value.map(({ folder }) => folder ?? '').join('\n');
  useEffect(() => void readFolders().catch(() => undefined), [moved]);
  const [all, shown] = [folders.value, shownFolder.value];
  const names = all.map(({ folder }) => folder);
  if (names.length === 0 && shown === null) return null;
  const listed = shown === null || names.includes(shown) ? names : [...names, shown];
  return (
    <label class="hint folder">
      {said.folder}
      <select
        value={shown ?? ''}
        onChange={({ currentTarget: { value } }) => void showFolder(value === '' ? null : value)}
      >
        <option value="">{said.allFolders}</option>
        {listed.map((folder) => (
          <option key={folder} value={folder}>
            {visible(folder)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Only what is near has elements, so that ten thousand threads scroll like ten. */
function List(): VNode {
  const all = threads.value;
  const openId = place.value.threadId;
  const isMore = nextCursor.value !== null;
  const rows = useMemo(() => rowsOf(byDay(all, new Date()), isMore), [all, isMore]);
  const offsets = useMemo(() => offsetsOf(rows), [rows]);
  const { box, shown } = useWindowed(offsets);
  const isAtEnd = shown.end >= rows.length;
  useEffect(() => {
    // Older threads come when a person scrolls to the end.
    if (isAtEnd && rows.length > 0) void showOlder();
  }, [isAtEnd, rows.length]);
  return (
    <div class="list" ref={box} onKeyDown={moveInList}>
      {isRead.value && rows.length === 0 ? <p class="hint empty">{said.none}</p> : null}
      <div style={{ height: `${shown.before}rem` }} />
      {sectionsOf(rows.slice(shown.first, shown.end)).map(({ day, hasTitle, threads: found }) => (
        <section key={day}>
          {hasTitle ? <h2>{day}</h2> : null}
          <ul aria-label={day}>
            {found.map(({ thread, nth, of }) => (
              <ThreadLine
                key={thread.threadId}
                thread={thread}
                isOpen={thread.threadId === openId}
                nth={nth}
                of={of}
              />
            ))}
          </ul>
        </section>
      ))}
      <div style={{ height: `${shown.after}rem` }} />
      {!isMore || !isAtEnd ? null : (
        <button type="button" class="quiet" onClick={() => void showOlder()}>
          {said.older}
        </button>
      )}
    </div>
  );
}
