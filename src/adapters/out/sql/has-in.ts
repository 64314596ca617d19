import { sql, type Expression, type SqlBool } from 'kysely';
import { said, type Word } from './said.ts';

/** SQLite refuses longer ones. */
const MOST_PATTERN_BYTES = 50_000;

/**
 * Whether a value contains this text, in capital letters or small ones. LIKE is six times as fast as GLOB, and knows capital
 * letters of ASCII alone. A pattern ends at a NUL.
 */
export function hasIn(value: Expression<unknown>, text: string): Word<SqlBool> {
  const isAscii = /^\p{ASCII}*$/u.test(text);
  const pattern = isAscii ? `%${text.replace(/[%_\\]/gu, '\\$&')}%` : globOf(text);
  if (text.includes('\0') || Buffer.byteLength(pattern) > MOST_PATTERN_BYTES)
    return hasLiterally(value, text);
  return isAscii
    ? said(
        sql`${value} LIKE ${pattern} ESCAPE '\\'`,
        () => sql`lower(${value} COLLATE "C") LIKE ${pattern.toLowerCase()} ESCAPE '\\'`,
      )
    : said(sql`${value} GLOB ${pattern}`, () => sql`${value} COLLATE "C" ~ ${expressionOf(text)}`);
}

/** The same without patterns, which knows capital letters of ASCII alone. */
export const hasLiterally = (value: Expression<unknown>, text: string): Word<SqlBool> =>
  said(
    sql`instr(lower(${value}), lower(${text})) > 0`,
    () => sql`strpos(lower(${value} COLLATE "C"), lower(CAST(${text} AS TEXT) COLLATE "C")) > 0`,
  );

const globOf = (text: string): string => `*${eachInItsCases(text, /[*?[]/u)}*`;
const expressionOf = (text: string): string => eachInItsCases(text, /[$()*+.?[{|]/u, /[\\^]/u);

/**
 * A pattern for this text, in capital letters or small ones of any alphabet; nothing else has a meaning.
 * @param meant what has a meaning outside of brackets alone
 * @param meantThere what has one in brackets, too
 */
function eachInItsCases(text: string, meant: RegExp, meantThere: RegExp | null = null): string {
  const letters = Array.from(text, (letter) => {
    const upper = letter.toUpperCase();
    const cases = new Set([letter, letter.toLowerCase(), upper, upper.toLowerCase()]);
    // The small sigma has two forms.
    if (cases.has('σ')) cases.add('ς');
    const own = [...cases].filter((one) => Array.from(one).length === 1);
    if (meantThere?.test(letter)) return `\\${letter}`;
    return own.length > 1 || meant.test(letter) ? `[${own.join('')}]` : letter;
  });
  return letters.join('');
}
