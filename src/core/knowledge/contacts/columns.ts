import { refuse } from './errors.ts';
import { COLUMN_NAMES, COLUMNS } from './model.ts';
import { say } from './says.ts';

/** Of these a contact has one each. */
export type Field =
  | Exclude<(typeof COLUMNS)[number], 'email' | 'phone' | 'website' | 'notes'>
  | (typeof OTHERS)[number];
const OTHERS = [
  'given',
  'middle',
  'family',
  'nickname',
  'title',
  'new',
  'birthYear',
  'birthMonth',
  'birthDay',
] as const;

/** Of these a row may have several. */
export const REACHED_BY = ['email', 'phone', 'website'] as const;
export type ReachedBy = (typeof REACHED_BY)[number];

export const ADDRESS_PARTS = [
  'formatted',
  'street',
  'pobox',
  'postcode',
  'city',
  'region',
  'country',
] as const;
export type AddressPart = (typeof ADDRESS_PARTS)[number];

/** What the cells of a column say. */
export type Meaning =
  | { readonly says: 'field'; readonly field: Field }
  /** The lower the rank, the more likely it is the one to use. */
  | { readonly says: ReachedBy; readonly rank: number; readonly group: string | null }
  | { readonly says: 'address'; readonly part: AddressPart; readonly group: string; readonly label: string }
  /** What the values of a group are called. */
  | { readonly says: 'label'; readonly group: string }
  | {
      readonly says: 'note';
      readonly isPlain: boolean;
      readonly isDay: boolean;
      readonly group: string | null;
    };

export interface ColumnsRead {
  readonly columns: readonly { readonly name: string; readonly means: Meaning }[];
  readonly ignored: readonly string[];
}

/** Small letters and digits of the names that programs give to these columns. */
const NAMES: Readonly<Record<Field, string>> = {
  contactId: 'contactid id entityid uid',
  kind: 'kind art',
  name: 'name fullname displayname contactname anzeigename vollständigername',
  new: 'new isnew newcontact newperson',
  given: 'firstname givenname vorname',
  middle: 'middlename additionalname weiterevornamen zweitervorname',
  family: 'lastname familyname surname nachname familienname',
  nickname: 'nickname spitzname',
  title: 'title titel anrede salutation',
  company:
    'company organization unternehmen organisation companyname organizationname organization1name firma firmenname',
  role: 'role jobtitle position funktion rolle arbeitstitel berufsbezeichnung organizationtitle organization1title',
  birthday: 'birthday dateofbirth birthdate geburtstag geburtsdatum',
  birthYear: 'birthyear geburtsjahr',
  birthMonth: 'birthmonth geburtsmonat',
  birthDay: 'birthdayofmonth',
  type: 'type contacttype typ kontakttyp',
  source: 'source leadsource quelle',
  language: 'language sprache',
  tags: 'tags labels categories groupmembership markierung markierungen kategorie kategorien gruppen',
  furtherEmails: 'furtheremails weitereemails',
  furtherPhones: 'furtherphones weiteretelefonnummern',
  furtherWebsites: 'furtherwebsites',
};

const FIELDS = new Map(
  Object.entries(NAMES).flatMap(([field, names]) => names.split(' ').map((name) => [name, field as Field])),
);

const NOTES = /^(?:notes?|comments?|notizen|notiz|bemerkung(?:en)?|kommentare?)$/u;

const PLACES = 'business|work|home|other|mailing|geschäftlich|dienstlich|privat|weitere[rs]?|andere[rs]?';
const PARTS: Readonly<Record<AddressPart, string>> = {
  formatted: 'formatted|formatiert',
  street: 'street|streetaddress|straße|strasse|adresse?|address|extended(?:address)?',
  pobox: '(?:address)?pobox|postfach',
  postcode: 'postalcode|postcode|zip(?:code|postalcode)?|plz|postleitzahl',
  city: 'city|town|ort|stadt',
  region: 'state|region|province|stateprovince|bundesland|kanton|bundeslandkanton',
  country: 'country|countryregion|land|landregion',
};
const PART_OF = ADDRESS_PARTS.map(
  (part) =>
    [
      part,
      new RegExp(`^(?:(address\\d+)|(${PLACES}))?(?:${PARTS[part]})\\d?$`, 'u'),
      new RegExp(`^(?:${PARTS[part]})(${PLACES})\\d?$`, 'u'),
    ] as const,
);

