import type { NoticeId, TriggerId } from '../kernel/ids.ts';

/** Something that its owner should read. It stays on this machine, until the owner has dismissed it. */
export interface Notice {
  readonly noticeId: NoticeId;
  /** `reminder`: what its owner wanted to be told; `changed`: a watched page; `paused`: a trigger that failed too often. */
  readonly kind: 'reminder' | 'changed' | 'paused';
  readonly title: string;
  readonly text: string;
  /** The trigger that it is from; null once that is deleted. */
  readonly triggerId: TriggerId | null;
  readonly createdAt: number;
}
