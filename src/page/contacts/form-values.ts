import type { RequestTo } from '../../contract/client.ts';
import type { Rows } from '../engine/client.ts';
import { contactWords } from '#words/contacts.ts';
import type { Contact } from './contacts.ts';
import { dateTyped } from '../parts/typed-date.ts';
import { listIn } from './in-words.ts';

export type Changes = NonNullable<RequestTo<Rows['contacts.edit']>['body']>;
export type FieldName = keyof typeof contactWords.fields;

/** What the form holds; tags have commas between them. */
export type FormValues = Readonly<Record<FieldName, string>>;

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

export const formValuesOf = (contact: Contact): FormValues => ({
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

const isOther = (one: FormValues, other: FormValues, name: FieldName): boolean =>
  one[name].trim() !== other[name].trim();

/** What was changed here and elsewhere to different texts. Tags are added and taken away one by one, so they never clash. */
export const clashesOf = (before: FormValues, now: FormValues, newest: FormValues): readonly FieldName[] =>
  FIELDS.filter(
    (name) =>
      name !== 'tags' &&
      isOther(now, before, name) &&
      isOther(newest, before, name) &&
      isOther(newest, now, name),
  );

/** Tags as they are now elsewhere, without those that were taken away here and with those that were added here. */
function tagsOf(before: FormValues, now: FormValues, newest: FormValues): readonly string[] {
  const [had, has, there] = [before, now, newest].map(({ tags }) => listIn(tags)) as [
    string[],
    string[],
    string[],
  ];
  const added = has.filter((tag) => !had.includes(tag) && !there.includes(tag));
  return [...there.filter((tag) => has.includes(tag) || !had.includes(tag)), ...added];
}

/**
 * What was changed; null if nothing was. What was emptied is taken away.
 * @param newest what the contact is by now: another window may have changed it
 */
export function changesOf(before: FormValues, now: FormValues, newest: FormValues = before): Changes | null {
  const changed = FIELDS.filter((name) => isOther(now, before, name) && isOther(now, newest, name));
  if (changed.length === 0) return null;
  return Object.fromEntries(
    changed.map((name) => {
      const text = now[name].trim();
      if (name === 'tags') return [name, tagsOf(before, now, newest)];
      return [name, text === '' ? null : name === 'birthday' ? dateTyped(text) : text];
    }),
  ) as Changes;
}

/** With the birthday as the engine takes it, where it is a date as the page writes them. */
export const dateFields = <Fields extends { readonly birthday?: string }>(fields: Fields): Fields =>
  fields.birthday === undefined ? fields : { ...fields, birthday: dateTyped(fields.birthday) };
