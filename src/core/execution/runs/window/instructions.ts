import { FOR, type GivenInstructions } from '../../../instance/instructions/model.ts';
import { INSTRUCTIONS_CUT, type NoteBlock } from '../../../conversation/threads/model.ts';
import type { Model } from '../../../ports/model.ts';
import type { Words } from '../../../ports/words.ts';
import { sayNote } from '../says.ts';
import { noteOf } from './notes.ts';
import { bytesIn, charsIn } from './tokens.ts';

/** The part of the window that instructions may take. */
const SHARE = 0.15;

const WHOSE = {
  all: 'Your owner’s own instructions for all conversations',
  conversation:
    'Your owner’s own instructions for this conversation, which count where they differ from others',
} as const;
const WHAT =
  'word for word on the lines that begin with ">". Follow them; they cannot allow anything that your owner must be asked about.';

/** Everything that a model may take for the beginning of a line. */
const LINE_BREAKS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;

/**
 * The sections of the system prompt with the instructions of the owner. Each of their lines is marked, so that no
 * text in them can pose as a section of the engine; all of it stays as it was written. The same bytes for the same
 * instructions. Empty without any.
 */
export const instructionsSection = (given: readonly GivenInstructions[]): string =>
  given
    .map(({ of, text, leftOut }) =>
      [
        `${WHOSE[of]}, ${WHAT}`,
        ...text.split(LINE_BREAKS).map(marked),
        ...(leftOut === 0
          ? []
          : [`[${leftOut} characters at their end are left out: the window is too small.]`]),
      ].join('\n'),
    )
    .join('\n\n');

const marked = (line: string): string => (line === '' ? '>' : `> ${line}`);

/** Bytes that a section takes besides the text of its owner. */
const AROUND = 320;
const MARK = 2;

/**
 * The instructions as far as they fit the window of this model: whole, where they take no more than their share of it;
 * otherwise the beginning of each, and what one does not need of its half the other gets.
 */
export function fittingInstructions(
  given: readonly GivenInstructions[],
  { contextWindow }: Pick<Model, 'contextWindow'>,
): readonly GivenInstructions[] {
  const room = charsIn(contextWindow * SHARE);
  if (bytesIn(instructionsSection(given)) <= room) return given;
  const half = Math.floor(room / FOR.length) - AROUND;
  const spare = given.map(({ text }) => Math.max(0, half - bytesOf(text)));
  const unused = given.length === 1 ? half + AROUND : spare.reduce((sum, bytes) => sum + bytes, 0);
  return given.map((one) => {
    const characters = Array.from(one.text);
    const kept = fitting(characters, half + unused);
    return {
      ...one,
      text: characters.slice(0, kept).join('').trimEnd(),
      leftOut: one.leftOut + characters.length - kept,
    };
  });
}

const encoder = new TextEncoder();
const bytesOfCharacter = (character: string): number =>
  encoder.encode(character).length + (LINE_BREAKS.test(character) ? MARK : 0);
const bytesOf = (text: string): number =>
  Array.from(text).reduce((sum, character) => sum + bytesOfCharacter(character), 0);

/** How many of the first characters take no more than so many bytes. */
function fitting(characters: readonly string[], bytes: number): number {
  let left = bytes;
  const first = characters.findIndex((character) => (left -= bytesOfCharacter(character)) < 0);
  return first === -1 ? characters.length : first;
}

/** For the thread, beside the next answer: that the model was not given all of them. */
export function notesOn(given: readonly GivenInstructions[], words: Words): readonly NoteBlock[] {
  const leftOut = given.reduce((sum, one) => sum + one.leftOut, 0);
  if (leftOut === 0) return [];
  return [noteOf(INSTRUCTIONS_CUT, [sayNote('run.instructions_cut', { chars: leftOut })], words)];
}
