import { conflict, forbidden, invalid, notFound, refusals } from '../../kernel/refusal.ts';
import { backgroundLimits } from './limits.ts';

/** Specification › Task stop. */
export const refuse = refusals({
  task_not_found: notFound(
    'No task has this id. `svc task` lists the tasks, `svc trigger` the triggers, `svc workflow runs` the runs of workflows.',
  ),
  not_running: conflict('Nothing of it is running now, so there is nothing to stop.'),
  unstoppable: conflict('It has reached a point at which it cannot be stopped any more. It ends by itself.'),
  ambiguous_id: conflict('Several ids begin like this. Nothing was done: give more characters.'),
  id_too_short: invalid(`Give at least ${backgroundLimits.prefixChars} characters of an id.`),
  forbidden: forbidden('Only the owner of this instance, and who has started it, may do this.'),
});
