import { EVERYONE } from '../../trust/people/model.ts';
import type { ThreadId } from '../../kernel/ids.ts';
import { refusals } from '../../kernel/refusal.ts';
import { isJournalConflict } from '../../ports/journal.ts';
import type { ThreadStore } from './store.ts';
import type { ThreadProblems } from './says.ts';

export const refuse = refusals<ThreadProblems>()('threads', {
  thread_not_found: 'not_found',
  message_not_found: 'not_found',
  instructions_too_long: 'impossible',
  too_many_switches: 'impossible',
  run_in_progress: 'conflict',
});

/**
 * The error to throw after a failed commit for a thread, which may have been deleted meanwhile.
 * @param threadId a thread that existed, null for none
 * @returns Refusal thread_not_found if it was deleted, else `error`
 */
export async function threadGoneOr(
  error: unknown,
  threadId: ThreadId | null,
  threads: Pick<ThreadStore, 'get'>,
): Promise<unknown> {
  if (!isJournalConflict(error) || threadId === null || (await threads.get(EVERYONE, threadId))) return error;
  return refuse.thread_not_found();
}
