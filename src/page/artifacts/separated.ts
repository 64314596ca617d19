import type { Delimiter } from './delimiter.ts';

/** Why a text is no table. Rows are counted from 1. */
export interface NoTable {
  readonly wrong: 'unclosed' | 'quoteInside' | 'afterQuote';
  readonly row: number;
}

export interface Table {
  /** Not more than were asked for; each with at least one field. */
  readonly rows: readonly (readonly string[])[];
  /** How many rows there are. */
  readonly count: number;
  /** The first row whose number of fields is not that of the first one; null if there is none. */
  readonly ragged: { readonly row: number; readonly fields: number } | null;
}

/** The rows as they are read; of those beyond `most` only the number of fields is kept. */
class Rows {
  readonly #most: number;
  readonly #rows: (readonly string[])[] = [];
  #count = 0;
  #ragged: Table['ragged'] = null;

  constructor(most: number) {
    this.#most = most;
  }

  /** The number of the row that is being read. */
  get now(): number {
    return this.#count + 1;
  }

  add(fields: readonly string[]): void {
    this.#count += 1;
    const first = this.#rows[0] ?? fields;
    if (fields.length !== first.length) this.#ragged ??= { row: this.#count, fields: fields.length };
    if (this.#rows.length < this.#most) this.#rows.push(fields);
  }

  end(): Table {
    return { rows: this.#rows, count: this.#count, ragged: this.#ragged };
  }
}

const withoutMark = (text: string): string => text.replace(/^\u{FEFF}/u, '');

/**
 * Comma-separated values (RFC 4180), strictly: a quote is doubled within a quoted field and stands nowhere else. Lines end
 * with CRLF or, as most programs write them, LF; the last one may lack it.
 * @param most rows that are kept
 * @param delimiter what parts two fields; `delimiterOf` finds it
 */
export function csvIn(content: string, most: number, delimiter: Delimiter = ','): Table | NoTable {
  const text = withoutMark(content);
  const rows = new Rows(most);
  let fields: string[] = [];
  for (let at = 0; at < text.length;) {
    const found = text[at] === '"' ? quotedAt(text, at, delimiter) : plainAt(text, at, delimiter);
    if ('wrong' in found) return { wrong: found.wrong, row: rows.now };
    fields.push(found.field);
    at = found.end;
    if (text[at] === delimiter) {
      at += 1;
      // A delimiter at the very end has an empty field after it.
      if (at < text.length) continue;
      fields.push('');
    }
    at += lineBreakAt(text, at);
    rows.add(fields);
    fields = [];
  }
  return rows.end();
}

type Field = { readonly field: string; readonly end: number } | { readonly wrong: NoTable['wrong'] };

function quotedAt(text: string, from: number, delimiter: Delimiter): Field {
  let field = '';
  for (let at = from + 1; ;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return { wrong: 'unclosed' };
    field += text.slice(at, quote);
    const end = quote + 1;
    if (text[end] !== '"') {
      const isEnd = end === text.length || text[end] === delimiter || lineBreakAt(text, end) > 0;
      return isEnd ? { field, end } : { wrong: 'afterQuote' };
    }
    field += '"';
    at = end + 1;
  }
}

const ENDS: Readonly<Record<Delimiter, RegExp>> = {
  ',': /,|\r?\n|$/gu,
  ';': /;|\r?\n|$/gu,
  '\t': /\t|\r?\n|$/gu,
  '|': /\||\r?\n|$/gu,
};

function plainAt(text: string, from: number, delimiter: Delimiter): Field {
  const ends = ENDS[delimiter];
  ends.lastIndex = from;
  const end = ends.exec(text)?.index ?? text.length;
  const field = text.slice(from, end);
  return field.includes('"') ? { wrong: 'quoteInside' } : { field, end };
}

/** The length of a line break at this place; 0 if there is none. */
const lineBreakAt = (text: string, at: number): number =>
  text[at] === '\n' ? 1 : text[at] === '\r' && text[at + 1] === '\n' ? 2 : 0;

/**
 * Tab-separated values (the media type text/tab-separated-values): a tab always parts two fields, and a quote is a character
 * like any other.
 * @param most rows that are kept
 */
export function tsvIn(content: string, most: number): Table {
  const rows = new Rows(most);
  const lines = withoutMark(content).split(/\r?\n/u);
  if (lines.at(-1) === '') lines.pop();
  for (const line of lines) rows.add(line.split('\t'));
  return rows.end();
}
