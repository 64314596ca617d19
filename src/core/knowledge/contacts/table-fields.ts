import { FURTHER, furtherIn, type FurtherDetail } from '../graph/model.ts';
import type { TableRow } from '../../ports/tables.ts';
import { birthdayIn, birthdayOf } from './birthdays.ts';
import { REACHED_BY, type AddressPart, type ColumnsRead, type Field, type ReachedBy } from './columns.ts';
import { furtherDetail, type ContactDraft } from './drafts.ts';
import { contactLimits } from './limits.ts';
import { COLUMNS, CONTACT_KINDS, type Contact, type ContactKind } from './model.ts';
import type { Says } from '../../kernel/says.ts';
import { say } from './says.ts';

/** Something of which a contact has one detail, and notes for the others. */
export interface Further {
  readonly by: ReachedBy;
  /** What it is called where it comes from; null: nothing. */
  readonly label: string | null;
  readonly value: string;
}

export interface Entry {
  readonly line: number;
  /** What the contact is called by who wrote the text. */
  readonly fileId: string | null;
  /** Further addresses, numbers and websites, which a contact has as notes unless a merge brought them. */
  readonly also: readonly Further[];
  readonly draft: ContactDraft & { readonly name: string };
  /** What of it could not be read, as sentences. */
  readonly remarks: readonly Says[];
}

/** @returns a sentence that says why it is no contact, if it is none. An empty cell says nothing. */
export function entryFrom({ line, cells }: TableRow, { columns }: ColumnsRead): Entry | Says {
  const row = new Row();
  for (const { name, means } of columns) {
    const text = (cells.get(name) ?? '').trim();
    if (text === '') continue;
    switch (means.says) {
      case 'field':
        row.field(means.field, name, text);
        break;
      case 'label':
        row.labels.set(means.group, text);
        break;
      case 'note': {
        const said = means.isDay ? birthdayIn(text) : text;
        if (said !== null)
          row.notes.push({ column: means.isPlain ? null : name, group: means.group, text: said });
        break;
      }
      case 'address':
        row.addressPart(means.group, means.label, means.part, text);
        break;
      default:
        for (const value of valuesIn(text))
          row.reached.push({ by: means.says, rank: means.rank, group: means.group, column: name, value });
    }
  }
  return row.entry(line);
}

/** Google writes several values of one cell so. */
const valuesIn = (text: string): readonly string[] => text.split(' ::: ').flatMap((one) => one.trim() || []);

class Row {
  readonly labels = new Map<string, string>();
  readonly notes: { column: string | null; group: string | null; text: string }[] = [];
  readonly reached: {
    by: ReachedBy;
    rank: number;
    group: string | null;
    column: string;
    value: string;
  }[] = [];
  readonly #fields = new Map<Field, string>();
  readonly #addresses = new Map<string, { label: string; parts: Map<AddressPart, string[]> }>();

  /** A second value of what a contact has one of is kept in the notes. */
  field(field: Field, column: string, text: string): void {
    const before = this.#fields.get(field);
    if (before === undefined) this.#fields.set(field, text);
    else if (before !== text) this.notes.push({ column, group: null, text });
  }

  addressPart(group: string, label: string, part: AddressPart, text: string): void {
    const { parts } = this.#addresses.get(group) ?? { parts: new Map<AddressPart, string[]>() };
    parts.set(part, [...(parts.get(part) ?? []), text]);
    this.#addresses.set(group, { label, parts });
  }

