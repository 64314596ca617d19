import type { SessionId } from '../../kernel/ids.ts';
import type { Session } from './model.ts';

/** Reads only: changes go through `Journal.commit`. */
export interface SessionStore {
  get(sessionId: SessionId): Promise<Session | null>;
}
