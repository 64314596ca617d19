// A document as one string, in which each UTF-16 unit has the index that the Docs API gives it. Structure is marked with
// characters of the private use area, which the vendor removes from text that is inserted. The character that ends
// a paragraph also tells its style, as in the vendor's own model.
import { cloudRefusal } from './refusals.ts';

const SECTION = '\uE100';
const TABLE = '\uE101';
const ROW = '\uE102';
const CELL = '\uE103';
const TABLE_END = '\uE104';
const MARKS: ReadonlySet<string> = new Set([SECTION, TABLE, ROW, CELL, TABLE_END]);

const STYLES = [
  'NORMAL_TEXT',
  'TITLE',
  'SUBTITLE',
  ...[1, 2, 3, 4, 5, 6].map((level) => `HEADING_${level}`),
] as const;
const ENDS: readonly string[] = [
  '\n',
  ...STYLES.slice(1).map((_, index) => String.fromCharCode(0xe110 + index)),
];
const END = new RegExp(`[${ENDS.join('')}]`, 'u');
const ALL_ENDS = new RegExp(END.source, 'gu');

const isEnd = (char: string | undefined): boolean => char !== undefined && ENDS.includes(char);
const styleOf = (end: string) => STYLES[ENDS.indexOf(end)] ?? 'NORMAL_TEXT';

/** What people read: markers left out, ends of paragraphs as line breaks. */
export const plain = (flat: string): string =>
  flat.replaceAll(ALL_ENDS, '\n').replaceAll(/[\uE100-\uE104]/gu, '');

/** Without what the vendor removes from inserted text. */
const cleaned = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(/[\u0000-\u0008\u000C-\u001F\uE000-\uF8FF]/gu, '');

const table = (rows: readonly (readonly string[])[]): string =>
  `${TABLE}${rows.map((row) => `${ROW}${row.map((cell) => `${CELL}${cleaned(cell)}\n`).join('')}`).join('')}${TABLE_END}`;

/** An empty document, or a text with one paragraph for each line. Of Markdown headings and tables are read. */
export function flatOf(text = '', isMarkdown = false): string {
  const lines = cleaned(text)
    .replace(/^\uFEFF/u, '')
    .replace(/\n$/u, '')
    .split('\n');
  if (!isMarkdown) return `${SECTION}${lines.join('\n')}\n`;
  let flat = SECTION;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const heading = /^(#{1,6}) +(.*)$/u.exec(line);
    const rows: string[][] = [];
    for (; /^\s*\|.*\|\s*$/u.test(lines[at] ?? ''); at += 1)
      if (!/^[\s|:-]+$/u.test(lines[at] ?? ''))
        rows.push(
          (lines[at] ?? '')
            .trim()
            .slice(1, -1)
            .split('|')
            .map((cell) => cell.trim()),
        );
    if (rows.length > 0) {
      at -= 1;
      // A table never begins or ends a body.
      flat += `${isEnd(flat.at(-1)) ? '' : '\n'}${table(rows)}${at === lines.length - 1 ? '\n' : ''}`;
    } else if (heading)
      flat += `${heading[2]}${ENDS[STYLES.indexOf(`HEADING_${heading[1]?.length ?? 1}`)] ?? '\n'}`;
    else flat += `${line}\n`;
  }
  return flat;
}

interface Spot {
  readonly index?: number;
  readonly segmentId?: string;
}
export interface Where {
  readonly location?: Spot;
  readonly endOfSegmentLocation?: object;
}

/** @param name the request, for the vendor's words, e.g. `requests[0].insertText` */
const refuse = (name: string, words: string) =>
  cloudRefusal(400, 'INVALID_ARGUMENT', `Invalid ${name}: ${words}`);

function placeOf(flat: string, { location, endOfSegmentLocation }: Where, name: string): number {
  if (endOfSegmentLocation) return flat.length - 1;
  const index = location?.index ?? 0;
  if (index >= flat.length)
    throw refuse(
      name,
      `Index ${index} must be less than the end index of the referenced segment, ${flat.length}.`,
    );
  if (index < 1 || MARKS.has(flat[index] ?? ''))
    throw refuse(name, 'The insertion index must be inside the bounds of an existing paragraph.');
  if (isSplit(flat, index)) throw refuse(name, 'The index is inside of a surrogate pair.');
  return index;
}

const isSplit = (flat: string, index: number) =>
  /^[\uDC00-\uDFFF]$/u.test(flat[index] ?? '') && /^[\uD800-\uDBFF]$/u.test(flat[index - 1] ?? '');

/** @throws Refused 400 */
export function inserted(flat: string, where: Where, text: string, name: string): string {
  const at = placeOf(flat, where, name);
  if (text === '') throw refuse(name, 'Insert text requests must specify text to insert.');
  // New paragraphs have the style of the one that they are in.
  const end = END.exec(flat.slice(at))?.[0] ?? '\n';
  return `${flat.slice(0, at)}${cleaned(text).replaceAll('\n', end)}${flat.slice(at)}`;
}

/** @throws Refused 400 */
export function withTable(flat: string, where: Where, rows: number, columns: number, name: string): string {
  if (!(rows > 0 && columns > 0)) throw refuse(name, 'A table needs rows and columns.');
  const at = placeOf(flat, where, name);
  const cells = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ''));
  return `${flat.slice(0, at)}\n${table(cells)}${flat.slice(at)}`;
}

export interface Range {
  readonly startIndex?: number;
  readonly endIndex?: number;
}

