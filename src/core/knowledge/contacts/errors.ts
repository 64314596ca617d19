import { invalid, notFound, refusals } from '../../kernel/refusal.ts';

export const refuse = refusals({
  contact_not_found: notFound('There is no such contact. GET /api/crm/contacts lists them.'),
  interaction_not_found: notFound('There is no such interaction. It may be deleted already.'),
  deal_not_found: notFound('There is no such deal. GET /api/crm/deals lists them.'),
  invalid_contact: invalid('This is not a valid contact.'),
  invalid_interaction: invalid('This is not a valid interaction.'),
  invalid_deal: invalid('This is not a valid deal.'),
  import_not_found: notFound('There is no such import. GET /api/crm/imports lists them.'),
  invalid_import: invalid('This text cannot be read as contacts. Nothing was imported.'),
});
