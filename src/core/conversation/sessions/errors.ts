import { notFound, refusals } from '../../kernel/refusal.ts';

export const refuse = refusals({
  session_not_found: notFound('No session has this id. Create one with POST /api/sessions.'),
});
