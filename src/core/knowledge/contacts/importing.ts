import { refuse as refuseGraph } from '../graph/errors.ts';
import {
  FURTHER,
  type Entity,
  type FurtherDetail,
  type NamedEntity,
  type StatedDetail,
} from '../graph/model.ts';
import type { GraphService } from '../graph/service.ts';
import type { EntityId } from '../../kernel/ids.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import type { Source } from '../memory/model.ts';
import type { ContactDraft, SavedContact } from './drafts.ts';
import type { ContactFormat } from './model.ts';
import type { ContactService } from './service.ts';
import type { Entry, Further } from './table-fields.ts';
import type { Says } from '../../kernel/says.ts';
import { say } from './says.ts';

/** What became of one contact of a text. */
export interface ImportedRow {
  readonly line: number;
  readonly name: string | null;
  readonly outcome: 'added' | 'completed' | 'refused';
  readonly contactId: EntityId | null;
  /** The details that the row sets, each with the value that was shown before. */
  readonly changes: readonly StatedDetail[];
  /** Of a refused one: the stable code, and why. */
  readonly code: string | null;
  readonly problem: readonly Says[] | null;
  /** Of a row that was kept: which of its values were not kept as they were given. */
  readonly remarks: readonly (readonly Says[])[];
  /** Of a row refused as ambiguous: the contacts that it could mean. */
  readonly candidates: readonly NamedEntity[];
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

/** What is wrong with one row does not stop the others; what the disk refuses does. */
const OF_A_ROW: ReadonlySet<string> = new Set(['ambiguous_name', 'invalid_entity', 'invalid_contact']);

/** Details that say much to a person even if they cannot be read, and what stands before them, in no one's language. */
const IN_NOTES = { email: 'E-mail:', phone: 'Tel.:', birthday: '*', website: 'Web:' } as const;
/** Digits enough for a number, and not in international form. */
const NATIONAL = /^(?!\+|00)(?:[^\d]*\d){6}/u;
const BY_THEMSELVES = Object.keys(IN_NOTES) as (keyof typeof IN_NOTES)[];

interface Before {
  readonly entry: Entry;
  readonly row: ImportedRow;
  /** The email address that was kept from the row. */
  readonly email: string | null;
  /** The whole content of the row, to compare it with other rows. */
  readonly says: string;
}

/** The rows of one name. `kept`: the first accepted row for each distinct content. */
interface OfOneName {
  readonly rows: Before[];
  readonly kept: Map<string, ImportedRow>;
  /** Ids that the file itself gives to rows of this name. */
  readonly fileIds: Set<string>;
  /** Entities that had this name before the import, in the order in which they became known; null: not looked up yet. */
  known: readonly Entity[] | null;
  /**
   * What the name alone resolves to, as far as known: for a row without a file id (`unnamed`), and for a row whose
   * file id no earlier row has (`named`).
   */
  readonly means: { unnamed: 'unknown' | 'several'; named: 'unknown' | 'nobody' };
}

/**
 * A key that is equal for values that reach the same place: a phone number as its digits, an email address in lower
 * case, a URL with `%3B` decoded (a path may be written either way).
 */
const alike = (text: string): string => {
  if (!/[a-z@]/iu.test(text)) return text.replaceAll(/\D/gu, '');
  return text.includes('@') ? text.toLowerCase() : text.replaceAll(/%3b/giu, ';');
};

const saysOf = ({ fileId, draft, also }: Entry): string => JSON.stringify([fileId, draft, also]);

/** Lines for the notes: each labelled value on a line of its own, all unlabelled ones together on one. */
const linesOf = (all: readonly Further[]): readonly string[] => {
  const plain = all.flatMap(({ label, value }) => (label === null ? [value] : []));
  return [
    ...all.flatMap(({ label, value }) => (label === null ? [] : [`${label}: ${value}`])),
    ...(plain.length === 0 ? [] : [plain.join(', ')]),
  ];
};

/** An in-memory copy of the graph and its contacts. Changes to it are seen by nobody else, and are not kept. */
export interface ContactsCopy {
  readonly graph: ImportedInto;
  readonly contacts: ContactService;
  close(): Promise<void>;
}

/** What an import asks of the graph. */
export type ImportedInto = Pick<GraphService, 'nameKey' | 'isValue' | 'called'>;

export interface ImportingOptions {
  /** Of national telephone numbers (ISO 3166). */
  readonly country: string | null;
  /** When it takes place, in milliseconds since the epoch. */
  readonly at: number;
  readonly source: Source;
  readonly format: ContactFormat;
  /** True: two rows of one name that nothing tells apart become two contacts. False: the second is refused. */
  readonly isSeparate: boolean;
}

/** When many contacts share a name, how many of them a row is compared with. Usually the first one is the right one. */
const TRIED_OF_A_NAME = 20;

/** The most rows that a refusal lists. */
const NAMED = 5;

/**
 * Imports the contacts of one file, one after another. Each is on disk before the next begins.
 *
 * Within the file, two rows of one name are one contact only if they are identical, or an email address or an id says
 * so; two ids are never one contact. Whether a row is a contact that was there before is decided by `recognised`
 * (graph/recognition.ts).
 */
export class Importing {
  readonly #graph: ImportedInto;
  readonly #contacts: ContactService;
  readonly #country: string | null;
  readonly #source: Source;
  readonly #notesBelow: string;
  readonly #format: ContactFormat;
  readonly #isSeparate: boolean;
  readonly #before = new Map<string, OfOneName>();
  /** For each contact, the content of the last row that was written to it. */
  readonly #lastOf = new Map<EntityId, string>();
  /** The id in the file of each contact that the import added or completed. */
  readonly #idOf = new Map<EntityId, string>();

