import type { SessionId } from '../../kernel/ids.ts';
import type { Session } from './model.ts';

export type SessionChange =
  | { readonly change: 'session.create'; readonly session: Session }
  | { readonly change: 'session.delete'; readonly sessionId: SessionId };
