import { untracked } from '@preact/signals';
import { say } from '../app/notices.ts';
import { place, placeOfThread, replacePlace } from '../app/place.ts';
import { draftOf, keepDraft } from '../conversation/drafts.ts';
import { threadWords } from '#words/threads.ts';
import { dropThread, threadOf } from './thread-list.ts';

/** The titles of threads that the engine has told to be deleted, by their ids. */
const deleted = new Map<string, string>();

/**
 * A thread was deleted, here or elsewhere: it closes if it is open, and the page asks for it no more.
 * @param title what the list may know no more
 */
export function leaveDeleted(threadId: string, title = ''): void {
  deleted.set(threadId, threadOf(threadId)?.title ?? title);
  // Before the list is told, which reads what belongs to the open thread.
  if (place.peek().threadId === threadId) close(threadId);
  dropThread(threadId);
}

/** Closes the open thread if it was deleted, as when the back button leads to it. @returns whether it was */
export function leaveIfDeleted(threadId: string | null): boolean {
  if (threadId === null || !deleted.has(threadId) || threadOf(threadId) !== undefined) return false;
  untracked(() => close(threadId));
  return true;
}

/** An engine that was started on a backup may have them again. */
export const forgetDeleted = (): void => deleted.clear();

function close(threadId: string): void {
  const title = deleted.get(threadId) ?? '';
  if (title !== '') say(threadWords.deleted(title));
  // What was typed for it is the person's.
  const typed = draftOf(threadId);
  if (typed !== '' && draftOf(null) === '') {
    keepDraft(null, typed);
    keepDraft(threadId, '');
  }
  replacePlace(placeOfThread(null));
}
