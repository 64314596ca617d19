import type { Whose } from '../../trust/people/model.ts';
import type { SessionId } from '../../kernel/ids.ts';
import type { Session } from './model.ts';

/** Reads only: changes go through `Journal.commit`. */
export interface SessionStore {
  /** A session is of the person of its thread. */
  get(whose: Whose, sessionId: SessionId): Promise<Session | null>;
}

export type SessionChange =
  | { readonly change: 'session.create'; readonly session: Session }
  | { readonly change: 'session.delete'; readonly sessionId: SessionId };
