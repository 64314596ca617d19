import type { ThreadId } from '../../kernel/ids.ts';

/**
 * A thread becomes unread with `prompt.ask`, and with a `run.end` that is no abort; answering a question (`prompt.answer`)
 * marks it as seen.
 */
export type UnreadChange =
  /** Its owner has seen the thread as it is now. Does nothing to a thread that is not unread, or does not exist. */
  { readonly change: 'thread.seen'; readonly threadId: ThreadId };
