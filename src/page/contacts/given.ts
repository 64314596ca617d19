import type { RequestTo } from '../../contract/client.ts';
import type { Rows } from '../engine/client.ts';
import { contactWords } from '../words/contacts.ts';
import type { Contact } from './contacts.ts';
import { dateTyped } from '../parts/typed-date.ts';
import { listIn } from './in-words.ts';

export type Changes = NonNullable<RequestTo<Rows['contacts.edit']>['body']>;
export type FieldName = keyof typeof contactWords.fields;

/** What the form holds; tags have commas between them. */
export type Given = Readonly<Record<FieldName, string>>;

export const FIELDS = Object.keys(contactWords.fields) as readonly FieldName[];

const OF_A_PERSON: readonly FieldName[] = ['company', 'role', 'birthday'];

/** An organization has no company that it works for, no role and no birthday. */
export const fieldsOf = (kind: Contact['kind']): readonly FieldName[] =>
  FIELDS.filter((name) => kind === 'person' || !OF_A_PERSON.includes(name));

export const HINTS: Partial<Readonly<Record<FieldName, string>>> = {
  tags: contactWords.tagsHint,
  phone: contactWords.phoneHint,
  birthday: contactWords.birthdayHint,
};

export const givenOf = (contact: Contact): Given => ({
  name: contact.name,
  email: contact.email ?? '',
  phone: contact.phone ?? '',
  company: contact.company ?? '',
  role: contact.role ?? '',
  birthday: contact.birthday ?? '',
  website: contact.website ?? '',
  type: contact.type ?? '',
  source: contact.source ?? '',
  language: contact.language ?? '',
  tags: contact.tags.join(', '),
  notes: contact.notes ?? '',
});

/** What was changed; null if nothing was. What was emptied is taken away. */
export function changesOf(before: Given, now: Given): Changes | null {
  const changed = FIELDS.filter((name) => now[name].trim() !== before[name].trim());
  if (changed.length === 0) return null;
  return Object.fromEntries(
    changed.map((name) => {
      const text = now[name].trim();
      if (name === 'tags') return [name, listIn(text)];
      return [name, text === '' ? null : name === 'birthday' ? dateTyped(text) : text];
    }),
  ) as Changes;
}

/** With the birthday as the engine takes it, where it is a date as the page writes them. */
export const dateFields = <Fields extends { readonly birthday?: string }>(fields: Fields): Fields =>
  fields.birthday === undefined ? fields : { ...fields, birthday: dateTyped(fields.birthday) };
