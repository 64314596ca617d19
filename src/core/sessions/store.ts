import type { SessionId } from '../kernel/ids.ts';
import type { Session } from './model.ts';

/** Reads only: what changes goes through `Journal.commit`. */
export interface SessionStore {
  get(sessionId: SessionId): Promise<Session | null>;
}
