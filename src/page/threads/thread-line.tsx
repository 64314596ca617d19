import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { memo } from 'preact/compat';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { placeOfThread } from '../app/place.ts';
import { stateOf } from '../app/tab-title.ts';
import { isAway } from '../engine/away.ts';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { shortMoment } from '../parts/format.ts';
import { isKeyboardLost } from '../parts/keyboard-after.ts';
import { visible } from '../parts/visible.ts';
import { numberedTitle } from './title.ts';
import { threadWords } from '#words/threads.ts';
import type { PlacedThread } from './rows.ts';
import { refreshThreads, shownFolder } from './thread-list.ts';
import { ThreadMenu } from './thread-menu.tsx';

const said = threadWords;

interface LineOf extends PlacedThread {
  readonly isOpen: boolean;
}

export const ThreadLine = memo(({ thread, isOpen, nth, of }: LineOf): VNode => {
  const isRenaming = useSignal(false);
  const link = useRef<HTMLAnchorElement>(null);
  const wasRenaming = useRef(false);
  useLayoutEffect(() => {
    // The field is gone, and with it the place of the keyboard.
    if (wasRenaming.current && isKeyboardLost()) link.current?.focus();
    wasRenaming.current = isRenaming.value;
  }, [isRenaming.value]);
  if (isRenaming.value)
    return (
      <Rename thread={thread} isOpen={isOpen} nth={nth} of={of} onDone={() => (isRenaming.value = false)} />
    );
  const { name: title, number } = numberedTitle(thread.title);
  const { name, text } = stateOf(thread, isAway.value);
  return (
    <li class={isOpen ? 'open' : undefined} aria-posinset={nth} aria-setsize={of}>
      <a
        ref={link}
        href={placeOfThread(thread.threadId)}
        class={thread.unread ? 'unread' : undefined}
        aria-current={isOpen ? 'page' : undefined}
        onDblClick={() => (isRenaming.value = true)}
      >
        <span class="titled" dir="auto">
          <span class="title">{title}</span>
          {number === '' ? null : <span class="number">{number}</span>}
        </span>
        <span class="hint">
          {name === 'none' ? null : <span class={`mark ${name}`} aria-hidden="true" />}
          {text === '' ? '' : `${text} · `}
          {shortMoment(thread.updatedAt)}
          {thread.folder === null || thread.folder === shownFolder.value
            ? ''
            : ` · ${visible(thread.folder)}`}
        </span>
      </a>
      {isOpen ? <ThreadMenu thread={thread} onRename={() => (isRenaming.value = true)} /> : null}
    </li>
  );
});

function Rename({ thread, isOpen, nth, of, onDone }: LineOf & { onDone: () => void }): VNode {
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = async (title: string | null) => {
    if (isOver.current) return;
    isOver.current = true;
    try {
      if (title !== null && title.trim() === '') say(said.renameEmpty(thread.title));
      else if (title !== null && title !== thread.title) {
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
    <li class={isOpen ? 'open' : undefined} aria-posinset={nth} aria-setsize={of}>
      <div class="renaming">
        <input
          dir="auto"
          ref={field}
          class="rename"
          defaultValue={thread.title}
          aria-label={said.renameLabel}
          onBlur={(event) => void end(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void end(event.currentTarget.value);
            if (event.key === 'Escape') {
              // On a phone it would close the sheet as well.
              event.preventDefault();
              void end(null);
            }
          }}
        />
        {/* Leaving the field saves, and so does the button that is pressed for it. */}
        <button type="button" class="quiet">
          {said.save}
        </button>
      </div>
    </li>
  );
}
