import { notFound, refusals } from '../kernel/refusal.ts';

export const refuse = refusals({
  thread_not_found: notFound('There is no thread with this id. It may have been deleted.'),
});
