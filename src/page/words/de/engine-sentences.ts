import type { engineSentences as english, Told } from '../en/engine-sentences.ts';
import { ofKeeping } from './sentences/keeping.ts';
import { ofModels } from './sentences/models.ts';

/** What the engine says in English, and the same in German. A test finds each of them in what the engine can say. */
export const engineSentences: typeof english = {
  ...ofModels,
  ...ofKeeping,
};

/** German marks, unless the text itself has some: then it would seem to end there. */
const quoted = (text: string): string => (/[„“”\\]/u.test(text) ? text : `„${text.slice(1, -1)}“`);

export const told: Told = { quoted };
