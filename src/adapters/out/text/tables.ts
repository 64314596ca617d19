import type { Says } from '../../../core/kernel/says.ts';
import { say } from '../../../core/ports/table-says.ts';
import type { ParsedTable, TableRow, Tables } from '../../../core/ports/tables.ts';
import { withoutBroken } from './broken-rows.ts';
import { marked, unmarked } from './formula-mark.ts';
import { lazily } from './lazily.ts';

const MOST_COLUMNS = 500;

export const tables: Tables = {
  parse: (given, most) => {
    // Old programs end a line with a carriage return alone.
    const plain = given.replace(/^\uFEFF/u, '');
    const lines = plain.includes('\n') ? plain : plain.replaceAll('\r', '\n');
    // Excel writes its separator so. The line end stays, so that all lines keep their numbers.
    const [named = '', sign] = /^sep=(.)(?=[\r\n])/iu.exec(lines) ?? [];
    const text = lines.slice(named.length);
    const separator = sign ?? delimiterOf(text);
    const mended = withoutBroken(text, separator, MOST_COLUMNS);
    if ('code' in mended) return mended;
    const found = recordsOf(mended.text, separator, most);
    if ('code' in found) return found;
    const [head, ...others] = found;
    if (!head) return say('table.empty');
    const names = head.record.map((name) => name.trim());
    const columns = toldApart(names.slice(0, names.findLastIndex((name) => name !== '') + 1));
    const rows: TableRow[] = [];
    const problems: ParsedTable['problems'][number][] = [...mended.broken];
    for (const { record, line } of others.slice(0, most)) {
      // Cells without a name say nothing if they are empty, as those after a comma at the end of a line.
      const isUneven =
        record.length < columns.length || record.slice(columns.length).some((cell) => cell.trim() !== '');
      if (isUneven)
        problems.push({
          line,
          problem: say('table.uneven', { cells: record.length, columns: columns.length }),
        });
      else
        rows.push({
          line,
          cells: new Map(columns.map((name, index) => [name, unmarked(record[index] ?? '')])),
        });
    }
    return {
      columns: columns.filter(Boolean),
      rows,
      problems,
      hasMore: others.length + mended.broken.length > most,
    };
  },

  write: (rows) =>
    lazily.csvStringify.stringify(
      rows.map((row) => row.map(marked)),
      { record_delimiter: '\r\n', quoted_match: /^'|[\r\n]/u },
    ),
};

/** A name that a column before has is numbered, as no other column is called. */
function toldApart(names: readonly string[]): readonly string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((name) => {
    if (name === '' || !seen.has(name)) {
      seen.add(name);
      return name;
    }
    let number = 2;
    while (taken.has(`${name} (${number})`)) number += 1;
    const numbered = `${name} (${number})`;
    taken.add(numbered);
    return numbered;
  });
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly line: number;
}

/** The rows that have a text in a cell; why, if the text cannot be read. */
function recordsOf(text: string, delimiter: string, most: number): readonly CsvRecord[] | Says {
  try {
    const parsed = lazily.csvParse.parse(text, {
      info: true,
      delimiter,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // The columns, the rows, and one that says that there are more.
      to: most + 2,
    }) as unknown as readonly { readonly record: string[]; readonly info: { readonly lines: number } }[];
    // The library counts a line end of two characters in a cell as two.
    let tooMany = 0;
    return parsed.map(({ record, info }) => {
      tooMany += endsWithin(record, /\r\n/gu);
      return { record, line: info.lines - tooMany - endsWithin(record, /\r\n|\r|\n/gu) };
    });
  } catch (error) {
    const { code, lines } = error as { readonly code?: unknown; readonly lines?: unknown };
    if (typeof code !== 'string') throw error;
    return say('table.none', { line: Number(lines) });
  }
}

const endsWithin = (record: readonly string[], ends: RegExp): number =>
  record.reduce((sum, cell) => sum + (cell.match(ends)?.length ?? 0), 0);

/** What the first line has most of. */
function delimiterOf(text: string): string {
  const line = /^[^\r\n]*/u.exec(text.slice(0, 10_000).replace(/^(?:\uFEFF|\s)+/u, ''))?.[0] ?? '';
  const plain = line.replaceAll(/"[^"]*"/gu, '');
  const counted = [',', ';', '\t'].map((one) => ({ one, count: plain.split(one).length }));
  return counted.toSorted((a, b) => b.count - a.count)[0]?.one ?? ',';
}
