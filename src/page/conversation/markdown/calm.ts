import remend from 'remend';

/** Longer than this, one block is a fence or a wall of text, where an open mark at the end is not worth the time. */
const MAX_CHARS = 20_000;

/**
 * The end of a text that still grows, completed so that it keeps its looks when the rest comes: bold text that is not
 * closed, half a link, the head of a table whose second line is on its way.
 */
export function calm(tail: string): string {
  if (tail.length > MAX_CHARS || /^ {0,3}(?:```|~~~)/u.test(tail)) return tail;
  return remend(withTableHead(tail), {
    // These change what was written rather than complete it.
    comparisonOperators: false,
    htmlTags: false,
    katex: false,
    singleTilde: false,
    linkMode: 'text-only',
  });
}

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
