import { refusals } from '../../kernel/refusal.ts';
import type { ContactProblems } from './says.ts';

export const refuse = refusals<ContactProblems>()('contacts', {
  contact_not_found: 'not_found',
  interaction_not_found: 'not_found',
  deal_not_found: 'not_found',
  invalid_contact: 'invalid',
  invalid_interaction: 'invalid',
  invalid_deal: 'invalid',
  import_not_found: 'not_found',
  invalid_import: 'invalid',
});