/** @throws Refused 400 for a range that would break the structure */
export function without(flat: string, { startIndex = 0, endIndex = 0 }: Range, name: string): string {
  if (endIndex <= startIndex) throw refuse(name, 'The range should not be empty.');
  if (endIndex > flat.length)
    throw refuse(
      name,
      `Index ${endIndex - 1} must be less than the end index of the referenced segment, ${flat.length}.`,
    );
  if (startIndex < 1) throw refuse(name, 'Cannot delete the requested range.');
  if (endIndex === flat.length)
    throw refuse(name, 'The range cannot include the newline character at the end of the segment.');
  let depth = 0;
  for (const char of flat.slice(startIndex, endIndex)) {
    if (char === TABLE) depth += 1;
    if (char === TABLE_END) depth -= 1;
    if (depth < 0 || (depth === 0 && (char === ROW || char === CELL)))
      throw refuse(name, 'Cannot delete the requested range.');
  }
  const endsParagraph = isEnd(flat[endIndex - 1]) && MARKS.has(flat[endIndex] ?? '');
  if (depth > 0 || endsParagraph || isSplit(flat, startIndex) || isSplit(flat, endIndex))
    throw refuse(name, 'Cannot delete the requested range.');
  return flat.slice(0, startIndex) + flat.slice(endIndex);
}

/** @returns the new text and how often it was replaced */
export function replaced(
  flat: string,
  text: string,
  by: string,
  matchCase: boolean,
): readonly [flat: string, count: number] {
  let count = 0;
  const pattern = text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`).replaceAll('\n', END.source);
  const next = flat.replaceAll(new RegExp(pattern, matchCase ? 'gu' : 'giu'), () => {
    count += 1;
    return cleaned(by);
  });
  return [next, count];
}

/** Gives all paragraphs that the range touches this style. @throws Refused 400 for a style that does not exist */
export function styled(
  flat: string,
  { startIndex = 0, endIndex = 0 }: Range,
  style: string,
  name: string,
): string {
  const end = ENDS[STYLES.indexOf(style as (typeof STYLES)[number])];
  if (end === undefined) throw refuse(name, `There is no style ${style}.`);
  const last = flat.slice(endIndex - 1).search(END);
  const stop = endIndex - 1 + Math.max(0, last) + 1;
  return (
    flat.slice(0, startIndex) + flat.slice(startIndex, stop).replaceAll(ALL_ENDS, end) + flat.slice(stop)
  );
}

/** `body.content` as the Docs API shows it. */
export function contentOf(flat: string): readonly object[] {
  let at = 0;
  const paragraph = (): object => {
    const startIndex = at;
    while (!isEnd(flat[at])) at += 1;
    const end = flat[at] ?? '\n';
    at += 1;
    const content = `${flat.slice(startIndex, at - 1)}\n`;
    return {
      startIndex,
      endIndex: at,
      paragraph: {
        elements: [{ startIndex, endIndex: at, textRun: { content, textStyle: {} } }],
        paragraphStyle: { namedStyleType: styleOf(end), direction: 'LEFT_TO_RIGHT' },
      },
    };
  };
  const tableAt = (): object => {
    const startIndex = at;
    at += 1;
    const tableRows: object[] = [];
    let columns = 0;
    while (flat[at] === ROW) {
      const row = at;
      at += 1;
      const tableCells: object[] = [];
      while (flat[at] === CELL) {
        const cell = at;
        at += 1;
        const content: object[] = [];
        while (!MARKS.has(flat[at] ?? SECTION)) content.push(paragraph());
        tableCells.push({ startIndex: cell, endIndex: at, content, tableCellStyle: {} });
      }
      columns = Math.max(columns, tableCells.length);
      tableRows.push({ startIndex: row, endIndex: at, tableCells, tableRowStyle: {} });
    }
    at += 1;
    return {
      startIndex,
      endIndex: at,
      table: { rows: tableRows.length, columns, tableRows, tableStyle: {} },
    };
  };
  const elements: object[] = [];
  while (at < flat.length) {
    if (flat[at] === SECTION) {
      at += 1;
      elements.push({
        endIndex: 1,
        sectionBreak: {
          sectionStyle: {
            columnSeparatorStyle: 'NONE',
            contentDirection: 'LEFT_TO_RIGHT',
            sectionType: 'CONTINUOUS',
          },
        },
      });
    } else elements.push(flat[at] === TABLE ? tableAt() : paragraph());
  }
  return elements;
}

/** Blocks for exports: paragraphs with their style, tables as rows of cells. */
export type Block =
  | { readonly style: string; readonly text: string }
  | { readonly rows: readonly (readonly string[])[] };

export function blocksOf(flat: string): readonly Block[] {
  const blocks: Block[] = [];
  for (const piece of flat.slice(1).split(new RegExp(`(${TABLE}[^${TABLE_END}]*${TABLE_END})`, 'u'))) {
    if (piece.startsWith(TABLE)) {
      const rows = piece.slice(1, -1).split(ROW).slice(1);
      blocks.push({
        rows: rows.map((row) =>
          row
            .split(CELL)
            .slice(1)
            .map((cell) => plain(cell).replace(/\n$/u, '')),
        ),
      });
      continue;
    }
    for (const [, text = '', end = '\n'] of piece.matchAll(
      new RegExp(`([^${ENDS.join('')}]*)(${END.source})`, 'gu'),
    ))
      blocks.push({ style: styleOf(end), text });
  }
  return blocks;
}