  constructor(
    graph: ImportedInto,
    contacts: ContactService,
    { country, at, source, format, isSeparate }: ImportingOptions,
  ) {
    this.#graph = graph;
    this.#contacts = contacts;
    this.#country = country;
    this.#source = source;
    this.#format = format;
    this.#isSeparate = isSeparate;
    this.#notesBelow = `Imported ${new Date(at).toISOString().slice(0, 10)}:`;
  }

  /**
   * Imports one row. A row that is identical to an earlier one is the same contact, even if its name alone would be
   * ambiguous.
   */
  async row(entry: Entry): Promise<ImportedRow> {
    const key = this.#keyOf(entry.draft);
    const before: OfOneName = this.#before.get(key) ?? {
      rows: [],
      kept: new Map(),
      fileIds: new Set(),
      known: null,
      means: { unnamed: 'unknown', named: 'unknown' },
    };
    this.#before.set(key, before);
    const says = saysOf(entry);
    const same = entry.draft.isNew === true ? undefined : before.kept.get(says);
    // Another row may have changed it since.
    if (same?.contactId != null && this.#lastOf.get(same.contactId) === says) {
      const remarks = [[say('contacts.same_as_line', { line: same.line })]];
      return { ...same, line: entry.line, outcome: 'completed', changes: [], remarks };
    }
    const { row, email } = await this.#outcome(entry, before);
    before.rows.push({ entry, row, email, says });
    if (row.outcome !== 'refused') before.kept.set(says, row);
    if (entry.fileId !== null) before.fileIds.add(entry.fileId);
    else if (row.outcome !== 'refused') before.means.named = 'unknown';
    if (row.contactId !== null) this.#lastOf.set(row.contactId, says);
    return row;
  }

