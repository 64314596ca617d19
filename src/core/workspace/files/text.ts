import { workspaceLimits } from './limits.ts';
import { refuse } from './errors.ts';
import { say } from './says.ts';

export interface LineRange {
  readonly text: string;
  /** The first and the last line of it, counted from 1. */
  readonly from: number;
  readonly to: number;
  /** How many lines there are altogether. */
  readonly lines: number;
  /** Whether the last line is cut because it is too long for one answer. */
  readonly isCut: boolean;
}

/**
 * Up to `limit` lines from `offset` on that fit into `workspaceLimits.readBytes`. Only whole lines, except a first one
 * that is longer than that. Line breaks are kept, except the very last one.
 * @returns null for a text without lines
 * @throws Refusal no_such_line
 */
export function linesFrom(text: string, offset: number, limit: number): LineRange | null {
  const lines = countLines(text);
  if (lines === 0) return null;
  if (offset > lines) {
    throw refuse.no_such_line({ lines }, say('files.no_line', { lines, line: offset }));
  }
  let start = 0;
  for (let line = 1; line < offset; line += 1) start = text.indexOf('\n', start) + 1;
  let end = start;
  let line = offset;
  for (let left: number = workspaceLimits.readBytes; line <= lines && line < offset + limit; line += 1) {
    const lineEnd = endOfLine(text, end);
    left -= encoder.encode(text.slice(end, lineEnd)).length;
    if (left < 0) break;
    end = lineEnd;
  }
  const isCut = end === start;
  const shown = isCut ? beginningOf(text, start) : text.slice(start, end).replace(/\r?\n$/u, '');
  return { text: shown, from: offset, to: isCut ? offset : line - 1, lines, isCut };
}

const encoder = new TextEncoder();

function endOfLine(text: string, from: number): number {
  const breakAt = text.indexOf('\n', from);
  return breakAt < 0 ? text.length : breakAt + 1;
}

/** As much as one answer may hold, without half a character at the end. */
function beginningOf(text: string, from: number): string {
  const { readBytes } = workspaceLimits;
  const bytes = encoder.encode(text.slice(from, from + readBytes)).subarray(0, readBytes);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true }).toWellFormed();
}

export function countLines(text: string): number {
  let lines = 0;
  for (let at = 0; at < text.length; at = endOfLine(text, at)) lines += 1;
  return lines;
}

/** Counts lines from left to right, so that one pass finds the lines of many offsets. */
export class LineCounter {
  readonly #text: string;
  #line = 1;
  #breakAt: number;

  constructor(text: string) {
    this.#text = text;
    this.#breakAt = breakFrom(text, 0);
  }

  /** The line of this offset; offsets must rise from call to call. */
  lineOf(place: number): number {
    while (this.#breakAt < place) {
      this.#line += 1;
      this.#breakAt = breakFrom(this.#text, this.#breakAt + 1);
    }
    return this.#line;
  }
}

function breakFrom(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? Infinity : at;
}
