import { workspaceLimits } from './limits.ts';
import { isShort, occurrencesOf } from '../../kernel/occurrences.ts';
import { refuse } from './errors.ts';
import { LineCounter } from './text.ts';
import { say } from './says.ts';

export interface Replacement {
  readonly oldString: string;
  readonly newString: string;
  /** Otherwise there must be exactly one occurrence. */
  readonly replaceAll: boolean;
}

export interface LineSpan {
  readonly from: number;
  readonly to: number;
}

export interface Replaced {
  readonly text: string;
  readonly places: number;
  /** The lines of the new text that the first `MAX_LISTED` replacements stand in. */
  readonly lines: readonly LineSpan[];
}

export const MAX_LISTED = 10;

/**
 * The text with `oldString` replaced. A line break in it matches either kind; inserted ones have the kind that they
 * replace, or else the kind of most lines of the text. All other bytes stay the same.
 * @throws Refusal nothing_to_change, no_match, several_matches, file_too_large; their sentences say what to do
 */
export function replacedIn(text: string, { oldString, newString, replaceAll }: Replacement): Replaced {
  const wanted = withPlainBreaks(oldString);
  const given = withPlainBreaks(newString).toWellFormed();
  if (wanted === given) throw refuse.nothing_to_change();
  const plain = withPlainBreaks(text);
  // Half of a surrogate pair would match inside a whole one.
  const found = wanted.isWellFormed() ? occurrencesOf(wanted, plain) : [];
  if (found.length === 0) throw noMatch(wanted, plain);
  if (found.length > 1 && !replaceAll) throw severalMatches(found, plain);
  // Before the text is built: one that is too long for a file may be too long for memory.
  const mostBytes = workspaceLimits.fileBytes;
  if (plain.length + found.length * (given.length - wanted.length) > mostBytes)
    throw refuse.file_too_large({ mostBytes });
  return spliced(text, found, wanted, given);
}

/** Inserts `given`; `found` are offsets in the text with its line breaks as `\n`. */
function spliced(text: string, found: readonly number[], wanted: string, given: string): Replaced {
  if (isShort(wanted) && !text.includes('\r\n')) return inPlainText(text, found, wanted, given);
  const place = placesWithBreaks(text);
  const usual = usualBreak(text) ?? '\n';
  const withCrlf = given.replaceAll('\n', '\r\n');
  const hasBreaks = wanted.includes('\n');
  const pieces: string[] = [];
  const spans: { from: number; to: number }[] = [];
  let from = 0;
  let size = 0;
  for (const at of found) {
    const start = place(at);
    const end = place(at + wanted.length);
    const breaks = (hasBreaks && usualBreak(text.slice(start, end))) || usual;
    const put = breaks === '\n' ? given : withCrlf;
    pieces.push(text.slice(from, start), put);
    size += start - from + put.length;
    if (spans.length < MAX_LISTED) spans.push({ from: size - put.length, to: size });
    from = end;
  }
  pieces.push(text.slice(from));
  const result = pieces.join('');
  return { text: result, places: found.length, lines: linesOf(result, spans) };
}

/** The usual case, in the runtime's own time: a file may hold millions of occurrences. */
function inPlainText(text: string, found: readonly number[], wanted: string, given: string): Replaced {
  const result = text.replaceAll(wanted, given.replaceAll('$', '$$$$'));
  const grown = given.length - wanted.length;
  const spans = found.slice(0, MAX_LISTED).map((at, nth) => {
    const from = at + nth * grown;
    return { from, to: from + given.length };
  });
  return { text: result, places: found.length, lines: linesOf(result, spans) };
}

function linesOf(text: string, spans: readonly LineSpan[]): readonly LineSpan[] {
  const counter = new LineCounter(text);
  return spans.map((span) => ({ from: counter.lineOf(span.from), to: counter.lineOf(span.to) }));
}

/** Maps offsets in the text with `\n` line breaks to offsets in the original; call it from left to right. */
function placesWithBreaks(text: string): (place: number) => number {
  let passed = 0;
  let next = text.indexOf('\r\n');
  return (place) => {
    while (next >= 0 && next - passed < place) {
      passed += 1;
      next = text.indexOf('\r\n', next + 2);
    }
    return place + passed;
  };
}

const withPlainBreaks = (text: string): string => text.replaceAll('\r\n', '\n');

/** @returns null when there is no line break at all */
function usualBreak(text: string): '\n' | '\r\n' | null {
  let crlf = 0;
  let all = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    all += 1;
    if (text[at - 1] === '\r') crlf += 1;
  }
  if (all === 0) return null;
  return crlf * 2 > all ? '\r\n' : '\n';
}

function severalMatches(found: readonly number[], plain: string) {
  const counter = new LineCounter(plain);
  const lines = [...new Set(found.slice(0, MAX_LISTED).map((at) => counter.lineOf(at)))];
  const says = say('files.matches', { count: found.length, lines, hasMore: found.length > MAX_LISTED });
  return refuse.several_matches({ matches: found.length, lines }, says);
}

/** Gives the number of the nearest line, not its text: that is untrusted. */
function noMatch(wanted: string, plain: string) {
  const line = nearestLine(wanted, plain);
  return refuse.no_match({ line }, say('files.nearest', { line }));
}

const NEAR_CHARS = 3;
const comparedChars = 200;

/** The line that begins most like the first line of `wanted` that is not blank, ignoring white space at the start. */
function nearestLine(wanted: string, plain: string): number | null {
  const first = wanted.trimStart().slice(0, comparedChars).split('\n', 1)[0] ?? '';
  let nearest: number | null = null;
  let most = Math.min(NEAR_CHARS, Math.max(1, first.length)) - 1;
  let line = 0;
  for (let at = 0; at < plain.length;) {
    const breakAt = plain.indexOf('\n', at);
    const end = breakAt < 0 ? plain.length : breakAt;
    line += 1;
    const alike = sharedBeginning(first, plain.slice(at, end).trimStart());
    if (alike > most) {
      most = alike;
      nearest = line;
    }
    at = end + 1;
  }
  return nearest;
}

function sharedBeginning(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
