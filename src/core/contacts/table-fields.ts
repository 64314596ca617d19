import { isoDay } from '../kernel/iso-day.ts';
import type { TableRow } from '../ports/tables.ts';
import type { ContactDraft } from './drafts.ts';
import { refuse } from './errors.ts';
import { COLUMN_NAMES, COLUMNS, CONTACT_KINDS, tagsIn, type Contact, type ContactKind } from './model.ts';

type Field = (typeof COLUMNS)[number] | 'given' | 'family' | 'new';

/** Small letters and digits of the names that programs give to these columns. */
const NAMES: Readonly<Record<Field, string>> = {
  contactId: 'contactid id entityid uid',
  kind: 'kind art',
  name: 'name fullname displayname contactname',
  new: 'new isnew newcontact newperson',
  given: 'firstname givenname vorname',
  family: 'lastname familyname surname nachname',
  email: 'email emailaddress mail email1value emailadresse',
  phone: 'phone telephone tel mobile phonenumber phone1value telefon telefonnummer handy mobil mobilephone',
  company: 'company organization unternehmen organisation companyname organizationname firma',
  role: 'role jobtitle position funktion rolle',
  birthday: 'birthday dateofbirth birthdate geburtstag geburtsdatum',
  website: 'website homepage webpage url website1value webseite internetseite',
  type: 'type contacttype typ kontakttyp',
  source: 'source leadsource quelle',
  language: 'language sprache',
  notes: 'notes note comments notizen notiz bemerkung bemerkungen',
  tags: 'tags labels categories markierung markierungen kategorie kategorien',
  furtherEmails: 'furtheremails email2value weitereemails',
  furtherPhones: 'furtherphones phone2value weiteretelefonnummern',
  furtherWebsites: 'furtherwebsites website2value',
};

const FIELDS = new Map(
  Object.entries(NAMES).flatMap(([field, names]) => names.split(' ').map((name) => [name, field as Field])),
);

const fieldOf = (column: string): Field | undefined =>
  FIELDS.get(
    column
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, ''),
  );

export interface ColumnsRead {
  /** The column of each field that there is; of several, the first. */
  readonly byField: ReadonlyMap<Field, string>;
  readonly ignored: readonly string[];
}

/** @throws Refusal invalid_import if there is no column for the name */
export function columnsRead(columns: readonly string[]): ColumnsRead {
  const byField = new Map<Field, string>();
  const ignored: string[] = [];
  for (const column of columns) {
    const field = fieldOf(column);
    if (field === undefined || byField.has(field)) ignored.push(column);
    else byField.set(field, column);
  }
  if (!byField.has('name') && !byField.has('family') && !byField.has('given'))
    throw refuse.invalid_import(
      { columns: columns.slice(0, 50) },
      `The first line must name the columns, and one of them must be "name". Columns that are read: ${COLUMN_NAMES}. Nothing was imported.`,
    );
  return { byField, ignored };
}

export interface Entry {
  readonly line: number;
  /** What the contact is called by who wrote the text. */
  readonly fileId: string | null;
  /** Further addresses, numbers and websites, which a contact has as notes unless a merge brought them. */
  readonly also: readonly string[];
  readonly draft: ContactDraft & { readonly name: string };
}

/** @returns a sentence that says why it is no contact, if it is none. An empty cell says nothing. */
export function entryFrom({ line, cells }: TableRow, { byField }: ColumnsRead): Entry | string {
  const cell = (field: Field): string | undefined => {
    const column = byField.get(field);
    const text = column === undefined ? '' : (cells.get(column) ?? '').trim();
    return text === '' ? undefined : text;
  };
  const parts = [cell('given'), cell('family')].filter((part) => part !== undefined);
  const name = cell('name') ?? (parts.length === 0 ? undefined : parts.join(' '));
  if (name === undefined) return 'This row has no name.';
  const kind = cell('kind')?.toLowerCase();
  if (kind !== undefined && !CONTACT_KINDS.some((one) => one === kind))
    return `The kind of a contact is ${CONTACT_KINDS.join(' or ')}.`;
  const answer = cell('new')?.toLowerCase() ?? 'no';
  if (!YES.has(answer) && !NO.has(answer))
    return 'The column "new" says yes for a contact that is another one than those of its name, or nothing.';
  const tags = cell('tags');
  // Only a person has these.
  const [own, others] = kind === 'organization' ? [TEXTS, OF_A_PERSON] : [[...TEXTS, ...OF_A_PERSON], []];
  const texts = own.flatMap((field) => {
    const text = cell(field);
    if (text === undefined) return [];
    return [[field, field === 'birthday' ? isoDay(text) : text] as const];
  });
  const notes = [
    ...(cell('notes') === undefined ? [] : [cell('notes')]),
    ...others.flatMap((field) => (cell(field) === undefined ? [] : [`${LABELS[field]}: ${cell(field)}`])),
  ].join('\n');
  return {
    line,
    fileId: cell('contactId') ?? null,
    also: FURTHER.flatMap((field) => separated(cell(field))),
    draft: {
      name,
      ...(kind === undefined ? {} : { kind: kind as ContactKind }),
      ...(YES.has(answer) ? { isNew: true } : {}),
      ...Object.fromEntries(texts),
      ...(notes === '' ? {} : { notes }),
      ...(tags === undefined ? {} : { tags: tagsIn(tags.replaceAll(';', ',')) }),
    },
  };
}

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'ja', 'new']);
const NO = new Set(['no', 'n', 'false', '0', 'nein']);
const TEXTS = ['email', 'phone', 'company', 'website', 'type', 'source', 'language'] as const;
const FURTHER = ['furtherEmails', 'furtherPhones', 'furtherWebsites'] as const;
const separated = (cell = ''): readonly string[] => cell.split(';').flatMap((one) => one.trim() || []);
const OF_A_PERSON = ['role', 'birthday'] as const;
const LABELS = { role: 'Role', birthday: 'Birthday' } as const;

export const rowOf = (contact: Contact): readonly string[] =>
  COLUMNS.map((column) => {
    const value = contact[column] ?? '';
    if (typeof value === 'string') return value;
    // Within an address, what separates them is written as RFC 3986 has it.
    return column === 'tags' ? value.join(', ') : value.map((one) => one.replaceAll(';', '%3B')).join('; ');
  });
