import type { FileRead } from '../../ports/file-read.ts';
import { hex, type Key } from './key-ring.ts';

const MARK = /^[\da-f]{64}$/u;

/** Says of one key, and cannot be made without it, that everything was sealed for its hosts. */
const markOf = (key: Key): string => hex(key.derive('svc vault sealed for hosts'));

const linesIn = (read: FileRead): readonly string[] =>
  read.found === 'text' ? read.text.split('\n').filter((line) => line !== '') : [];

/**
 * Whether `vault.sealed` has the mark of this key. A file that cannot be read, or that holds something else, may have had
 * it: then what an earlier version sealed is not trusted.
 */
export const isMarked = (read: FileRead, key: Key): boolean =>
  read.found === 'obstacle' || linesIn(read).some((line) => line === markOf(key) || !MARK.test(line));

/** The content of `vault.sealed` with the mark of this key, beside those of earlier ones; null if it has it. */
export function withMark(read: FileRead, key: Key): string | null {
  const marks = linesIn(read).filter((line) => MARK.test(line));
  const mark = markOf(key);
  return marks.includes(mark) ? null : [...marks, mark].map((line) => `${line}\n`).join('');
}
