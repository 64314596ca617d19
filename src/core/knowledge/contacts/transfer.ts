import type { GraphService } from '../graph/service.ts';
import type { EntityId } from '../../kernel/ids.ts';
import { nextTurn } from '../../kernel/next-turn.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Tables } from '../../ports/tables.ts';
import { cardOf, entryOf } from './card-fields.ts';
import { refuse } from './errors.ts';
import { Importing, type ContactsCopy, type ImportedInto, type ImportedRow } from './importing.ts';
import { contactLimits } from './limits.ts';
import { COLUMNS, type CardVersion, type Contact, type ContactFormat } from './model.ts';
import type { Cards } from './port.ts';
import type { ContactService } from './service.ts';
import type { ContactStore } from './store.ts';
import { columnsRead } from './columns.ts';
import { entryFrom, rowOf, type Entry } from './table-fields.ts';
import { say as sayGraph } from '../graph/says.ts';
import { quote } from '../../kernel/quoted.ts';
import type { Says } from '../../kernel/says.ts';
import { say } from './says.ts';

export interface ContactTransferDeps {
  readonly graph: ImportedInto &
    Pick<GraphService, 'isCountry' | 'shown' | 'sources' | 'sourcesNamed' | 'statedBy' | 'takeBack'>;
  readonly contacts: ContactService;
  /** For a preview, whose rows may mean what rows before bring. */
  readonly copied: () => Promise<ContactsCopy>;
  readonly store: Pick<ContactStore, 'all'>;
  readonly tables: Tables;
  readonly cards: Cards;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Contacts as another program has written them. */
export interface ContactText {
  readonly format: ContactFormat;
  readonly text: string;
  /** Of national telephone numbers (ISO 3166). */
  readonly country: string | null;
  /** What the text was called where it comes from. */
  readonly fileName: string | null;
  /** Two of one name that nothing tells apart are two contacts. */
  readonly isSeparate: boolean;
}

export interface ImportReport {
  /** To take it back; null if nothing was imported. */
  readonly importId: string | null;
  readonly added: number;
  readonly completed: number;
  readonly refused: number;
  /** Columns that say nothing of a contact; of cards, the properties that are not read. */
  readonly ignoredColumns: readonly string[];
  /** In the order of the text. */
  readonly rows: readonly ImportedRow[];
}

/** An import that can be taken back. Instants are milliseconds since the epoch. */
export interface PastImport {
  readonly importId: string;
  /** What its text was called; null: that is not known. */
  readonly fileName: string | null;
  readonly at: number;
  /** What it has brought or completed: contacts, and the organizations that they work for. */
  readonly entities: number;
}

/** What became of one contact whose import was taken back. */
export interface TakenBack {
  readonly contactId: EntityId;
  readonly name: string;
  /**
   * - `removed`: it came with the import, and nothing else is known of it.
   * - `restored`: it was completed, and is as before; what was changed since stays.
   * - `kept`: it came with the import and was changed since, so it stays with all that it has.
   */
  readonly outcome: 'removed' | 'restored' | 'kept';
}

/** Contacts to and from the texts that other programs read and write. */
export class ContactTransfer {
  readonly #deps: ContactTransferDeps;

  constructor(deps: ContactTransferDeps) {
    this.#deps = deps;
  }

  /** All contacts, in pieces of a text. */
  async *exported(format: ContactFormat, version: CardVersion): AsyncGenerator<string> {
    const { store, tables, cards } = this.#deps;
    const write = (contacts: readonly Contact[]): string =>
      format === 'csv' ? tables.write(contacts.map(rowOf)) : cards.write(contacts.map(cardOf), version);
    if (format === 'csv') yield tables.write([COLUMNS]);
    let after: number | null = null;
    do {
      const page: Awaited<ReturnType<ContactStore['all']>> = await store.all(EXPORTED_AT_ONCE, after);
      if (page.items.length > 0) yield write(page.items);
      after = page.next;
    } while (after !== null);
  }

