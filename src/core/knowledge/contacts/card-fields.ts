import type { Card, ReadCard } from './port.ts';
import type { Contact } from './model.ts';
import { contactLimits } from './limits.ts';
import type { ReachedBy } from './columns.ts';
import { namedBy, type Entry } from './table-fields.ts';
import type { Says } from '../../kernel/says.ts';
import { say } from './says.ts';

/**
 * A contact has one mail address, number and website that is shown first. What it has no detail for is kept in its notes,
 * and so is what the others are called.
 */
export function entryOf(card: ReadCard): Entry | Says {
  const [email, ...emails] = card.emails;
  const [phone, ...phones] = card.phones;
  const [website, ...websites] = card.websites;
  const named = namedBy(card.name, card.nickname ?? undefined, card.company ?? undefined, {
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
  });
  if (named === null) return say('contacts.card_without_name');
  const isFirm = card.kind === 'organization' || named.isFirm;
  const { role, birthday } = card;
  const tags = [...new Set(card.tags.map((tag) => tag.replaceAll(/[,;]/gu, ' ').trim()))];
  const kept = tags.filter((tag) => tag.length <= contactLimits.tagChars).slice(0, contactLimits.tags);
  const others = tags.filter((tag) => !kept.includes(tag));
  const called = (by: ReachedBy, values: readonly string[]) =>
    values.map((value) => ({ by, label: card.labels.get(value) ?? null, value }));
  const notes = [
    ...(card.notes === null ? [] : [card.notes]),
    ...(card.nickname === null || card.nickname === named.name ? [] : [`Nickname: ${card.nickname}`]),
    ...card.details,
    ...(others.length === 0 ? [] : [`Tags: ${others.join(', ')}`]),
    ...(isFirm && role !== null ? [`Role: ${role}`] : []),
    ...(isFirm && birthday !== null ? [`Birthday: ${birthday}`] : []),
  ].join('\n');
  const { company, type, source, language } = card;
  return {
    line: card.line,
    also: [...called('email', emails), ...called('phone', phones), ...called('website', websites)],
    remarks: card.remarks,
    fileId: card.uid?.replace(/^urn:uuid:/iu, '') ?? null,
    draft: {
      kind: isFirm ? 'organization' : 'person',
      name: named.name,
      ...(email === undefined ? {} : { email }),
      ...(phone === undefined ? {} : { phone }),
      ...(role === null || isFirm ? {} : { role }),
      ...(birthday === null || isFirm ? {} : { birthday }),
      ...(website === undefined ? {} : { website }),
      ...(company === null || isFirm ? {} : { company }),
      ...(type === null ? {} : { type }),
      ...(source === null ? {} : { source }),
      ...(language === null ? {} : { language }),
      ...(notes === '' ? {} : { notes }),
      ...(kept.length === 0 ? {} : { tags: kept }),
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
