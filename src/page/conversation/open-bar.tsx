import type { VNode } from 'preact';
import { Icon } from '../parts/icon.tsx';
import { newThread } from '../threads/search.tsx';
import { threadOf } from '../threads/thread-list.ts';
import { shownTitle } from '../threads/title.ts';
import { conversationWords as said } from '#words/conversation.ts';
import { conversation } from './current.ts';

/** Above the open conversation on a narrow screen, where the list of them is out of sight: what it is, and the way to a new one. */
export function OpenBar(): VNode {
  const id = conversation.threadId.value;
  // The list knows a title first that was given meanwhile.
  const title = threadOf(id)?.title ?? conversation.thread.value?.title ?? '';
  return (
    <nav class="open-bar" aria-label={said.title}>
      <strong dir="auto">{id === null ? said.newThread : shownTitle(title)}</strong>
      {id === null ? null : (
        <button type="button" class="quiet" onClick={newThread}>
          <Icon name="plus" />
          {said.newShort}
        </button>
      )}
    </nav>
  );
}
