import remend from 'remend';
import { mathAt, openBlockAt } from './math.ts';

/** In a longer paragraph, an open mark at the end is not worth the time. */
const MAX_CHARS = 3_000;

/**
 * The end of a text that still grows, completed so that it keeps its looks when the rest comes: bold text that is not
 * closed, half a link, the head of a table whose second line is on its way. What may become the mark of a list, a
 * heading or a fence is held back until its line goes on.
 */
export function calm(tail: string): string {
  if (/^ {0,3}(?:```|~~~)/u.test(tail)) return tail;
  const open = openBlockAt(tail);
  const whole = open < 0 ? tail : tail.slice(0, open);
  const start = startOfLast(whole);
  const isShort = whole.length - start <= MAX_CHARS && !isInFence(whole, start);
  // What is in a formula is none of Markdown's marks, so a sign of no meaning stands for it.
  const formulas: string[] = [];
  const calmed = isShort ? whole.slice(0, start) + withoutFormulas(whole.slice(start), formulas) : whole;
  const shown = calmedMarks(calmed);
  return formulas.length === 0 ? shown : shown.replaceAll(STANDS_FOR, () => formulas.shift() ?? '');
}

function calmedMarks(tail: string): string {
  const shown = withTableHead(withoutMark(tail));
  const from = startOfLast(shown);
  if (shown.length - from > MAX_CHARS || isInFence(shown, from)) return shown;
  const last = remend(shown.slice(from), {
    // These change what was written rather than complete it.
    comparisonOperators: false,
    htmlTags: false,
    katex: false,
    singleTilde: false,
    linkMode: 'text-only',
  });
  return shown.slice(0, from) + last;
}

/** A character that is in no text: it is not assigned. */
const STANDS_FOR = '\u{10FFFF}';
/** The beginning of a price, and the text behind one; a longer wait for the end of a formula would look like a stop. */
const NO_FORMULA = /^\$(?:\d[\d.,]*[^\d.,^_\\$+=*/{}a-z]|[^]{100})/u;

/** Up to a formula that is not closed yet. @param into takes the formulas, in whose places the sign stands */
function withoutFormulas(text: string, into: string[]): string {
  let shown = '';
  let from = 0;
  const marks = /\\(?![[(])[^]?|`+|\$\$?|\\[[(]/gu;
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    const [mark] = found;
    const { index } = found;
    if (mark === '\\') return shown + text.slice(from, index);
    if (mark.startsWith('`')) {
      const end = text.slice(marks.lastIndex).search(new RegExp(`(?<!\`)${mark}(?!\`)`, 'u'));
      if (end < 0) break;
      marks.lastIndex += end + mark.length;
    }
    if (!/^(?:\$|\\[[(])/u.test(mark)) continue;
    const rest = text.slice(index);
    const formula = mathAt(rest, text[index - 1]);
    if (!formula) continue;
    const isOpen = formula === 'open' || (mark === '$' && formula.raw === rest);
    if (isOpen && mark === '$' && NO_FORMULA.test(rest)) continue;
    if (isOpen) return shown + text.slice(from, index);
    into.push(formula.raw);
    shown += text.slice(from, index) + STANDS_FOR;
    from = marks.lastIndex = index + formula.raw.length;
  }
  return shown + text.slice(from);
}

/** So much of the end is looked at for marks. */
const END = 100;
const onlyMark =
  /^[ \t>]{0,40}(?:(?:[-+*]|\d{1,9}[.)])[ \t]{0,4})?(?:[-=*_]{1,20}|#{1,6}|`{1,2}|\d{1,9}|\[[ xX]?\]?)?[ \t]?$/u;

/**
 * Without a line of nothing but a mark, and without marks at the end: the next character decides what they are, and
 * the one behind the text of a link whether it is one.
 */
function withoutMark(tail: string): string {
  const line = tail.lastIndexOf('\n') + 1;
  if (tail.length - line < END && onlyMark.test(tail.slice(line))) return tail.slice(0, line);
  const from = Math.max(line, tail.length - END);
  const end = tail
    .slice(from)
    .replace(/(?<![\\*_~`![])[*_~`![]{1,20}$/u, '')
    .replace(/(\[[^\]]+)\]$/u, '$1');
  return tail.slice(0, from) + end;
}

/** Where the last paragraph, item or row begins: emphasis does not reach beyond it. */
function startOfLast(text: string): number {
  let from = 0;
  for (const { index } of text.matchAll(/\n(?=[ \t]*(?:\n|\||[-+*][ \t]|\d{1,9}[.)][ \t]))/gu))
    from = index + 1;
  return from;
}

/** A fence within a list or a quote, which marks in its code do not concern. */
const isInFence = (text: string, from: number): boolean =>
  [...text.slice(0, from).matchAll(/^[ \t>]*(?:```|~~~)/gmu)].length % 2 === 1;

const isRow = (line: string | undefined): boolean => line?.startsWith('|') === true;

/** Only the delimiter row under it makes a head a table (GitHub Flavored Markdown, Tables). */
function withTableHead(tail: string): string {
  const lines = tail.split('\n');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const isDelimiter = /^\|[ \t|:-]*$/u.test(lines[last] ?? '') && isRow(lines[last - 1]);
  const head = isDelimiter ? last - 1 : last;
  if (!isRow(lines[head]) || isRow(lines[head - 1])) return tail;
  const cells = (lines[head] ?? '')
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
  const shown = [`| ${cells.join(' | ')} |`, `|${' --- |'.repeat(cells.length)}`];
  return [...lines.slice(0, head), ...(cells.length > 0 ? shown : [])].join('\n');
}
