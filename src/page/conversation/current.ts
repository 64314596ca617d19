import { say } from '../app/notices.ts';
import { showThread } from '../app/place.ts';
import { told } from '../engine/failure.ts';
import { leaveDeleted } from '../threads/deleted.ts';
import { refreshThreads } from '../threads/thread-list.ts';
import { conversationWords } from '#words/conversation.ts';
import { moveNewFiles } from './attachments/drafted.ts';
import { Conversation } from './conversation.ts';
import { draftOf, keepDraft } from './drafts.ts';

/** The conversation of this tab. */
export const conversation = new Conversation({
  onChange: () => void refreshThreads(),
  onNew: (threadId, from) => {
    if (from === null) moveNewFiles(threadId);
    showThread(threadId);
  },
  onDeleted: ({ threadId, title }) => leaveDeleted(threadId, title),
  onRefused: (threadId, task, error) => {
    if (draftOf(threadId) === '') keepDraft(threadId, task);
    say(conversationWords.notSent(told(error)));
  },
});
