// Cells of a spreadsheet and ranges in A1 notation.
import { cloudRefusal } from './refusals.ts';

export type Value = string | number | boolean;

export interface Sheet {
  readonly sheetId: number;
  title: string;
  rowCount: number;
  columnCount: number;
  /** What was entered, by row and column; a formula begins with `=`, a text that looks like one with `'`. */
  readonly cells: (Value | undefined)[][];
}

/** Rows and columns from 0; the ends are exclusive. */
export interface Area {
  readonly sheet: Sheet;
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  /** A single cell, which writing takes as a beginning. */
  readonly isCell: boolean;
}

export const columnName = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : columnName(Math.floor(column / 26) - 1) + columnName(column % 26);

const columnOf = (name: string): number =>
  [...name.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

const CORNER = String.raw`\$?([A-Za-z]{1,3})?\$?(\d+)?`;
const RANGE = new RegExp(`^${CORNER}(?::${CORNER})?$`, 'u');

const unreadable = (range: string) =>
  cloudRefusal(400, 'INVALID_ARGUMENT', `Unable to parse range: ${range}`);

/** `Sheet1!A1:B2`, `'My sheet'!A:C`, `A1`, `2:4` or a title. @throws Refused 400 */
export function areaOf(sheets: readonly Sheet[], range: string): Area {
  const whole = (sheet: Sheet): Area => ({
    sheet,
    top: 0,
    left: 0,
    bottom: sheet.rowCount,
    right: sheet.columnCount,
    isCell: false,
  });
  const named = (title: string) => sheets.find((sheet) => sheet.title.toLowerCase() === title.toLowerCase());
  const bare = (text: string) => /^'(.*)'$/su.exec(text)?.[1]?.replaceAll("''", "'") ?? text;
  const only = named(bare(range));
  if (only) return whole(only);
  const at = range.lastIndexOf('!');
  const sheet = at < 0 ? sheets[0] : named(bare(range.slice(0, at)));
  const found = RANGE.exec(range.slice(at + 1));
  if (!sheet || !found || range.slice(at + 1) === '') throw unreadable(range);
  const [text, leftName, topName, rightName, bottomName] = found;
  const isPair = text.includes(':');
  if (leftName === undefined && topName === undefined) throw unreadable(range);
  // A lone column or row is no range.
  if (!isPair && (leftName === undefined || topName === undefined)) throw unreadable(range);
  const left = leftName === undefined ? 0 : columnOf(leftName);
  const top = topName === undefined ? 0 : Number(topName) - 1;
  const right = isPair ? (rightName === undefined ? sheet.columnCount : columnOf(rightName) + 1) : left + 1;
  const bottom = isPair ? (bottomName === undefined ? sheet.rowCount : Number(bottomName)) : top + 1;
  if (top < 0 || left >= sheet.columnCount || top >= sheet.rowCount)
    throw cloudRefusal(
      400,
      'INVALID_ARGUMENT',
      `Range (${nameOf({ sheet, top, left, bottom, right, isCell: !isPair })}) exceeds grid limits. Max rows: ${sheet.rowCount}, max columns: ${sheet.columnCount}`,
    );
  return {
    sheet,
    top: Math.min(top, bottom - 1),
    left: Math.min(left, right - 1),
    bottom: Math.min(Math.max(bottom, top + 1), sheet.rowCount),
    right: Math.min(Math.max(right, left + 1), sheet.columnCount),
    isCell: !isPair,
  };
}

/** The range as the vendor writes it. */
export function nameOf({ sheet, top, left, bottom, right }: Area): string {
  const title = /^[A-Za-z_]\w*$/u.test(sheet.title) ? sheet.title : `'${sheet.title.replaceAll("'", "''")}'`;
  const from = `${columnName(left)}${top + 1}`;
  const to = `${columnName(right - 1)}${bottom}`;
  return `${title}!${from}${from === to ? '' : `:${to}`}`;
}

/** What a typed text means: numbers, TRUE and FALSE, `'` for plain text. Dates, currencies and percents stay text here. */
export function entered(value: Value): Value {
  if (typeof value !== 'string') return value;
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu.test(value.trim())) return Number(value);
  if (/^true$/iu.test(value)) return true;
  if (/^false$/iu.test(value)) return false;
  return value;
}

/** Of a raw text: one that looks like a formula is none. */
export const raw = (value: Value): Value =>
  typeof value === 'string' && /^[=']/u.test(value) ? `'${value}` : value;

export type Rendering = 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE' | 'FORMULA';

/** What a cell shows. The only formula that the fake computes is SUM of one range; others show `#NAME?`. */
export function shownValue(
  value: Value | undefined,
  rendering: Rendering,
  sheets: readonly Sheet[],
  sheet: Sheet,
): Value {
  if (value === undefined) return '';
  const isFormula = typeof value === 'string' && value.startsWith('=');
  if (isFormula && rendering === 'FORMULA') return value;
  const computed = isFormula
    ? sumOf(value, sheets, sheet)
    : typeof value === 'string'
      ? value.replace(/^'/u, '')
      : value;
  if (rendering !== 'FORMATTED_VALUE') return computed;
  return typeof computed === 'boolean' ? String(computed).toUpperCase() : String(computed);
}

function sumOf(formula: string, sheets: readonly Sheet[], own: Sheet): Value {
  const range = /^=SUM\(([^(),]+)\)$/iu.exec(formula)?.[1];
  if (range === undefined) return '#NAME?';
  const { sheet, top, left, bottom, right } = areaOf(range.includes('!') ? sheets : [own], range);
  let sum = 0;
  for (const row of sheet.cells.slice(top, bottom))
    for (const value of (row ?? []).slice(left, right)) if (typeof value === 'number') sum += value;
  return sum;
}
