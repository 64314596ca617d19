import { refusals } from '../../kernel/refusal.ts';
import type { TriggerProblems } from './says.ts';

export const refuse = refusals<TriggerProblems>()('triggers', {
  trigger_not_found: 'not_found',
  invalid_trigger: 'invalid',
  invalid_schedule: 'invalid',
  invalid_time_zone: 'invalid',
  watch_unreadable: 'upstream',
  invalid_selector: 'invalid',
  ceiling_reached: 'impossible',
  trigger_changed: 'conflict',
  trigger_unconfirmed: 'conflict',
});
