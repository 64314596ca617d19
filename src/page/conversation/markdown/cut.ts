/**
 * Where a block that is longer than `max` is cut. A function of its first `max` characters only, so that the place
 * does not depend on the pieces in which the text came.
 * @returns `head` begins the rest: a table repeats its head
 */
export function cutOf(
  text: string,
  type: string,
  max: number,
): { readonly at: number; readonly head: string } {
  const start = text.slice(0, max);
  if (type === 'table') {
    const head = start.split('\n', 2).join('\n') + '\n';
    const at = start.lastIndexOf('\n') + 1;
    if (at > head.length && head.length < max / 2) return { at, head };
  }
  if (type === 'list') {
    const indent = /^[ \t]*/u.exec(start)?.[0] ?? '';
    const at = lastIndexOf(start, new RegExp(`\\n(?=${indent}(?:[-+*]|\\d{1,9}[.)])[ \\t])`, 'gu'));
    if (at > 0) return { at: at + 1, head: '' };
  }
  if (type !== 'paragraph') {
    const line = start.lastIndexOf('\n') + 1;
    if (line > 0) return { at: line, head: '' };
  }
  // Before a letter, or a number that is seen to be no item of a list: a mark there could begin another kind of block.
  const word = lastIndexOf(start, /\s(?=\p{L}|\d+[^\d.)])/gu);
  if (word > 0) return { at: word + 1, head: '' };
  const isSurrogate = /[\uD800-\uDBFF]$/u.test(start);
  return { at: isSurrogate ? max - 1 : max, head: '' };
}

function lastIndexOf(text: string, pattern: RegExp): number {
  let at = -1;
  for (const { index } of text.matchAll(pattern)) at = index;
  return at;
}
