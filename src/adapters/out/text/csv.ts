import { say } from '../../../core/ports/table-says.ts';
import { pipeline, Readable } from 'node:stream';
import {
  CsvUnreadable,
  type CsvField,
  type CsvRow,
  type CsvSeparator,
  type CsvText,
} from '../../../core/knowledge/collections/port.ts';
import { collectionLimits as limits } from '../../../core/knowledge/collections/limits.ts';
import { joined } from '../../../core/kernel/bytes.ts';
import { decodedAs, markOf, type Encoding } from '../../../core/kernel/encodings.ts';
import { textBeginning, textIn } from '../../../core/kernel/file-text.ts';
import { FieldCount } from './field-count.ts';
import { marked, unmarked } from './formula-mark.ts';

/** The libraries are loaded when the first table is read or written. */
export const csvText: CsvText = {
  read: async function* (bytes, { separator, rowsTogether }) {
    const { CsvError, parse } = await import('csv-parse');
    const { head, text, named } = await beginningOf(decoded(bytes));
    if (JSON_BEGINS.test(head)) throw new CsvUnreadable(say('table.json'));
    const delimiter = separator ?? named ?? separatorOf(head);
    const parser = parse({
      delimiter,
      info: true,
      skip_empty_lines: true,
      // A quote inside a field without quotes is text, as in: 27" monitor.
      relax_quotes: true,
      // A row with other fields than the first one is told as a row.
      relax_column_count: true,
      max_record_size: limits.columns * limits.csvFieldChars,
      cast: (value, { quoting }): CsvField => (value === '' && !quoting ? null : unmarked(value)),
    });
    // Errors come out of the parser: the pipeline destroys it with them.
    const count = new FieldCount(delimiter);
    pipeline(Readable.from(withFewFields(text, count)), parser, () => undefined);
    let rows: CsvRow[] = [];
    // The library counts a line end of two characters in a field as two.
    let [tooMany, ends] = [0, 0];
    // Columns and rows without anything at the end, as spreadsheets leave them, are none.
    let width: number | null = null;
    try {
      for await (const { record, info } of parser as AsyncIterable<ParsedRow>) {
        tooMany += endsWithin(record, /\r\n/gu);
        ends = info.lines - tooMany;
        const fields = withoutEnd(record, width ?? 0);
        if (fields.every((field) => field === null) && (width !== null || fields.length === 0)) continue;
        width ??= fields.length;
        rows.push({ line: ends - endsWithin(record, /\r\n|\r|\n/gu), fields });
        if (rows.length < rowsTogether) continue;
        yield rows;
        rows = [];
      }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      const why =
        error.code === 'CSV_MAX_RECORD_SIZE'
          ? say('table.row_long', { after: ends })
          : count.openedIn === null
            ? say('table.field_open', { after: ends })
            : say('table.field_open_in', { line: count.openedIn });
      throw new CsvUnreadable(why, error);
    }
    if (rows.length > 0) yield rows;
  },

  write: async (rows) => {
    const { stringify } = await import('csv-stringify/sync');
    return stringify(
      rows.map((row) => row.map((field) => (typeof field === 'string' ? marked(field) : field))),
      // A text without characters is in quotes, nothing is not.
      { record_delimiter: '\r\n', quoted_match: /^$/u },
    );
  },
};

/** Without fields at the end in which nothing is, beyond so many. */
function withoutEnd(record: readonly CsvField[], width: number): readonly CsvField[] {
  const last = record.findLastIndex((field) => field !== null && field.trim() !== '');
  return record.slice(0, Math.max(last + 1, Math.min(width, record.length)));
}

/**
 * Text in UTF-8, UTF-16 or windows-1252. Which one it is, is said by its mark, or by the first bytes that are no ASCII.
 * @throws CsvUnreadable for other bytes
 */
async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decode: Decode | null = null;
  let kept: Uint8Array = new Uint8Array();
  for await (const piece of bytes) {
    kept = kept.length === 0 ? piece : joined([kept, piece]);
    // The same in all of them; a mark has other bytes.
    const isAscii = decode === null && kept.every((byte) => byte > 0 && byte < 0x80);
    if (decode === null && !isAscii) {
      const encoding = encodingOf(kept);
      if (encoding === null) continue;
      decode = decoderOf(encoding);
    }
    yield (decode ?? decoderOf('utf-8'))(kept);
    kept = new Uint8Array();
  }
  decode ??= decoderOf(textIn(kept)?.encoding ?? 'utf-8');
  yield decode(kept);
  yield decode();
}

type Decode = (piece?: Uint8Array) => string;

const LOOKED_AT = 64 * 1024;

/** Null as long as more has to be seen. */
function encodingOf(bytes: Uint8Array): Encoding | null {
  const mark = markOf(bytes);
  if (mark !== null) return mark.encoding;
  if (bytes.length < LOOKED_AT) return null;
  return textBeginning(bytes)?.encoding ?? 'utf-8';
}

function decoderOf(encoding: Encoding): Decode {
  if (encoding === 'windows-1252') return (piece) => (piece ? (decodedAs(piece, encoding) ?? '') : '');
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (piece) => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch (error) {
      throw new CsvUnreadable(say('table.no_text'), error);
    }
  };
}

/** The parser would make a list of all fields of a row first. @throws CsvUnreadable */
async function* withFewFields(text: AsyncIterable<string>, count: FieldCount): AsyncGenerator<string> {
  for await (const piece of text) {
    if (count.isBeyond(limits.csvFields, piece))
      throw new CsvUnreadable(say('table.fields', { line: count.line, most: limits.csvFields }));
    yield piece;
  }
}

interface ParsedRow {
  readonly record: readonly CsvField[];
  readonly info: { readonly lines: number };
}

const endsWithin = (record: readonly CsvField[], ends: RegExp): number =>
  record.reduce((sum, field) => sum + (field?.match(ends)?.length ?? 0), 0);

/** Of the first line so much is looked at. */
const HEAD_CHARS = 10_000;
const JSON_BEGINS = /^\s*(?:\{\s*["}]|\[\s*[[{\]])/u;

/** The first line that says something, and the whole text with it. */
async function beginningOf(pieces: AsyncGenerator<string>): Promise<{
  readonly head: string;
  readonly text: AsyncIterable<string>;
  readonly named: string | null;
}> {
  let read = '';
  while (read.length < HEAD_CHARS && !/\S[^\r\n]*[\r\n]/u.test(read)) {
    const { done, value } = await pieces.next();
    if (done === true) break;
    read += value;
  }
  const text = async function* () {
    yield read;
    yield* pieces;
  };
  // Excel writes its separator so. The line end stays, so that all lines keep their numbers.
  const [whole = '', named] = /^\uFEFF?sep=(.)(?=[\r\n])/iu.exec(read) ?? [];
  read = read.slice(whole.length);
  const head = /^\s*[^\r\n]*/u.exec(read.slice(0, HEAD_CHARS))?.[0] ?? '';
  return { head, text: text(), named: named ?? null };
}

/** What the first line has most of, outside of quotes. */
function separatorOf(head: string): CsvSeparator {
  const plain = head.replaceAll(/"[^"]*"/gu, '');
  const [most] = SEPARATORS.map((one) => ({ one, count: plain.split(one).length })).toSorted(
    (a, b) => b.count - a.count,
  );
  return most!.one;
}

const SEPARATORS = [',', ';', '\t'] as const;
