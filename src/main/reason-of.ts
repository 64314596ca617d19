import { say } from '../contract/setup-says.ts';
import { inEnglish } from '../contract/words/english.ts';
import { quote } from '../core/kernel/quoted.ts';
import { isRefusal } from '../core/kernel/refusal.ts';
import type { Says } from '../core/kernel/says.ts';

/** What an error says: a refusal in its own words, another one in those of the system. */
export const whyOf = (error: unknown): readonly Says[] =>
  isRefusal(error)
    ? error.says
    : [say('setup.system', { message: quote((error as { message?: string } | null)?.message ?? '?') })];

/** The same in English, to put into the middle of a sentence. */
export const reasonOf = (error: unknown): string => inEnglish(whyOf(error)).replace(/\.$/u, '');
