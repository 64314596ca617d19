import { decimalMark } from './format.ts';

const GROUPED = /^([+-]?\d{1,3})((?:([.,'\u2019\s])\d{3})(?:\3\d{3})*)(?:([.,])(\d+))?$/u;

/**
 * A number that a person typed, as machines write it: with a point before its decimals. Point and comma may both stand
 * there, and marks between thousands. What may mean two numbers is none: 1,200 where the comma is no decimal mark.
 * @param mark before decimals, in the language of the person
 */
export function numberTyped(text: string, mark: string = decimalMark()): string | null {
  const typed = text.trim();
  const plain = /^([+-]?)(\d+)(?:([.,])(\d+))?$/u.exec(typed);
  if (plain) {
    const [, sign = '', whole = '', by = mark, decimals] = plain;
    const mayBeThousands = by !== mark && decimals?.length === 3 && /^[1-9]\d{0,2}$/u.test(whole);
    if (mayBeThousands) return null;
    return `${sign}${whole}${decimals === undefined ? '' : `.${decimals}`}`;
  }
  const [, first = '', groups = '', by = '', before, decimals] = GROUPED.exec(typed) ?? [];
  // One group after a point or a comma, and no more, was read above.
  if (first === '' || before === by) return null;
  return `${first}${groups.replaceAll(by, '')}${decimals === undefined ? '' : `.${decimals}`}`;
}

/** The same, also with an exponent as machines write it: -2.5e3. */
export const scientificTyped = (text: string): string | null =>
  numberTyped(text) ?? (/^\s*[+-]?\d+(?:\.\d+)?e[+-]?\d+\s*$/iu.test(text) ? text.trim() : null);

/** 1,200 and 1.200, where a mark that is not that of decimals stands before three digits. */
const THOUSANDS = /^([1-9]\d{0,2})([.,])(\d{3})$/u;

/**
 * An amount that a person typed, with or without the sign of its currency: null for an empty field, undefined for none.
 * No currency has three decimals where people type amounts, so 1.200 is a thousand where the comma is the decimal mark.
 */
export function amountTyped(text: string, mark: string = decimalMark()): number | null | undefined {
  const typed = text.trim().replace(/^[$€]\s*|\s*[$€]$/u, '');
  if (typed === '') return null;
  const [, thousands = '', by = mark, rest = ''] = THOUSANDS.exec(typed) ?? [];
  if (thousands !== '' && by !== mark) return Number(`${thousands}${rest}`);
  const found = /^[+-]/u.test(typed) ? null : numberTyped(typed, mark);
  return found === null ? undefined : Number(found);
}

/** A number as a field for `numberTyped` shows it. */
export const toType = (value: number, mark: string = decimalMark()): string =>
  String(value).replace('.', mark);
