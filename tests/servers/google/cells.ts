// Cells of a spreadsheet and ranges in A1 notation.
import { cloudRefusal } from './refusals.ts';

export type Value = string | number | boolean;

export interface Sheet {
  readonly title: string;
  rowCount: number;
  readonly columnCount: number;
  /** What was entered, by row and column; a formula begins with `=`, a text that looks like one with `'`. */
  readonly cells: (Value | undefined)[][];
}

/** Rows and columns from 0; the ends are exclusive. */
export interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

const columnName = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : columnName(Math.floor(column / 26) - 1) + columnName(column % 26);

const columnOf = (name: string): number =>
  [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

const RANGE = /^([A-Z]{1,3})?(\d+)?(?::([A-Z]{1,3})?(\d+)?)?$/u;

/** Of a spreadsheet with this one sheet: `Sheet1!A1:B2`, `'Sheet1'!A:C`, `A1`, `2:4` or its title. @throws Refused 400 */
export function areaOf({ title, rowCount, columnCount }: Sheet, range: string): Area {
  const whole = { top: 0, left: 0, bottom: rowCount, right: columnCount };
  const at = range.lastIndexOf('!');
  const isTitle = (text: string) => text === title || text === `'${title}'`;
  if (isTitle(range)) return whole;
  const corners = range.slice(at + 1);
  const [, left, top, right, bottom] = RANGE.exec(corners) ?? [];
  if ((left === undefined && top === undefined) || (at >= 0 && !isTitle(range.slice(0, at))))
    throw cloudRefusal(400, 'INVALID_ARGUMENT', `Unable to parse range: ${range}`);
  const from = {
    top: top === undefined ? 0 : Number(top) - 1,
    left: left === undefined ? 0 : columnOf(left),
  };
  if (!corners.includes(':')) return { ...from, bottom: from.top + 1, right: from.left + 1 };
  return {
    ...from,
    bottom: bottom === undefined ? rowCount : Math.min(Number(bottom), rowCount),
    right: right === undefined ? columnCount : columnOf(right) + 1,
  };
}

/** The range as the vendor writes it. */
export function nameOf({ title }: Sheet, { top, left, bottom, right }: Area): string {
  const from = `${columnName(left)}${top + 1}`;
  const to = `${columnName(right - 1)}${bottom}`;
  return `${title}!${from}${from === to ? '' : `:${to}`}`;
}

/** What a typed text means: a number, or the text itself. */
export const entered = (value: Value): Value =>
  typeof value === 'string' && /^\d+$/u.test(value) ? Number(value) : value;

/** Of a raw text: one that looks like a formula is none. */
export const raw = (value: Value): Value =>
  typeof value === 'string' && value.startsWith('=') ? `'${value}` : value;

/** What a cell shows. The only formula that the fake computes is SUM of one range; others show `#NAME?`. */
export function shownValue(value: Value | undefined, sheet: Sheet, withFormulas = false): Value {
  const text = String(value ?? '');
  if (typeof value !== 'string' || !text.startsWith('=')) return text.replace(/^'/u, '');
  if (withFormulas) return value;
  const range = /^=SUM\(([^()]+)\)$/u.exec(value)?.[1];
  if (range === undefined) return '#NAME?';
  const { top, left, bottom, right } = areaOf(sheet, range);
  const numbers = sheet.cells.slice(top, bottom).flatMap((row) => row.slice(left, right));
  return String(numbers.reduce<number>((sum, one) => sum + (typeof one === 'number' ? one : 0), 0));
}
