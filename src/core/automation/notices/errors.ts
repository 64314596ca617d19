import { notFound, refusals } from '../../kernel/refusal.ts';

export const refuse = refusals({
  notice_not_found: notFound('No notice has this id. It may have been dismissed.'),
});
