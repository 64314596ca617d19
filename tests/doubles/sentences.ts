import type { Says } from '../../src/core/kernel/says.ts';
import type { Words } from '../../src/core/ports/words.ts';
import { words } from '../../src/contract/words/en/words.ts';
import { tellIn } from '../../src/contract/words/tell.ts';

/** What a tool of a test says: any sentence. */
export const sentence = (text: string): readonly Says[] => [
  { code: 'test.sentence', facts: { text: { quoted: text } } },
];

const withSentences = {
  ...words,
  'test.sentence': ({ text }: { readonly text: { readonly quoted: string } }) => text.quoted,
};

/** The words of production, and those of `sentence`. */
export const testWords: Words = { inEnglish: tellIn(withSentences) };
export const { inEnglish } = testWords;
