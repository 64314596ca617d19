import type { ChangesetChange } from '../../workspace/changesets/store.ts';
import type { FolderChange } from '../../conversation/folders/store.ts';
import type { ForkChange } from '../../conversation/forks/store.ts';
import type { PersonId, PromptId, RunId, ThreadId } from '../../kernel/ids.ts';
import type { AnyChange } from '../../ports/journal.ts';
import type { PromptChange } from '../../conversation/prompts/store.ts';
import type { HandoverChange } from '../../trust/handover/store.ts';
import type { QueueChange } from '../queue/store.ts';
import type { RunChange } from '../runs/store.ts';
import type { SessionChange } from '../../conversation/sessions/store.ts';
import type { TagChange } from '../../conversation/tags/store.ts';
import type { ThreadChange } from '../../conversation/threads/store.ts';
import type { UnreadChange } from '../../conversation/unread/changes.ts';

/** The changes after which a thread may be shown differently, and others of the same features. */
type LiveChange =
  | ThreadChange
  | SessionChange
  | RunChange
  | PromptChange
  | ChangesetChange
  | TagChange
  | UnreadChange
  | FolderChange
  | ForkChange
  | QueueChange
  | HandoverChange;

/** The thread that a change touches, or something that belongs to it. */
export type Touch =
  | { readonly threadId: ThreadId }
  /** It is gone, and was this person's. */
  | { readonly threadId: ThreadId; readonly deletedOf: PersonId }
  | { readonly runId: RunId }
  | { readonly promptId: PromptId };

const nothing = (): null => null;
const itsThread = ({ threadId }: { readonly threadId: ThreadId }): Touch => ({ threadId });

/** A new kind of change does not compile until it is decided what it touches. */
const TOUCHES: {
  readonly [Kind in LiveChange['change']]: (
    change: Extract<LiveChange, { readonly change: Kind }>,
  ) => Touch | readonly Touch[] | null;
} = {
  'thread.create': ({ thread }) => itsThread(thread),
  'thread.set': itsThread,
  'thread.name': itsThread,
  'thread.retitle': itsThread,
  'thread.delete': ({ threadId, personId }) => ({ threadId, deletedOf: personId }),
  'thread.show': itsThread,
  'thread.compact': nothing,
  'thread.compaction-announced': nothing,
  'thread.seen': itsThread,
  'thread.place': itsThread,
  'thread.fork': ({ thread }) => itsThread(thread),
  'message.append': ({ message }) => itsThread(message),
  'session.create': nothing,
  // Its run has ended before, and its questions with it.
  'session.delete': nothing,
  'run.start': ({ run }) => ({ runId: run.runId }),
  'run.resume': nothing,
  'run.end': ({ runId }) => ({ runId }),
  'run.event': nothing,
  'tool-call.start': nothing,
  'tool-call.end': nothing,
  'call.begin': nothing,
  'call.end': nothing,
  'side-call.end': ({ call: { threadId } }) => (threadId === null ? null : { threadId }),
  'idempotency.forget': nothing,
  'prompt.ask': ({ prompt }) => ({ runId: prompt.runId }),
  'prompt.answer': ({ promptId }) => ({ promptId }),
  // All of them expire only at a start, before there are readers.
  'prompt.expire': ({ which }) => (which === 'all' ? null : which),
  'queue.add': ({ task }) => itsThread(task),
  'queue.remove': itsThread,
  'queue.hold': itsThread,
  'queue.hold-all': nothing,
  'queue.resume': itsThread,
  'queue.forget-keys': nothing,
  'changeset.track': itsThread,
  'changeset.settle': itsThread,
  'tags.set': itsThread,
  'handover.offered': nothing,
  'handover.over': nothing,
  'handover.accepted': ({ threadId, handover: { from } }) =>
    threadId === null ? null : [{ threadId }, { threadId, deletedOf: from }],
};

type TouchesByKind = Readonly<
  Record<string, ((change: AnyChange) => Touch | readonly Touch[] | null) | undefined>
>;

const touchOf = (change: AnyChange): Touch | readonly Touch[] | null =>
  (TOUCHES as unknown as TouchesByKind)[change.change]?.(change) ?? null;

/** What these changes touch; each thing may occur more than once. */
export const touchedBy = (changes: readonly AnyChange[]): readonly Touch[] =>
  changes.flatMap((change) => touchOf(change) ?? []);
