import type { ThreadId } from '../../kernel/ids.ts';
import { conflict, impossible, notFound, refusals } from '../../kernel/refusal.ts';
import { instructionLimits } from '../../instance/instructions/limits.ts';
import { isJournalConflict } from '../../ports/journal.ts';
import type { ThreadStore } from './store.ts';

export const refuse = refusals({
  thread_not_found: notFound('No thread has this id. It may have been deleted.'),
  instructions_too_long: impossible(
    `Instructions have at most ${instructionLimits.chars} characters; a secret in them counts as its mask. Nothing was changed: shorten them.`,
  ),
  run_in_progress: conflict(
    'A run is in progress in this thread. Follow it by its runId, or abort it first.',
  ),
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
  if (!isJournalConflict(error) || threadId === null || (await threads.get(threadId))) return error;
  return refuse.thread_not_found();
}
