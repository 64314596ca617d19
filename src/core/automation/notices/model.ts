// Room: what the engine has to tell its owner when no one asks.

import type { NoticeId, PersonId, TriggerId, WorkflowRunId } from '../../kernel/ids.ts';
import type { Worded } from '../../kernel/worded.ts';

/**
 * `reminder`: what its owner wanted to be told; `changed`: a watched page; `failed`: work that failed for the first time in
 * a row; `interrupted`: work that the end of the engine cut off; `paused`: a trigger that failed too often; `people`: who came
 * in, and with what, and what people offer each other.
 */
export type NoticeKind = 'reminder' | 'changed' | 'failed' | 'interrupted' | 'paused' | 'people';

/** These tell of a state, and are over when that is: of each trigger the newest counts. */
export const NOTICES_OF_STATE: readonly NoticeKind[] = ['failed', 'interrupted', 'paused'];

/** Something that its owner should read. It stays on this machine, until the owner has dismissed it. */
export interface Notice {
  readonly noticeId: NoticeId;
  /** Whom it tells. */
  readonly personId: PersonId;
  readonly kind: NoticeKind;
  readonly title: Worded;
  readonly text: Worded;
  /** The trigger that it is from; null once that is deleted. */
  readonly triggerId: TriggerId | null;
  /** The run of a workflow that it is of; null: of none. */
  readonly workflowRunId: WorkflowRunId | null;
  readonly createdAt: number;
}
