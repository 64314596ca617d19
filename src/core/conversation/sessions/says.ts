import type { Plain } from '../../kernel/says.ts';

/** Why something is refused. */
export interface SessionProblems extends Plain<
  'sessions.session_not_found' | 'sessions.conversation_begun'
> {}
