import type { RefusalFacts } from '../../kernel/refusal.ts';
import { refuse } from './errors.ts';
import { say } from './says.ts';

/** @param why the middle of a sentence */
export const unusable = (why: string, facts: RefusalFacts = {}) =>
  refuse.import_unusable(facts, say('export.unusable', { why }));
