import { words } from './en/words.ts';
import { tellIn } from './tell.ts';

/** The English of what the engine says, which its texts are in. */
export const inEnglish = tellIn(words);
