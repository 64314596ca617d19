// Room: a client's hold on one thread.

import type { SessionId, ThreadId } from '../../kernel/ids.ts';

/** A client's hold on one thread. It survives a restart. */
export interface Session {
  readonly sessionId: SessionId;
  readonly threadId: ThreadId;
  readonly profile: string | null;
  readonly createdAt: number;
}