  #keyOf({ kind = 'person', name }: Entry['draft']): string {
    return `${kind}\n${this.#graph.nameKey(kind, name) ?? name}`;
  }

  async #outcome(entry: Entry, before: OfOneName): Promise<Pick<Before, 'row' | 'email'>> {
    const { line, draft } = entry;
    try {
      const { saved, remarks, email } = await this.#kept(entry, before);
      const { isNew, contact, stated } = saved;
      const { contactId } = contact;
      const outcome = isNew ? 'added' : 'completed';
      if (entry.fileId !== null) this.#idOf.set(contactId, entry.fileId);
      const kept = { changes: stated, code: null, problem: null, remarks, candidates: [] };
      return { row: { line, name: draft.name, outcome, contactId, ...kept }, email };
    } catch (error) {
      if (!isRefusal(error) || !OF_A_ROW.has(error.code)) throw error;
      return { row: refused(line, draft.name, error, this.#format), email: draft.email ?? null };
    }
  }

  /** A detail that cannot be read is kept in the notes: it is no reason to lose the contact. */
  async #kept(
    entry: Entry,
    before: OfOneName,
  ): Promise<{
    readonly saved: SavedContact;
    readonly remarks: ImportedRow['remarks'];
    readonly email: string | null;
  }> {
    let draft = await this.#withAlso(entry);
    const remarks: (readonly Says[])[] = entry.remarks.map((one) => [one]);
    for (;;)
      try {
        const saved = await this.#saved(entry, draft, before);
        if (saved.hasNotesBelow) remarks.push([say('contacts.notes_below')]);
        return { saved, remarks, email: draft.email ?? null };
      } catch (error) {
        const wrong = isRefusal(error)
          ? BY_THEMSELVES.find((one) => one === error.facts['attribute'])
          : undefined;
        const value = wrong === undefined ? null : (draft[wrong] ?? null);
        if (wrong === undefined || value === null) throw error;
        const { [wrong]: _, notes, ...rest } = draft;
        draft = {
          ...rest,
          notes: [...(notes == null ? [] : [notes]), `${IN_NOTES[wrong]} ${value}`].join('\n'),
        };
        const isNational = wrong === 'phone' && this.#country === null && NATIONAL.test(value.trim());
        const hasNoYear = wrong === 'birthday' && value.startsWith('--');
        remarks.push(
          hasNoYear
            ? [say('contacts.no_year')]
            : isNational
              ? [say('contacts.no_country_code')]
              : [...(error as Refusal).says, say('contacts.in_notes')],
        );
      }
  }

  /**
   * Adds the further values of a row: labelled and unreadable ones go into the notes, values that the contact already
   * has are dropped.
   */
  async #withAlso({ fileId, also, draft }: Entry): Promise<Entry['draft']> {
    if (also.length === 0) return draft;
    const known = new Set(fileId !== null && ID.test(fileId) ? await this.#known(fileId) : []);
    for (const own of [draft.email, draft.phone, draft.website]) if (own != null) known.add(alike(own));
    const others = also.filter(({ value }) => {
      const key = alike(value);
      return !known.has(key) && known.add(key);
    });
    if (others.length === 0) return draft;
    const isValue = ({ by, value }: Further): boolean =>
      this.#graph.isValue(draft.kind ?? 'person', by, value, this.#country);
    const further = (Object.keys(FURTHER) as FurtherDetail[]).flatMap((name) => {
      const values = others.flatMap((one) => (one.by === FURTHER[name] && isValue(one) ? [one.value] : []));
      return values.length === 0 ? [] : [[name, values] as const];
    });
    const lines = linesOf(others.filter((one) => one.label !== null || !isValue(one)));
    const notes = [...(draft.notes == null ? [] : [draft.notes]), ...lines].join('\n');
    return { ...draft, ...(notes === '' ? {} : { notes }), ...Object.fromEntries(further) };
  }

  async #known(id: string): Promise<readonly string[]> {
    try {
      const { email, phone, website, furtherEmails, furtherPhones, furtherWebsites } =
        await this.#contacts.get(id);
      const own = [email, phone, website].flatMap((one) => one ?? []);
      return [...own, ...furtherEmails, ...furtherPhones, ...furtherWebsites].map(alike);
    } catch (error) {
      if (isRefusal(error) && error.code === 'contact_not_found') return [];
      throw error;
    }
  }

  async #saved(entry: Entry, kept: Entry['draft'], before: OfOneName): Promise<SavedContact> {
    const { fileId } = entry;
    const country = this.#country === null ? {} : { country: this.#country };
    const given = { ...kept, ...country, notesBelow: this.#notesBelow, addsFurther: true };
    const byId = fileId !== null && ID.test(fileId) ? await this.#edited(fileId, given) : null;
    if (byId) return byId;
    const own = saysOf(entry);
    // Two ids of one text are two contacts, whatever else they share.
    const mayBe = ({ entityId }: Entity): boolean => {
      const taken = this.#idOf.get(entityId);
      return fileId === null || taken === undefined || taken === fileId;
    };
    const others = before.rows.filter(
      ({ says, entry }) =>
        says !== own && (fileId === null || entry.fileId === null || entry.fileId === fileId),
    );
    // The imported text has another contact of this name: the two must be told apart.
    const again = await this.#again(given, before, mayBe);
    if (again) return again;
    const isToldApart =
      kept.isNew === true || others.every(({ email }) => email !== null && kept.email != null);
    if (!isToldApart && !this.#isSeparate) throw notToldApart(kept.name, others, this.#format);
    const isNew = kept.isNew === true || !isToldApart;
    const isNamesake = this.#isNamesake(entry, before);
    const draft = isNew ? { ...given, isNew } : isNamesake ? { ...given, isNamesake } : given;
    let isOneOfSeveral = isNew;
    const saved = await this.#put(null, draft, mayBe).catch(async (error: unknown) => {
      if (!this.#isSeparate || isNew || !isRefusal(error) || error.code !== 'ambiguous_name') throw error;
      isOneOfSeveral = true;
      if (fileId === null) before.means.unnamed = 'several';
      return await this.#put(null, { ...draft, isNew: true });
    });
    // It became a new contact, so every other contact of this name has another id in the file.
    if (fileId !== null && !isOneOfSeveral && saved.isNew) before.means.named = 'nobody';
    return saved;
  }

  /**
   * Finds, among several contacts of the row's name, one that already has everything in the row and that no other row
   * has taken. So importing a file again, in whole or in part, creates no duplicates. Null if none of the first
   * `TRIED_OF_A_NAME` fits.
   */
  async #again(
    { name, ...says }: ContactDraft & Pick<Entry['draft'], 'name'>,
    before: OfOneName,
    mayBe: (entity: Entity) => boolean,
  ): Promise<SavedContact | null> {
    if (!this.#isSeparate || says.isNew === true) return null;
    before.known ??= await this.#graph.called(name, says.kind ?? 'person');
    if (before.known.length < 2) return null;
    const free = before.known.filter((one) => !this.#lastOf.has(one.entityId) && mayBe(one));
    for (const { entityId } of free.slice(0, TRIED_OF_A_NAME)) {
      const stated = await this.#triedAgain(entityId, says);
      if (stated?.length === 0) return await this.#put(entityId, says);
    }
    return null;
  }

  /** What the row would set on this contact; null if it is not a contact, or the row would be refused. */
  async #triedAgain(id: EntityId, says: ContactDraft): Promise<readonly StatedDetail[] | null> {
    try {
      return await this.#contacts.tried(id, says, this.#source);
    } catch (error) {
      if (isRefusal(error) && error.kind !== 'storage' && error.kind !== 'storage_full') return null;
      throw error;
    }
  }

  /** Whether others have this name, so that it identifies nobody by itself. Looked up once per name. */
  #isNamesake({ fileId, draft: { kind = 'person' } }: Entry, { means, fileIds }: OfOneName): boolean {
    if (!this.#isSeparate || kind !== 'person') return false;
    return fileId === null ? means.unnamed === 'several' : means.named === 'nobody' && !fileIds.has(fileId);
  }

  async #put(
    reference: string | null,
    draft: ContactDraft,
    mayBe?: (entity: Entity) => boolean,
  ): Promise<SavedContact> {
    const [contacts, source] = [this.#contacts, this.#source];
    return await (reference === null
      ? contacts.add(draft, source, mayBe)
      : contacts.edit(reference, draft, source));
  }

  /** Null if this engine has no contact with this id. */
  async #edited(id: string, draft: ContactDraft): Promise<SavedContact | null> {
    try {
      return await this.#put(id, draft);
    } catch (error) {
      if (isRefusal(error) && error.code === 'contact_not_found') return null;
      throw error;
    }
  }
}

