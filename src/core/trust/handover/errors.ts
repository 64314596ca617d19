import { refusals } from '../../kernel/refusal.ts';
import type { HandoverProblems } from './says.ts';

export const refuse = refusals<HandoverProblems>()('handover', {
  handover_not_found: 'not_found',
  receiver_disabled: 'conflict',
  too_many_offers: 'conflict',
});
