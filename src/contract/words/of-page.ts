import { words } from './en/words.ts';
import type { Tell } from './says.ts';
import { tellIn } from './tell.ts';

/**
 * Tells what the engine says in the language of the page, whose build puts another folder in the place of `en`.
 * `inWords`: what the page makes of an English sentence that is not data yet.
 */
export const tellWith = (inWords: (english: string) => string): Tell =>
  tellIn({ ...words, text: ({ text }) => inWords(text) });
