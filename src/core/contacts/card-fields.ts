import type { Card, ReadCard } from './port.ts';
import type { Contact } from './model.ts';
import type { Entry } from './table-fields.ts';

/**
 * A contact has one mail address, number and website: the others of a card are kept in its notes, as what a contact has no
 * detail for.
 */
export function entryOf(card: ReadCard): Entry | string {
  if (card.name.trim() === '') return 'This card has no name.';
  const [email, ...emails] = card.emails;
  const [phone, ...phones] = card.phones;
  const [website, ...websites] = card.websites;
  const isFirm = card.kind === 'organization';
  const { role, birthday } = card;
  const notes = [
    ...(card.notes === null ? [] : [card.notes]),
    ...card.addresses.map((address) => `Address: ${address}`),
    ...(isFirm && role !== null ? [`Role: ${role}`] : []),
    ...(isFirm && birthday !== null ? [`Birthday: ${birthday}`] : []),
  ].join('\n');
  const { kind, name, company, type, source, language, tags } = card;
  return {
    line: card.line,
    also: [...emails, ...phones, ...websites],
    fileId: card.uid?.replace(/^urn:uuid:/iu, '') ?? null,
    draft: {
      kind,
      name,
      ...(email === undefined ? {} : { email }),
      ...(phone === undefined ? {} : { phone }),
      ...(role === null || isFirm ? {} : { role }),
      ...(birthday === null || isFirm ? {} : { birthday }),
      ...(website === undefined ? {} : { website }),
      ...(company === null || kind === 'organization' ? {} : { company }),
      ...(type === null ? {} : { type }),
      ...(source === null ? {} : { source }),
      ...(language === null ? {} : { language }),
      ...(notes === '' ? {} : { notes }),
      ...(tags.length === 0 ? {} : { tags: tags.map((tag) => tag.replaceAll(/[,;]/gu, ' ')) }),
    },
  };
}

const several = (first: string | null, further: readonly string[]): readonly string[] => [
  ...(first === null ? [] : [first]),
  ...further,
];

export const cardOf = (contact: Contact): Card => ({
  line: 0,
  uid: `urn:uuid:${contact.contactId}`,
  kind: contact.kind,
  name: contact.name,
  emails: several(contact.email, contact.furtherEmails),
  phones: several(contact.phone, contact.furtherPhones),
  company: contact.company,
  role: contact.role,
  birthday: contact.birthday,
  websites: several(contact.website, contact.furtherWebsites),
  type: contact.type,
  source: contact.source,
  language: contact.language,
  notes: contact.notes,
  tags: contact.tags,
});
