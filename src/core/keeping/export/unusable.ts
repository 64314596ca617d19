import type { RefusalFacts } from '../../kernel/refusal.ts';
import type { Says } from '../../kernel/says.ts';
import { refuse } from './errors.ts';
import { say } from './says.ts';

export const unusable = (why: Says, facts: RefusalFacts = {}) =>
  refuse.import_unusable(facts, say('export.unusable', { why }));
