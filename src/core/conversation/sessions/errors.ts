import { refusals } from '../../kernel/refusal.ts';
import type { SessionProblems } from './says.ts';

export const refuse = refusals<SessionProblems>()('sessions', {
  session_not_found: 'not_found',
  conversation_begun: 'conflict',
});