  /**
   * Imports contacts, row by row: what is wrong with one does not stop the others. May be repeated: rows that are
   * recognised are completed. When the signal aborts, the rest is left out.
   * @throws Refusal invalid_import if the text cannot be read at all; then nothing has changed
   */
  async imported(text: ContactText, signal: AbortSignal): Promise<ImportReport> {
    const importId = this.#deps.ids.next();
    const tool = toolOf(importId, text.fileName);
    const report = await this.#through(text, this.#deps, tool, signal);
    const canBeTakenBack = (await this.#deps.graph.statedBy(tool)).length > 0;
    return { ...report, importId: canBeTakenBack ? importId : null };
  }

  /** What an import would do: it takes place in a copy that nobody keeps. @throws Refusal as `imported` */
  async previewed(text: ContactText, signal: AbortSignal): Promise<ImportReport> {
    const copy = await this.#deps.copied();
    try {
      const report = await this.#through(text, copy, BY_IMPORT, signal);
      const known = await this.#deps.graph.shown(
        report.rows.flatMap(({ contactId, candidates }) => [
          ...(contactId === null ? [] : [contactId]),
          ...candidates.map(({ entityId }) => entityId),
        ]),
      );
      return { ...report, importId: null, rows: report.rows.map((row) => withoutNew(row, known)) };
    } finally {
      await copy.close();
    }
  }

  /** The last first. */
  async imports(limit: number): Promise<readonly PastImport[]> {
    const found = await this.#deps.graph.sources(BY_IMPORT, limit);
    return found.map(({ tool, at, entities }) => {
      const [importId = '', ...name] = tool.slice(BY_IMPORT.length).split(BEFORE_NAME);
      return { importId, fileName: name.join(BEFORE_NAME) || null, at, entities };
    });
  }

  /**
   * Takes an import back, one contact after another. Repeatable. What was changed since is not lost.
   * @throws Refusal import_not_found
   */
  async rolledBack(importId: string): Promise<readonly TakenBack[]> {
    const { graph } = this.#deps;
    const own = BY_IMPORT + importId;
    const named = await graph.sourcesNamed(own);
    const tool = named.find((one) => one === own || one.startsWith(own + BEFORE_NAME));
    if (tool === undefined) throw refuse.import_not_found();
    const ids = await graph.statedBy(tool);
    if (ids.length === 0) throw refuse.import_not_found();
    const names = await graph.shown(ids);
    const outcomes = new Map<EntityId, TakenBack['outcome']>();
    const takeBack = async (some: readonly EntityId[]): Promise<void> => {
      for (let at = 0; at < some.length; at += TAKEN_BACK_AT_ONCE) {
        const found = await graph.takeBack(some.slice(at, at + TAKEN_BACK_AT_ONCE), tool);
        for (const [id, outcome] of found) outcomes.set(id, outcome === 'erased' ? 'removed' : outcome);
      }
    };
    await takeBack(ids);
    // A firm can only go after those who work for it.
    await takeBack(ids.filter((id) => outcomes.get(id) === 'kept'));
    return [...outcomes].map(([contactId, outcome]) => ({
      contactId,
      name: names.get(contactId)?.name ?? contactId,
      outcome,
    }));
  }

