import remend from 'remend';

/** In a longer paragraph, an open mark at the end is not worth the time. */
const MAX_CHARS = 3_000;

/**
 * The end of a text that still grows, completed so that it keeps its looks when the rest comes: bold text that is not
 * closed, half a link, the head of a table whose second line is on its way. What may become the mark of a list, a
 * heading or a fence is held back until its line goes on.
 */
export function calm(tail: string): string {
  if (/^ {0,3}(?:```|~~~)/u.test(tail)) return tail;
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
