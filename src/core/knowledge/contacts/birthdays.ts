import { isoDay } from '../../kernel/iso-day.ts';

/** The year that Apple's address book writes for a birthday without one; nobody who has a telephone was born in it. */
const NO_YEAR = '1604';

const WITH_STROKES = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/u;
const YEAR_FIRST = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?:T.*| .*)?$/u;
/** RFC 6350 and Google: a day of a month of no year. */
const OF_NO_YEAR = /^--?-?(\d{2})-?(\d{2})(?:T.*)?$/u;

/**
 * A birthday as address books write it, in ISO 8601, without a year as `--MM-DD`; a text that is no date stays as it is.
 * @returns null if it says nothing: Outlook writes zeros for none
 */
export function birthdayIn(text: string): string | null {
  const plain = isoDay(text);
  if (/^[0\s./-]*$/u.test(plain)) return null;
  const [, month, day] = OF_NO_YEAR.exec(plain) ?? [];
  if (month !== undefined) return `--${month}-${day}`;
  const [, year, ofYear, last] = YEAR_FIRST.exec(plain) ?? [];
  if (year !== undefined) return `${year === NO_YEAR || year === '0000' ? '-' : year}-${ofYear}-${last}`;
  const [, first = '', second = '', then] = WITH_STROKES.exec(plain) ?? [];
  // One of the two is no month.
  if (then !== undefined && Number(first) > 12 !== Number(second) > 12) {
    const [atMonth, atDay] = Number(first) > 12 ? [second, first] : [first, second];
    return `${then === NO_YEAR ? '-' : then}-${atMonth.padStart(2, '0')}-${atDay.padStart(2, '0')}`;
  }
  return plain;
}

/** Of columns or parts of their own; null if they say nothing. */
export function birthdayOf(year: string, month: string, day: string): string | null {
  const [inYear, inMonth, onDay] = [year, month, day].map((part) =>
    /^0*$/u.test(part.trim()) ? '' : part.trim(),
  );
  if (!inMonth || !onDay) return birthdayIn([inYear, inMonth, onDay].filter(Boolean).join('-'));
  return birthdayIn(
    `${inYear ? inYear.padStart(4, '0') : '-'}-${inMonth.padStart(2, '0')}-${onDay.padStart(2, '0')}`,
  );
}