  async #through(
    { format, text, country, isSeparate }: ContactText,
    { graph, contacts }: Pick<ContactsCopy, 'graph' | 'contacts'>,
    tool: string,
    signal: AbortSignal,
  ): Promise<Omit<ImportReport, 'importId'>> {
    refuseZeros(text);
    if (country !== null && !this.#deps.graph.isCountry(country))
      throw refuse.invalid_import({ country }, [
        sayGraph('graph.no_country', { country: quote(country) }),
        NOTHING,
      ]);
    const { entries, ignored } = format === 'csv' ? this.#fromTable(text) : this.#fromCards(text);
    const importing = new Importing(graph, contacts, {
      country,
      at: this.#deps.clock.now(),
      source: { origin: 'import', runId: null, threadId: null, tool },
      format,
      isSeparate,
    });
    const rows: ImportedRow[] = [];
    for (const [index, entry] of entries.toSorted((a, b) => a.line - b.line).entries()) {
      if (index > 0 && index % IMPORTED_AT_ONCE === 0) await nextTurn();
      if (signal.aborted) break;
      rows.push('problem' in entry ? unread(entry) : await importing.row(entry));
    }
    const count = (outcome: ImportedRow['outcome']): number =>
      rows.filter((row) => row.outcome === outcome).length;
    return {
      added: count('added'),
      completed: count('completed'),
      refused: count('refused'),
      ignoredColumns: ignored,
      rows,
    };
  }

  #fromTable(text: string): Read {
    const table = this.#deps.tables.parse(text, contactLimits.importRows);
    if ('code' in table) throw refuse.invalid_import({}, [table, NOTHING]);
    if (table.hasMore) throw tooMany();
    const columns = columnsRead(table.columns);
    const entries = table.rows.map((row) => entryOr(row.line, entryFrom(row, columns)));
    return { entries: [...entries, ...table.problems], ignored: columns.ignored };
  }

  #fromCards(text: string): Read {
    const { cards, problems, hasMore } = this.#deps.cards.parse(text, contactLimits.importRows);
    if (hasMore) throw tooMany();
    if (cards.length === 0 && problems.length === 0)
      throw refuse.invalid_import({}, [say('contacts.no_vcard'), NOTHING]);
    return {
      entries: [...cards.map((card) => entryOr(card.line, entryOf(card))), ...problems],
      ignored: [...new Set(cards.flatMap(({ ignored }) => ignored))],
    };
  }
}

/** What rows before would bring has no id yet. */
function withoutNew(row: ImportedRow, known: { has(entityId: EntityId): boolean }): ImportedRow {
  const contactId = row.contactId !== null && known.has(row.contactId) ? row.contactId : null;
  const candidates = row.candidates.filter(({ entityId }) => known.has(entityId));
  const problem = candidates.length === row.candidates.length ? row.problem : [say('contacts.other_rows')];
  return { ...row, contactId, candidates, problem };
}

const EXPORTED_AT_ONCE = 200;
/** Some milliseconds of the event loop for each row. */
const IMPORTED_AT_ONCE = 16;
const TAKEN_BACK_AT_ONCE = 100;

/** What an import states has its id in its source. */
const BY_IMPORT = 'contacts:';
/** Between its id and what the text was called. */
const BEFORE_NAME = '/';

const toolOf = (importId: string, fileName: string | null): string => {
  const name = (fileName ?? '')
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  return BY_IMPORT + importId + (name === '' ? '' : BEFORE_NAME + name);
};

/** UTF-16 that was read as another encoding has zeros. Whether bytes are text, who read them has decided. */
function refuseZeros(text: string): void {
  const at = text.indexOf('\0');
  if (at === -1) return;
  const line = text.slice(0, at).split(/\r\n|\r|\n/u).length;
  throw refuse.invalid_import({ line }, [say('contacts.utf16', { line }), NOTHING]);
}

interface Unread {
  readonly line: number;
  /** What it is called, where that can be read. */
  readonly name?: string | null;
  readonly problem: Says;
}

interface Read {
  readonly entries: readonly (Entry | Unread)[];
  readonly ignored: readonly string[];
}

const NOTHING = say('contacts.nothing_imported');

const entryOr = (line: number, entry: Entry | Says): Entry | Unread =>
  'code' in entry ? { line, problem: entry } : entry;

const unread = ({ line, name = null, problem }: Unread): ImportedRow => ({
  line,
  name,
  outcome: 'refused',
  contactId: null,
  changes: [],
  code: 'invalid_import',
  problem: [problem],
  remarks: [],
  candidates: [],
});

const tooMany = () =>
  refuse.invalid_import({ most: contactLimits.importRows }, [
    say('contacts.too_many', { most: contactLimits.importRows }),
    NOTHING,
  ]);
