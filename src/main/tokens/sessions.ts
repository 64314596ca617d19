import type { SessionService } from '../../core/sessions/service.ts';
import type { SessionStore } from '../../core/sessions/store.ts';
import { token } from '../token.ts';

export const sessionTokens = {
  sessionStore: token<SessionStore>('session-store'),
  sessions: token<SessionService>('sessions'),
};
