import { pipeline, Readable } from 'node:stream';
import { CsvUnreadable, type CsvField, type CsvText } from '../../../core/collections/port.ts';
import { collectionLimits as limits } from '../../../core/collections/limits.ts';

/** How a text begins that a spreadsheet takes for a formula, or that has such a beginning after marks. */
const FORMULA = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;
const MARKED = /^'+[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;

/** Every text gets its mark back off, also one that began with a mark of its own. */
const marked = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
const unmarked = (text: string): string => (MARKED.test(text) ? text.slice(1) : text);

/** The libraries are loaded when the first table is read or written. */
export const csvText: CsvText = {
  read: async function* (bytes, { separator, rowsTogether }) {
    const { parse } = await import('csv-parse');
    const parser = parse({
      delimiter: separator,
      skip_empty_lines: true,
      // A row with other fields than the first one is told as a row.
      relax_column_count: true,
      max_record_size: limits.columns * limits.csvFieldChars,
      cast: (value, { quoting }): CsvField => (value === '' && !quoting ? null : unmarked(value)),
    });
    // Errors come out of the parser: the pipeline destroys it with them.
    pipeline(Readable.from(decoded(bytes)), parser, () => undefined);
    let rows: (readonly CsvField[])[] = [];
    try {
      for await (const row of parser as AsyncIterable<readonly CsvField[]>) {
        rows.push(row);
        if (rows.length < rowsTogether) continue;
        yield rows;
        rows = [];
      }
    } catch (error) {
      if (!isOfParser(error)) throw error;
      throw new CsvUnreadable(`${error.message.replace(/\.$/u, '')}.`, error);
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

/** @throws CsvUnreadable for other bytes than UTF-8 */
async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const text = (piece?: Uint8Array): string => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch (error) {
      throw new CsvUnreadable('It is not text in UTF-8.', error);
    }
  };
  for await (const piece of bytes) yield text(piece);
  yield text();
}

const isOfParser = (error: unknown): error is Error =>
  ((error as { readonly code?: unknown } | null)?.code ?? '').toString().startsWith('CSV_');