const LABEL = /^((?:email|phone|website|address|im|event|relation|customfield)\d+)(?:label|type|service)$/u;
const NUMBERED = /^((?:email|phone|website|im|event|relation|customfield)\d+)value$/u;
/** What stands beside an address or a number, and is none. */
const BESIDE = /(?:label|typ|type|displayname|angezeigtername|anzeigename|format|name)$|phonetic|^mailing/u;

const EMAIL = /mail/u;
const WEBSITE = /^(?:url|weburl)$|website|webpage|webseite|homepage|internetseite/u;
/** Numbers that do not reach the contact by talking to it. */
const NO_PHONE = /fax|pager|telex|isdn|assist|callback|rückmeldung|ttytdd|hörbehindert/u;
const PHONE = /phone|telefon|^tel|telnr|^fon$|handy|mobil|^cell/u;
const PLAIN_PHONE = /^(?:(?:tele)?phone(?:number)?|telefon(?:nummer)?|tel|phone\d+value)$/u;
const USUAL_PHONE = /mobil|handy|cell|primary|haupttelefon/u;

/** Kept in the notes, under the name of the column. */
const KEPT =
  /prefix|suffix|department|abteilung|anniversary|jahrestag|hochzeit|spouse|partner|children|kinder|manager|vorgesetzt|assist|profession|^beruf$|occupation|hobby|office|büro|gender|geschlecht|^location$|^user\d|^benutzer|^custom|maidenname|geburtsname|referredby|empfohlen|^account$|^konto$|abrechnung|billinginformation|idnumber|organisationsn|regierungsn|keywords|stichw|screenname|imaddress|schools|messenger|skype|whatsapp|telegram|^icq|^aim$|^im\d|^event\d|^relation\d|jobdescription|mileage|reisekilometer|locationof|organization\dlocation|fax|pager|telex|isdn|callback|rückmeldung|ttytdd|hörbehindert/u;

/** Programs write zeros for a day that is none. */
const DAY = /^(?:weddinganniversary|anniversary|jahrestag|hochzeitstag)/u;

const keyOf = (column: string): string =>
  column
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

function meaningOf(column: string): Meaning | null {
  const key = keyOf(column);
  const field = FIELDS.get(key);
  if (field !== undefined) return { says: 'field', field };
  if (NOTES.test(key)) return { says: 'note', isPlain: true, isDay: false, group: null };
  const [, labelled] = LABEL.exec(key) ?? [];
  if (labelled !== undefined) return { says: 'label', group: labelled };
  for (const [part, before, after] of PART_OF) {
    const [whole, numbered, place = after.exec(key)?.[1] ?? ''] = before.exec(key) ?? [];
    if (whole !== undefined || place !== '')
      return { says: 'address', part, group: numbered ?? place, label: place };
  }
  const group = NUMBERED.exec(key)?.[1] ?? null;
  if (!BESIDE.test(key)) {
    if (EMAIL.test(key)) return { says: 'email', rank: 0, group };
    if (WEBSITE.test(key)) return { says: 'website', rank: 0, group };
    if (PHONE.test(key) && !NO_PHONE.test(key)) {
      const rank = PLAIN_PHONE.test(key) ? 0 : USUAL_PHONE.test(key) ? 1 : 2;
      return { says: 'phone', rank, group };
    }
  }
  return KEPT.test(key) && !/phonetic/u.test(key)
    ? { says: 'note', isPlain: false, isDay: DAY.test(key), group }
    : null;
}

/** @throws Refusal invalid_import if there is no column that could name a contact */
export function columnsRead(names: readonly string[]): ColumnsRead {
  const read = names.map((name) => ({ name, means: meaningOf(name) }));
  const columns = read.flatMap(({ name, means }) => (means === null ? [] : [{ name, means }]));
  const isNamed = columns.some(
    ({ means }) => means.says === 'email' || (means.says === 'field' && NAMING.has(means.field)),
  );
  if (!isNamed)
    throw refuse.invalid_import({ columns: names.slice(0, 50) }, [
      say('contacts.no_name_column', { columns: COLUMN_NAMES }),
      say('contacts.nothing_imported'),
    ]);
  return { columns, ignored: read.flatMap(({ name, means }) => (means === null ? [name] : [])) };
}

const NAMING: ReadonlySet<Field> = new Set(['name', 'given', 'family', 'nickname', 'company']);
