import { dayOf, moment, plain } from '../parts/format.ts';
import { dateTyped } from '../parts/typed-date.ts';
import { scientificTyped, toType } from '../parts/typed-number.ts';
import { dataWords as said } from '#words/data.ts';
import type { Column, ColumnType } from './columns.ts';

/** A value of a record, as it is told; '' for none. */
export function valueWords(type: ColumnType, value: unknown): string {
  if (value === null || value === undefined) return '';
  switch (type) {
    case 'boolean':
      return value === true ? said.yes : said.no;
    case 'date':
      return dateWords(String(value));
    case 'subject':
      return subjectIn(value)?.name ?? String(value);
    case 'json':
      return JSON.stringify(value);
    case 'number':
      return typeof value === 'number' ? plain(value) : String(value);
    case 'string':
      return String(value);
  }
}

/** A day that was given without a time is told as it is, in every time zone. */
const dateWords = (date: string): string =>
  date.endsWith('T00:00:00.000Z') ? dayOf(date.slice(0, 10)) : moment(date);

/** The entry that a value names; null if it names none. */
export function subjectIn(value: unknown): { readonly entityId: string; readonly name: string } | null {
  const found = (value ?? {}) as { readonly entityId?: unknown; readonly name?: unknown };
  return typeof found.entityId === 'string' && typeof found.name === 'string'
    ? { entityId: found.entityId, name: found.name }
    : null;
}

/** A value as the field of a form has it. */
export function fieldOf(type: ColumnType, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (type === 'json') return JSON.stringify(value, null, 2);
  if (type === 'date' && String(value).endsWith('T00:00:00.000Z')) return String(value).slice(0, 10);
  if (type === 'boolean') return value === true ? 'true' : 'false';
  if (type === 'number' && typeof value === 'number') return toType(value);
  return valueWords(type === 'date' ? 'string' : type, value);
}

/** The value that a field means, as the engine takes it; undefined if it is none, or may be two: see `wrongIn`. */
export function valueIn(type: ColumnType, field: string): unknown {
  if (field.trim() === '') return null;
  if (type === 'date') return dateTyped(field.trim());
  if (type === 'number') return scientificTyped(field) ?? undefined;
  if (type !== 'json') return type === 'string' ? field : field.trim();
  try {
    const value: unknown = JSON.parse(field);
    return hasLargeNumber(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** A whole number from 2^53 on was changed when it was read. */
const hasLargeNumber = (value: unknown): boolean =>
  typeof value === 'number'
    ? Math.abs(value) > Number.MAX_SAFE_INTEGER
    : typeof value === 'object' && value !== null && Object.values(value).some(hasLargeNumber);

/** What is wrong with a field in which `valueIn` finds no value. */
export const wrongIn = (type: ColumnType): string =>
  type === 'number' ? said.filter.numberWrong : said.record.jsonWrong;

const TYPES: readonly string[] = [
  'string',
  'number',
  'date',
  'boolean',
  'json',
  'subject',
] satisfies ColumnType[];

export interface DraftColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly isUnique?: true;
}

const UNIQUE: ReadonlySet<string> = new Set(['unique', 'eindeutig']);
/** What kinds are called besides their names, in any language of the page: a list may be pasted. */
const KINDS: Readonly<Record<string, string>> = {
  text: 'string',
  zahl: 'number',
  datum: 'date',
  'ja/nein': 'boolean',
  'yes/no': 'boolean',
  eintrag: 'subject',
};

/**
 * Columns that were written one in each line: a name, its type unless it is text, and `unique` for what names a record.
 * @returns the number of the first line that is written otherwise, from 1
 */
export function columnsIn(lines: string): readonly DraftColumn[] | number {
  const columns: DraftColumn[] = [];
  for (const [nth, line] of lines.split('\n').entries()) {
    const [written = '', ...rest] = line.trim().split(/\s+/u);
    if (written === '') continue;
    const name = written.toLowerCase();
    const isUnique = UNIQUE.has(rest.at(-1)?.toLowerCase() ?? '');
    const [called = 'text', ...more] = isUnique ? rest.slice(0, -1) : rest;
    const type = KINDS[called.toLowerCase()] ?? called.toLowerCase();
    if (more.length > 0 || !TYPES.includes(type)) return nth + 1;
    columns.push({ name, type: type as ColumnType, ...(isUnique ? { isUnique: true as const } : {}) });
  }
  return columns;
}

/** Whether records can be sorted by it. */
export const isSortable = ({ type }: Pick<Column, 'type'>): boolean => type !== 'json' && type !== 'subject';
