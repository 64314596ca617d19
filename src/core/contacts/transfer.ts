import type { GraphService } from '../graph/service.ts';
import type { Clock } from '../ports/clock.ts';
import type { Tables } from '../ports/tables.ts';
import { cardOf, entryOf } from './card-fields.ts';
import { refuse } from './errors.ts';
import { Importing, type ImportedRow } from './importing.ts';
import { contactLimits } from './limits.ts';
import { COLUMNS, type CardVersion, type Contact, type ContactFormat } from './model.ts';
import type { Cards } from './port.ts';
import type { ContactService } from './service.ts';
import type { ContactStore } from './store.ts';
import { columnsRead, entryFrom, rowOf, type Entry } from './table-fields.ts';

export interface ContactTransferDeps {
  readonly graph: Pick<GraphService, 'nameKey'>;
  readonly contacts: ContactService;
  readonly store: Pick<ContactStore, 'all'>;
  readonly tables: Tables;
  readonly cards: Cards;
  readonly clock: Clock;
}

export interface ImportReport {
  readonly added: number;
  readonly completed: number;
  readonly refused: number;
  /** Columns that say nothing of a contact; of cards, the properties that are not read. */
  readonly ignoredColumns: readonly string[];
  /** In the order of the text. */
  readonly rows: readonly ImportedRow[];
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
   * @param country of national telephone numbers (ISO 3166)
   * @throws Refusal invalid_import if the text cannot be read at all; then nothing has changed
   */
  async imported(
    format: ContactFormat,
    text: string,
    country: string | null,
    signal: AbortSignal,
  ): Promise<ImportReport> {
    refuseLost(text);
    const { entries, ignored } = format === 'csv' ? this.#fromTable(text) : this.#fromCards(text);
    const { graph, contacts, clock } = this.#deps;
    const importing = new Importing(graph, contacts, country, clock.now());
    const rows: ImportedRow[] = [];
    for (const entry of entries.toSorted((a, b) => a.line - b.line)) {
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
    if (typeof table === 'string') throw refuse.invalid_import({}, `${table} Nothing was imported.`);
    if (table.hasMore) throw tooMany();
    const columns = columnsRead(table.columns);
    const entries = table.rows.map((row) => entryOr(row.line, entryFrom(row, columns)));
    return { entries: [...entries, ...table.problems], ignored: columns.ignored };
  }

  #fromCards(text: string): Read {
    const { cards, problems, hasMore } = this.#deps.cards.parse(text, contactLimits.importRows);
    if (hasMore) throw tooMany();
    if (cards.length === 0 && problems.length === 0)
      throw refuse.invalid_import(
        {},
        'This text has no vCard: each begins with BEGIN:VCARD. Nothing was imported.',
      );
    return {
      entries: [...cards.map((card) => entryOr(card.line, entryOf(card))), ...problems],
      ignored: [...new Set(cards.flatMap(({ ignored }) => ignored))],
    };
  }
}

const EXPORTED_AT_ONCE = 200;

/** What was read in a wrong encoding: U+FFFD stands for a letter that was lost, and UTF-16 has zeros. */
function refuseLost(text: string): void {
  const at = text.search(/[\uFFFD\0]/u);
  if (at === -1) return;
  const line = text.slice(0, at).split(/\r\n|\r|\n/u).length;
  const encoding = text[at] === '\0' ? 'UTF-16' : 'Latin-1 (Windows-1252)';
  throw refuse.invalid_import(
    { line },
    `The text is not UTF-8 but probably ${encoding}: letters of line ${line} cannot be read. Export it as UTF-8, and import that. Nothing was imported.`,
  );
}

interface Unread {
  readonly line: number;
  readonly problem: string;
}

interface Read {
  readonly entries: readonly (Entry | Unread)[];
  readonly ignored: readonly string[];
}

const entryOr = (line: number, entry: Entry | string): Entry | Unread =>
  typeof entry === 'string' ? { line, problem: entry } : entry;

const unread = ({ line, problem }: Unread): ImportedRow => ({
  line,
  name: null,
  outcome: 'refused',
  contactId: null,
  code: 'invalid_import',
  problem,
  remarks: [],
  candidates: [],
});

const tooMany = () =>
  refuse.invalid_import(
    { most: contactLimits.importRows },
    `An import takes at most ${contactLimits.importRows} contacts. Divide the text. Nothing was imported.`,
  );
