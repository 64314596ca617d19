// Room: how its owner wants the agent to work: for all conversations (a key of the configuration) and for one of them
// (a column of its thread). They are its owner's words and nobody else's: no project file, variable, tool or imported
// configuration sets those for all. They allow nothing: consent does not count them as words of the owner. A run keeps
// what it was given of them, so that what is shown of it, its replays and its continuation do not change with them. A
// window too small for them is given their beginnings, and the answer says so; nothing is refused when they are saved,
// because another model may answer the next message.

import { instructionLimits } from './limits.ts';

/** Whom they are for. */
export const FOR = ['all', 'conversation'] as const;

/** Instructions as a run was given them: secrets are masked, and the end is left out where its model has no room. */
export interface GivenInstructions {
  readonly of: (typeof FOR)[number];
  readonly text: string;
  /** Characters at their end that the window had no room for. */
  readonly leftOut: number;
}

/**
 * As they are kept: masked, null for none, of which only white space is one.
 * @throws what `tooLong` makes of the most characters that they may have
 */
export function instructionsFrom(
  said: string | null,
  masked: (text: string) => string,
  tooLong: (most: number) => Error,
): string | null {
  const text = masked((said ?? '').toWellFormed()).trim();
  if (Array.from(text).length > instructionLimits.chars) throw tooLong(instructionLimits.chars);
  return text === '' ? null : text;
}

/** Nothing was said where a text is missing or has only white space. */
export function givenOf(
  said: { readonly all: string | null; readonly conversation: string | null },
  masked: (text: string) => string,
): readonly GivenInstructions[] {
  return FOR.flatMap((of) => {
    const text = masked((said[of] ?? '').toWellFormed()).trim();
    return text === '' ? [] : [{ of, text, leftOut: 0 }];
  });
}
