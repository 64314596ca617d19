import type { contacts, FoundContacts, ToldContact, ToldDeal } from '../../../contract/agent/contacts.ts';
import { modelText, trusted, type Renderers } from './model-text.ts';

/** Of the notes of one of several contacts. */
const NOTES_CHARS = 300;

const FURTHER = ['furtherEmails', 'furtherPhones', 'furtherWebsites'] as const;

export const contactsRenderers: Renderers<(typeof contacts)[number]> = {
  save_contact: ({ contact, isNew, contradicts }, marked) => {
    const did = trusted(isNew ? 'Saved as a new contact' : 'Saved');
    const others =
      contradicts.length === 0
        ? modelText``
        : modelText` It is known otherwise: ${trusted(contradicts.join(', '))}. Both are kept until your owner says which is right.`;
    return modelText`${did}: ${marked('contacts', lineOf(contact))}${others}`;
  },
  find_contacts: ({ contacts, hasMore, latest }, marked) => {
    if (contacts.length === 0) return trusted('No contact was found.');
    const more = hasMore ? trusted(' There are more.') : modelText``;
    return modelText`Found: ${marked('contacts', [...contacts.map((one) => lineOf(one)), ...latestLines(latest)].join('\n'))}${more}`;
  },
  log_interaction: ({ interactionId }) =>
    modelText`Written down as the interaction ${trusted(interactionId)}.`,
  save_deal: ({ isNew, deal }, marked) =>
    modelText`${trusted(isNew ? 'Saved as a new deal' : 'Saved')}: ${marked('deals', dealLine(deal))}`,
  find_deals: ({ deals, hasMore }, marked) => {
    if (deals.length === 0) return trusted('There is no such deal.');
    const more = hasMore ? trusted(' There are more.') : modelText``;
    return modelText`Deals: ${marked('deals', deals.map(dealLine).join('\n'))}${more}`;
  },
};

function lineOf(contact: ToldContact): string {
  const { notes, tags } = contact;
  const details = (['email', 'phone', 'company', 'type', 'source', 'language'] as const).flatMap((name) => {
    const value = contact[name];
    return value === null ? [] : [`${name} ${value}`];
  });
  const short =
    notes !== null && notes.length > NOTES_CHARS ? `${notes.slice(0, NOTES_CHARS).toWellFormed()}…` : notes;
  return [
    `${contact.contactId} ${JSON.stringify(contact.name)}: ${contact.kind}`,
    ...details,
    ...FURTHER.flatMap((name) => (contact[name].length === 0 ? [] : [`${name} ${contact[name].join(', ')}`])),
    ...(tags.length === 0 ? [] : [`tags ${tags.join(', ')}`]),
    ...(short === null ? [] : [`notes ${short}`]),
  ].join('; ');
}

const latestLines = (latest: FoundContacts['latest']): readonly string[] =>
  latest.map(({ kind, at, title, text }) =>
    [`  ${new Date(at).toISOString()} ${kind}: ${title}`, ...(text === null ? [] : [text])].join('; '),
  );

const dealLine = (deal: ToldDeal): string =>
  [
    `${deal.dealId} ${JSON.stringify(deal.title)}: ${deal.stage}`,
    `contact ${deal.contactName} (${deal.contactId})`,
    ...(deal.value === null ? [] : [`value ${deal.value} ${deal.currency ?? ''}`]),
    ...(deal.nextAction === null ? [] : [`next ${deal.nextAction}`]),
    ...(deal.dueAt === null ? [] : [`${deal.overdue ? 'overdue, was due' : 'due'} ${deal.dueAt}`]),
  ].join('; ');
