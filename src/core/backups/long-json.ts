import { nextTurn } from '../kernel/next-turn.ts';

/** Characters that are parsed in one piece: some milliseconds of work. */
const PIECE_CHARS = 256 * 1_024;
/** The longest value in a list, or beside the lists. */
const VALUE_CHARS = 1_024 * 1_024;

/**
 * The value of a text in JSON, as `JSON.parse` gives it. Of a long text, which must be an object, the lists in it are read
 * in pieces, and the event loop goes on between them.
 * @throws SyntaxError also for a long text with a value beside its lists, or in one, of more than 1 MiB
 */
export async function parsedInPieces(text: string): Promise<unknown> {
  if (text.length <= PIECE_CHARS) return JSON.parse(text);
  const members: [string, unknown][] = [];
  let at = after(text, spaceEnd(text, 0), '{');
  for (at = spaceEnd(text, at); ; at = spaceEnd(text, after(text, at, ','))) {
    if (text[at] === '}' && members.length === 0) break;
    const nameEnd = valueEnd(text, at);
    const name: unknown = JSON.parse(text.slice(at, nameEnd));
    if (typeof name !== 'string') throw new SyntaxError('a name is no text');
    at = spaceEnd(text, after(text, spaceEnd(text, nameEnd), ':'));
    if (text[at] === '[') {
      const items: unknown[] = [];
      at = await listed(text, at + 1, items);
      members.push([name, items]);
    } else {
      const end = valueEnd(text, at);
      members.push([name, JSON.parse(text.slice(at, end))]);
      at = end;
    }
    at = spaceEnd(text, at);
    if (text[at] === '}') break;
  }
  if (spaceEnd(text, at + 1) !== text.length) throw new SyntaxError('more follows the object');
  return Object.fromEntries(members);
}

/** @returns where the text goes on after the list */
async function listed(text: string, from: number, items: unknown[]): Promise<number> {
  let at = spaceEnd(text, from);
  if (text[at] === ']') return at + 1;
  let begin = at;
  for (;;) {
    const end = valueEnd(text, at);
    at = spaceEnd(text, end);
    const isLast = text[at] === ']';
    if (isLast || end - begin >= PIECE_CHARS) {
      for (const item of JSON.parse(`[${text.slice(begin, end)}]`) as unknown[]) items.push(item);
      if (isLast) return at + 1;
      await nextTurn();
      begin = spaceEnd(text, after(text, at, ','));
      at = begin;
    } else at = spaceEnd(text, after(text, at, ','));
  }
}

function after(text: string, at: number, sign: string): number {
  if (text[at] !== sign) throw new SyntaxError(`a ${sign} is missing`);
  return at + 1;
}

function spaceEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== SPACE && code !== LINE && code !== RETURN && code !== TAB) break;
  }
  return at;
}

const [TAB, LINE, RETURN, SPACE] = [9, 10, 13, 32] as const;
const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN, CLOSE] = [34, 44, 91, 92, 93, 123, 125] as const;

/** Where the value ends that begins here, as far as brackets and quotes tell: its text is not checked. */
function valueEnd(text: string, from: number): number {
  const most = Math.min(text.length, from + VALUE_CHARS);
  let depth = 0;
  let isInString = false;
  for (let at = from; at < most; at++) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) {
        isInString = false;
        if (depth === 0) return at + 1;
      }
    } else if (code === QUOTE) {
      if (at > from && depth === 0) break;
      isInString = true;
    } else if (code === OPEN || code === OPEN_LIST) depth += 1;
    else if (code === CLOSE || code === CLOSE_LIST) {
      if (depth === 0) return ended(from, at);
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (
      depth === 0 &&
      (code === COMMA || code === SPACE || code === LINE || code === RETURN || code === TAB)
    )
      return ended(from, at);
  }
  throw new SyntaxError('a value does not end');
}

function ended(from: number, at: number): number {
  if (at === from) throw new SyntaxError('a value is missing');
  return at;
}
