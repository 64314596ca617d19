/** In the order of preference where two of them fit alike. */
const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const LINES = 20;
/** A quote that is never closed must not lead through the whole file. */
const CHARS = 100_000;

/**
 * What parts the fields of a table in text: programs of countries with a decimal comma write semicolons into a .csv. It is
 * the one that gives most of the first lines the same number of fields, more than one; a comma if none does. What stands in
 * quotes counts for nothing.
 */
export function delimiterOf(content: string): Delimiter {
  const lines = firstLines(content);
  let best = { delimiter: DELIMITERS[0] as Delimiter, lines: 0, fields: 1 };
  for (const delimiter of DELIMITERS) {
    const found = { delimiter, ...usual(lines.map((line) => line.split(delimiter).length)) };
    const isMost = found.lines > lines.length / 2;
    const isBetter = found.lines > best.lines || (found.lines === best.lines && found.fields > best.fields);
    if (isMost && isBetter) best = found;
  }
  return best.delimiter;
}

/** The number of fields, more than one, that the most lines have, and how many those are. */
function usual(counts: readonly number[]): { readonly lines: number; readonly fields: number } {
  let best = { lines: 0, fields: 1 };
  for (const fields of new Set(counts)) {
    const lines = counts.filter((count) => count === fields).length;
    if (fields > 1 && lines > best.lines) best = { lines, fields };
  }
  return best;
}

/** Without what is in quotes, and without empty ones. */
const firstLines = (content: string): readonly string[] =>
  content
    .slice(0, CHARS)
    .replaceAll(/"[^"]*(?:"|$)/gu, '')
    .split(/\r?\n/u)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES);