function notToldApart(name: string, others: readonly Before[], format: ContactFormat): Refusal {
  const kept = others.filter(({ row }) => row.contactId !== null).slice(0, NAMED);
  const candidates = kept.flatMap(({ entry: { line, draft }, row }): NamedEntity[] =>
    row.contactId === null
      ? []
      : [{ entityId: row.contactId, name: draft.name, kind: draft.kind ?? 'person', says: `line ${line}` }],
  );
  const lines = others.slice(0, NAMED).map(({ entry }) => entry.line);
  return refuseGraph.ambiguous_name({ name, candidates }, say(TOLD_APART[format], { lines }));
}

/** What a user can change in such a file to say whether two rows are one contact. */
const TOLD_APART = { csv: 'contacts.other_row_name', vcard: 'contacts.other_card_name' } as const;
const WHICH = { csv: 'contacts.which_row', vcard: 'contacts.which_card' } as const;

function refused(
  line: number,
  name: string,
  { code, says, facts }: Refusal,
  format: ContactFormat,
): ImportedRow {
  const candidates = Array.isArray(facts['candidates']) ? (facts['candidates'] as NamedEntity[]) : [];
  const problem = code === 'ambiguous_name' ? [...says, say(WHICH[format])] : says;
  const kept = { contactId: null, changes: [], remarks: [] };
  return { line, name, outcome: 'refused', ...kept, code, problem, candidates };
}
