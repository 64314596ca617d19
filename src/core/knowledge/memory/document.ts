/**
 * The text of a namespace and its entries are two views of the same data. An entry is a line that is not blank, without
 * the white space around it. What is between two entries (line breaks, empty lines, indentation) belongs to the later
 * one as its `spaceBefore`; what follows the last one is the `tail`. So any text can be restored exactly, and is
 * stored once.
 */
export interface Line<Content> {
  readonly spaceBefore: string;
  readonly content: Content;
}

export interface Document<Content> {
  readonly lines: readonly Line<Content>[];
  readonly tail: string;
}

const INK = /\S/u;

/** Linear in the text. A lone surrogate, which no file can hold, becomes U+FFFD. */
export function parsed(content: string): Document<string> {
  const text = content.toWellFormed();
  const lines: Line<string>[] = [];
  let done = 0;
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end);
    if (INK.test(line)) {
      const from = end - line.trimStart().length;
      const to = start + line.trimEnd().length;
      lines.push({ spaceBefore: text.slice(done, from), content: text.slice(from, to) });
      done = to;
    }
    start = end + 1;
  }
  return { lines, tail: text.slice(done) };
}

/** Restores the text. */
export const written = ({ lines, tail }: Document<string>): string =>
  lines.map(({ spaceBefore, content }) => spaceBefore + content).join('') + tail;

/** Removes some lines; the first remaining one gets the space at the start of the text. */
export function without<Content>(
  { lines, tail }: Document<Content>,
  leaves: (content: Content) => boolean,
): Document<Content> {
  const staying = lines.filter(({ content }) => !leaves(content));
  const [first, ...rest] = staying;
  if (!first) return { lines: [], tail: '' };
  return { lines: [{ ...first, spaceBefore: lines[0]?.spaceBefore ?? '' }, ...rest], tail };
}

/** The space before an appended line: the tail. The text still ends with a line break if it did before. */
export function appending(
  tail: string,
  isFirst: boolean,
): { readonly spaceBefore: string; readonly tail: string } {
  if (tail.includes('\n')) return { spaceBefore: tail, tail: '\n' };
  return { spaceBefore: isFirst ? tail : `${tail}\n`, tail: '' };
}
