import { workspaceLimits } from './limits.ts';
import { refuse } from './errors.ts';

export interface LineRange {
  readonly text: string;
  /** The first and the last line of it, counted from 1. */
  readonly from: number;
  readonly to: number;
  /** How many lines there are altogether. */
  readonly lines: number;
  /** Whether the last line is only the beginning of one that is too long for any answer. */
  readonly isCut: boolean;
}

/**
 * `limit` lines from `offset` on, as many as go into `workspaceLimits.readBytes`; only whole ones, except a first
 * one that is longer than that. Line breaks are kept, except the very last one.
 * @returns null for a text without lines
 * @throws Refusal no_such_line
 */
export function linesFrom(text: string, offset: number, limit: number): LineRange | null {
  const lines = countLines(text);
  if (lines === 0) return null;
  if (offset > lines) {
    const detail = `The file has ${lines} ${lines === 1 ? 'line' : 'lines'}, so there is no line ${offset}.`;
    throw refuse.no_such_line({ lines }, detail);
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

/** As much as may be told, and no half of a character. */
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

/** Counts along a text from left to right, so that many places of it are found in one pass. */
export class LineCounter {
  readonly #text: string;
  #line = 1;
  #breakAt: number;

  constructor(text: string) {
    this.#text = text;
    this.#breakAt = breakFrom(text, 0);
  }

  /** The line that this place is in; places must be asked for in their order. */
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
