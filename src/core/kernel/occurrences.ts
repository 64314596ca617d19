/**
 * The offsets (UTF-16 units) at which `wanted` occurs in `text`, from left to right and not overlapping. Linear for any
 * input (Knuth, Morris and Pratt): the runtime's search is quadratic for some, and both texts may be
 * hostile. `wanted` must not be empty.
 */
export function occurrencesOf(wanted: string, text: string): readonly number[] {
  const found: number[] = [];
  if (isShort(wanted)) {
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
      found.push(at);
    return found;
  }
  const borders = bordersOf(wanted);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    matched = extended(wanted, borders, matched, text.charCodeAt(at));
    if (matched < wanted.length) continue;
    found.push(at + 1 - wanted.length);
    matched = 0;
  }
  return found;
}

/** Up to this length the runtime's search is fast for any text: it compares at most this many units per character. */
const SHORT = 64;

/** Whether the runtime's own search and replacement take linear time for this text, wherever it is sought. */
export const isShort = (wanted: string): boolean => wanted.length <= SHORT;

/** Finds the first occurrence, or -1. Prepared once, for any number of texts; linear as above. */
export function finderOf(wanted: string): (text: string) => number {
  if (isShort(wanted)) return (text) => text.indexOf(wanted);
  const borders = bordersOf(wanted);
  return (text) => {
    if (text.length < wanted.length) return -1;
    let matched = 0;
    for (let at = 0; at < text.length; at += 1) {
      matched = extended(wanted, borders, matched, text.charCodeAt(at));
      if (matched === wanted.length) return at + 1 - wanted.length;
    }
    return -1;
  };
}

/** For each prefix of `wanted`: the length of its longest proper suffix that is also a prefix. */
function bordersOf(wanted: string): Uint32Array {
  const borders = new Uint32Array(wanted.length + 1);
  for (let length = 1, border = 0; length < wanted.length; length += 1) {
    border = extended(wanted, borders, border, wanted.charCodeAt(length));
    borders[length + 1] = border;
  }
  return borders;
}

function extended(wanted: string, borders: Uint32Array, matched: number, unit: number): number {
  let length = matched;
  while (length > 0 && wanted.charCodeAt(length) !== unit) length = borders[length] ?? 0;
  return wanted.charCodeAt(length) === unit ? length + 1 : 0;
}
