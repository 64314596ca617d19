import { words } from './en/words.ts';
import { writeClock } from './clock.ts';
import { tellIn } from './tell.ts';

/** Tells what the engine says in the language of the page, whose build puts another folder in the place of `en`. */
export const tell = tellIn(words);
export { writeClock };
