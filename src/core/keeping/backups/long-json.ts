import { JsonValueEnd } from '../../kernel/json-value-end.ts';
import { nextTurn } from '../../kernel/next-turn.ts';

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

const scan = new JsonValueEnd();

/** Where the value ends that begins here: its text is not checked. */
function valueEnd(text: string, from: number): number {
  scan.begin();
  const end = scan.find(text, from, Math.min(text.length, from + VALUE_CHARS));
  if (end === null) throw new SyntaxError('a value does not end');
  if (end === from) throw new SyntaxError('a value is missing');
  return end;
}
