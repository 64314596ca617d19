import type { Line } from '../../../contract/cli/command.ts';

/** Characters that control a terminal or change the direction of text. */
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const RUN_OF_THEM = new RegExp(`${STEERING.source}+`, 'gu');

/** Text of a model, a tool or a file, without characters that a terminal would obey. Line breaks and tabs stay. */
export const shown = (text: string): string => text.replace(RUN_OF_THEM, ' ');

/** The same, on one line. */
export const onOneLine = (text: string): string => shown(text).replace(/[\n\t]+/gu, ' ');

/** The same for text that a person decides about: control characters become visible, as \x1b or \u202e. */
export const visible = (text: string): string => text.replace(STEERING, escaped);

/** The same, on one line. */
export const visibleOnOneLine = (text: string): string => visible(text).replace(/[\n\t]/gu, escaped);

function escaped(character: string): string {
  const code = character.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
}

/** A line of an answer: cells side by side, without the empty ones. */
export const textOfLine = (line: Line): string =>
  typeof line === 'string' ? onOneLine(line) : line.map(onOneLine).filter(Boolean).join('  ');
