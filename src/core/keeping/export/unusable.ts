import type { RefusalFacts } from '../../kernel/refusal.ts';
import { refuse } from './errors.ts';

/** @param why the middle of a sentence */
export const unusable = (why: string, facts: RefusalFacts = {}) =>
  refuse.import_unusable(facts, `This export cannot be imported: ${why}. Nothing was changed.`);
