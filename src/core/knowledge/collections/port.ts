import type { Says } from '../../kernel/says.ts';
import type { EntityId } from '../../kernel/ids.ts';

/** The entities of the graph, as values of columns. */
export interface Subjects {
  /**
   * By an id, or by a name that fits exactly one.
   * @throws Refusal entity_not_found, ambiguous_name with the candidates
   */
  resolve(reference: string): Promise<NamedSubject>;
  /** Its id and those of all that was merged into it: their rows may be about to follow. */
  members(id: EntityId): Promise<readonly EntityId[]>;
  /** By each of the ids; of an entity that was merged into another, that one. Ids that name nothing are left out. */
  names(ids: readonly EntityId[]): Promise<ReadonlyMap<EntityId, NamedSubject>>;
}

export interface NamedSubject {
  readonly entityId: EntityId;
  readonly name: string;
}

export type CsvSeparator = ',' | ';' | '\t';

/** A field of a table in text. Null: there is nothing, which is not the same as a text without characters. */
export type CsvField = string | null;

export interface CsvRow {
  /** Where it begins in the text; the first line is 1. */
  readonly line: number;
  readonly fields: readonly CsvField[];
}

/** Tables as text, by RFC 4180. */
export interface CsvText {
  /**
   * The rows of such a text, in groups. A text that a spreadsheet would have taken for a formula loses the mark
   * that `write` gave it. A quote inside a field that does not begin with one is text. Without a separator, it is
   * what a line `sep=;` before all says, or what the first line has most of: commas, semicolons or tabs. Fields and rows
   * at the end in which nothing is are left out. The text is UTF-8, UTF-16 or windows-1252.
   * @throws CsvUnreadable if the text is no table from some place on; rows before that may be left out
   */
  read(
    bytes: AsyncIterable<Uint8Array>,
    options: { readonly separator: CsvSeparator | null; readonly rowsTogether: number },
  ): AsyncIterable<readonly CsvRow[]>;
  /**
   * Rows as text. A text that a spreadsheet would take for a formula gets a mark before it (`'`); numbers are
   * never marked.
   */
  write(rows: readonly (readonly (CsvField | number)[])[]): Promise<string>;
}

/** The text is no such table from here on. */
export class CsvUnreadable extends Error {
  readonly says: Says;

  constructor(says: Says, cause?: unknown) {
    super(says.code, { cause });
    this.says = says;
    this.name = 'CsvUnreadable';
  }
}

export const isCsvUnreadable = (error: unknown): error is CsvUnreadable =>
  (error as { name?: unknown } | null)?.name === 'CsvUnreadable';
