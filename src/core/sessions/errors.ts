import { notFound, refusals } from '../kernel/refusal.ts';

export const refuse = refusals({
  session_not_found: notFound('There is no session with this id. Create one with POST /api/sessions.'),
});
