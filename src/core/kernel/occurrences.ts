/**
 * Where `wanted` occurs in `text`, from left to right and not overlapping (UTF-16 units). Linear in both whatever
 * they are (Knuth, Morris and Pratt): the search of the runtime is quadratic for some, and both may come from a
 * stranger. `wanted` must not be empty.
 */
export function occurrencesOf(wanted: string, text: string): readonly number[] {
  const found: number[] = [];
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

/** Up to here the search of the runtime is quick whatever the text: it compares no more than this for a character. */
const SHORT = 64;

/** Finds where a text occurs first, -1 when it does not: prepared once, for any number of texts. Linear as above. */
export function finderOf(wanted: string): (text: string) => number {
  if (wanted.length <= SHORT) return (text) => text.indexOf(wanted);
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

/** For each length of a beginning of `wanted`: how long its longest end is that is a beginning too. */
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
