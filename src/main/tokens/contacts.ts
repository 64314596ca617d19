import type { DealService } from '../../core/contacts/deal-service.ts';
import type { Forgetting } from '../../core/contacts/forgetting.ts';
import type { InteractionService } from '../../core/contacts/interaction-service.ts';
import type { Cards, ContactThreads } from '../../core/contacts/port.ts';
import type { ContactService } from '../../core/contacts/service.ts';
import type { ContactRows, ContactStore } from '../../core/contacts/store.ts';
import type { ContactTransfer } from '../../core/contacts/transfer.ts';
import type { Tables } from '../../core/ports/tables.ts';
import { token } from '../token.ts';

export const contactTokens = {
  contactStore: token<ContactStore>('contact-store'),
  contactRows: token<ContactRows>('contact-rows'),
  contactThreads: token<ContactThreads>('contact-threads'),
  forgetting: token<Forgetting>('contact-forgetting'),
  tables: token<Tables>('contact-tables'),
  cards: token<Cards>('contact-cards'),
  contacts: token<ContactService>('contacts'),
  interactions: token<InteractionService>('interactions'),
  deals: token<DealService>('deals'),
  transfer: token<ContactTransfer>('contact-transfer'),
};
