import type { Says } from '../../../core/kernel/says.ts';
import { say } from '../../../core/ports/table-says.ts';

/** A row that is no row of a table, and why. */
export interface BrokenRow {
  /** The line of the text that it begins on, from 1. */
  readonly line: number;
  readonly problem: Says;
}

/** A text without the lines that break it, and those lines. */
export interface Mended {
  /** Broken lines are empty here, so that all others keep their numbers. */
  readonly text: string;
  readonly broken: readonly BrokenRow[];
}

/**
 * Finds rows whose quotation marks are wrong, so that one of them does not take all that follows with it: a mark that opens
 * a cell and is closed in the middle of one, or never; or one that takes lines into a cell until a row is too short. Of such
 * a row one line is left out, and the next line begins a new row.
 * @param most cells of a row
 * @returns why the first row, which names the columns, is broken, if it is
 */
export function withoutBroken(text: string, separator: string, most: number): Mended | Says {
  const broken: BrokenRow[] = [];
  const kept: string[] = [];
  let [at, line, columns, since] = [0, 1, 0, 0];
  while (at < text.length) {
    const row = rowAt(text, at, separator, most);
    const isShort = row.lines > 1 && row.cells < columns;
    const problem = row.problem?.(line + row.opened) ?? (isShort ? notClosed(line + row.opened) : null);
    if (problem === null) {
      if (columns === 0 && text.slice(at, row.end).trim() !== '') columns = row.cells;
      [at, line] = [row.end, line + row.lines];
      continue;
    }
    if (columns === 0) return say('table.broken_head', { why: problem });
    broken.push({ line, problem: say('table.broken_row', { why: problem }) });
    const next = text.indexOf('\n', at);
    kept.push(text.slice(since, at), '\n');
    [at, line] = [next === -1 ? text.length : next + 1, line + 1];
    since = at;
  }
  return { text: broken.length === 0 ? text : [...kept, text.slice(since)].join(''), broken };
}

interface Scanned {
  /** After its line end. */
  readonly end: number;
  /** Line ends in it, with its own. */
  readonly lines: number;
  readonly cells: number;
  /** Line ends before the mark that took the first of them into a cell, or that breaks the row. */
  readonly opened: number;
  /** @param line of that mark */
  readonly problem: ((line: number) => Says) | null;
}

const notClosed = (line: number): Says => say('table.mark_open', { line });
const closedEarly = (line: number): Says => say('table.mark_early', { line });

/** One row by RFC 4180; a quotation mark within a cell that does not begin with one is text. */
function rowAt(text: string, from: number, separator: string, most: number): Scanned {
  let [lines, cells, at] = [0, 1, from];
  let opened: number | null = null;
  const broken = (problem: (line: number) => Says): Scanned => ({
    end: at,
    lines,
    cells,
    opened: lines,
    problem,
  });
  for (let isStart = true; at < text.length; at++) {
    const letter = text[at];
    if (isStart && letter === '"') {
      const close = closing(text, at + 1);
      if (close === -1) return broken(notClosed);
      const before = lines;
      for (let end = text.indexOf('\n', at); end !== -1 && end < close; end = text.indexOf('\n', end + 1))
        lines += 1;
      if (lines > before) opened ??= before;
      const after = text[close + 1];
      if (after !== undefined && after !== separator && after !== '\n' && after !== '\r')
        return { ...broken(closedEarly), opened: before };
      at = close;
      isStart = false;
    } else if (letter === separator) {
      cells += 1;
      if (cells > most) return broken(() => say('table.cells', { most }));
      isStart = true;
    } else if (letter === '\n')
      return { end: at + 1, lines: lines + 1, cells, opened: opened ?? 0, problem: null };
    else isStart = false;
  }
  return { end: at, lines: lines + 1, cells, opened: opened ?? 0, problem: null };
}

/** The position of the quotation mark that closes a cell; a doubled one belongs to the text. */
function closing(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}
