import { expect } from '@jest/globals';
import type { Says } from '../../../src/core/kernel/says.ts';
import { words as german } from '../../../src/contract/words/de/words.ts';
import { words as english } from '../../../src/contract/words/en/words.ts';
import { tellIn } from '../../../src/contract/words/tell.ts';

const [inEnglish, inGerman] = [tellIn(english), tellIn(german)];

/** The codes, once the text was seen to be what they say in English, and their German to be another one. */
export function saidIn(text: string | null | undefined, given: unknown): readonly string[] {
  const says = given as readonly Says[];
  expect(inEnglish(says)).toBe(text);
  expect(inGerman(says)).not.toBe(text);
  return says.map(({ code }) => code);
}