  entry(line: number): Entry | Says {
    const field = (name: Field): string | undefined => this.#fields.get(name);
    const answer = field('new')?.toLowerCase() ?? 'no';
    if (!YES.has(answer) && !NO.has(answer)) return say('contacts.new_column');
    const given = field('kind')?.toLowerCase();
    if (given !== undefined && !CONTACT_KINDS.some((one) => one === given))
      return say('contacts.kind_column', { kinds: CONTACT_KINDS });
    const own = {
      email: this.#ofKind('email'),
      phone: this.#ofKind('phone'),
      website: this.#ofKind('website'),
    };
    const first = Object.fromEntries(
      REACHED_BY.flatMap((by) => (own[by][0] === undefined ? [] : [[by, own[by][0].value]])),
    ) as Partial<Record<ReachedBy, string>>;
    const parts = (['given', 'middle', 'family'] as const).flatMap((part) => field(part) ?? []);
    const named = namedBy(field('name') ?? parts.join(' '), field('nickname'), field('company'), first);
    if (named === null) return say('contacts.row_without_name');
    const kind = (given as ContactKind | undefined) ?? (named.isFirm ? 'organization' : undefined);
    const isFirm = kind === 'organization';
    const { role, title } = this.#roleAndTitle();
    const birthday = this.#birthday();
    const { tags, others } = tagsFrom(field('tags') ?? '');
    const notes = [
      ...this.notes.flatMap(({ column, text }) => (column === null ? text.replaceAll(/\r\n?/gu, '\n') : [])),
      ...this.notes.flatMap(({ column, group, text }) =>
        column === null ? [] : `${this.#called(group) ?? column}: ${onOneLine(text)}`,
      ),
      ...(title === undefined ? [] : [`Title: ${title}`]),
      ...(field('nickname') === undefined || named.name === field('nickname')
        ? []
        : [`Nickname: ${field('nickname')}`]),
      ...(isFirm && role !== undefined ? [`Role: ${role}`] : []),
      ...(isFirm && birthday !== null ? [`Birthday: ${birthday}`] : []),
      ...this.#postal(),
      ...(others.length === 0 ? [] : [`Tags: ${others.join(', ')}`]),
    ].join('\n');
    const company = field('company') === named.name && isFirm ? undefined : field('company');
    const texts = {
      ...first,
      company,
      type: field('type'),
      source: field('source'),
      language: field('language'),
    };
    return {
      line,
      fileId: field('contactId') ?? null,
      also: [
        ...REACHED_BY.flatMap((by) => own[by].slice(1)),
        ...(Object.keys(FURTHER) as FurtherDetail[]).flatMap((name) =>
          furtherIn(field(name) ?? null).map((value) => ({ by: FURTHER[name], label: null, value })),
        ),
      ],
      remarks: [],
      draft: {
        name: named.name,
        ...(kind === undefined ? {} : { kind }),
        ...(YES.has(answer) ? { isNew: true } : {}),
        ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)),
        ...(isFirm || role === undefined ? {} : { role }),
        ...(isFirm || birthday === null ? {} : { birthday }),
        ...(notes === '' ? {} : { notes }),
        ...(tags.length === 0 ? {} : { tags }),
      },
    };
  }

  /** The one to use first. */
  #ofKind(by: ReachedBy): readonly Further[] {
    const all = this.reached.map(({ column, group, ...one }) => {
      // Google marks the one that is preferred with an asterisk.
      const isFirst = group !== null && this.labels.get(group)?.startsWith('*') === true;
      const label = group === null && column.trim().includes(' ') ? column : this.#called(group);
      return { ...one, rank: isFirst ? -1 : one.rank, label };
    });
    return all
      .filter((one) => one.by === by)
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ label, value }) => ({ by, label, value }));
  }

  #called(group: string | null): string | null {
    const label = group === null ? undefined : this.labels.get(group)?.replace(/^\*\s*/u, '');
    return label === undefined || label === '' ? null : label;
  }

  #roleAndTitle(): { readonly role: string | undefined; readonly title: string | undefined } {
    const [role, title] = [this.#fields.get('role'), this.#fields.get('title')];
    const isOfWork = role === undefined && title !== undefined && !SALUTATION.test(title);
    return isOfWork ? { role: title, title: undefined } : { role, title };
  }

  #birthday(): string | null {
    const [year, month] = [this.#fields.get('birthYear') ?? '', this.#fields.get('birthMonth') ?? ''];
    const day = this.#fields.get('birthDay') ?? this.#fields.get('birthday') ?? '';
    return year + month === '' ? birthdayIn(day) : birthdayOf(year, month, day);
  }

  #postal(): readonly string[] {
    return [...this.#addresses].map(([group, { label, parts }]) => {
      const called = this.#called(group) ?? label;
      const whole = (parts.get('formatted') ?? []).join(', ');
      // What is said as a whole is not said again in its parts.
      const of = (part: AddressPart): string =>
        (parts.get(part) ?? []).filter((one) => !isSaidIn(whole, one)).join(', ');
      const town = [of('postcode'), of('city')].filter(Boolean).join(' ');
      const single = [whole, of('street'), of('pobox'), town, of('region'), of('country')]
        .filter(Boolean)
        .join(', ');
      return `${called === '' ? 'Address' : `Address (${called})`}: ${onOneLine(single)}`;
    });
  }
}

/** Whether all words of a text are in a whole, in any order, lines and capitals. */
export function isSaidIn(whole: string, text: string): boolean {
  const there = new Set(wordsOf(whole));
  return wordsOf(text).every((word) => there.has(word));
}

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The name of a firm, or what else says who it is, where there is no name. */
export function namedBy(
  name: string,
  nickname: string | undefined,
  company: string | undefined,
  { email, phone }: { readonly email?: string; readonly phone?: string },
): { readonly name: string; readonly isFirm: boolean } | null {
  const known = name.trim() || nickname?.trim() || company?.trim() || email?.trim() || phone?.trim();
  if (known === undefined || known === '') return null;
  return { name: known, isFirm: name.trim() === '' && !nickname?.trim() && known === company?.trim() };
}

const onOneLine = (text: string): string =>
  valuesIn(text.replaceAll(/\s*[\r\n]+\s*/gu, ', ').replaceAll(/\s+/gu, ' ')).join('; ');

/** What can be a tag, and what is too long for one or one too many. */
function tagsFrom(text: string): {
  readonly tags: readonly string[];
  readonly others: readonly string[];
} {
  const all = text
    .split(/ ::: |[,;]/u)
    // Google's groups of everyone; the others of its own begin with an asterisk.
    .flatMap((tag) =>
      /^\s*\* ?my ?contacts\s*$/iu.test(tag) ? [] : tag.replace(/^\s*\*\s*/u, '').trim() || [],
    );
  const tags = [...new Set(all)]
    .filter((tag) => tag.length <= contactLimits.tagChars)
    .slice(0, contactLimits.tags);
  return { tags, others: all.filter((tag) => !tags.includes(tag)) };
}

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'ja', 'new']);
const NO = new Set(['no', 'n', 'false', '0', 'nein']);
/** Before a name; any other title is what someone is in a firm. */
const SALUTATION =
  /^(?:mrs?|ms|miss|mx|herrn?|frau|fr|hr|dr|prof|professor|mag|dipl|ing|di|sir|dame|lady|lord|rev)\b/iu;

export const rowOf = (contact: Contact): readonly string[] =>
  COLUMNS.map((column) => {
    const value = contact[column] ?? '';
    if (typeof value === 'string') return value;
    return column === 'tags' ? value.join(', ') : furtherDetail(value);
  });
