import { exactJson } from '../../kernel/exact-json.ts';
import { isJsonObject, type Json } from '../../kernel/json.ts';
import { sayFault } from './says.ts';
import { Unreadable } from './scanner.ts';

/**
 * The value of a text in JSON in which no object has a name twice: readers of JSON differ about which of the two counts.
 * @throws SyntaxError, InexactNumber, Unreadable
 */
export function plainJson(text: string): Json {
  const value = exactJson(text);
  if (colonsIn(text) !== membersOf(value)) throw new Unreadable(sayFault('unusable.member_twice'));
  return value;
}

const BETWEEN = /[":]/gu;
const IN_STRING = /["\\]/gu;

/** The colons outside of strings: each belongs to a member of an object. */
function colonsIn(text: string): number {
  let count = 0;
  let isInString = false;
  for (let at = 0; ;) {
    const signs = isInString ? IN_STRING : BETWEEN;
    signs.lastIndex = at;
    const found = signs.exec(text);
    if (!found) return count;
    at = found.index + 1;
    if (found[0] === ':') count += 1;
    else if (found[0] === '"') isInString = !isInString;
    // What a backslash escapes ends no string.
    else at += 1;
  }
}

/** Not recursive: an item may be deep. */
function membersOf(value: Json): number {
  let count = 0;
  const left: Json[] = [value];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const inner: readonly Json[] = Array.isArray(one) ? one : isJsonObject(one) ? Object.values(one) : [];
    if (!Array.isArray(one)) count += inner.length;
    for (const each of inner) if (typeof each === 'object' && each !== null) left.push(each);
  }
  return count;
}
