import { showThread } from '../app/place.ts';
import { refreshThreads } from '../threads/thread-list.ts';
import { Conversation } from './conversation.ts';

/** The conversation of this tab. */
export const conversation = new Conversation({
  onChange: () => void refreshThreads(),
  onNew: (threadId) => showThread(threadId),
});
