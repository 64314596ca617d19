import { refusals } from '../../kernel/refusal.ts';
import type { ExpectationProblems } from './says.ts';

export const refuse = refusals<ExpectationProblems>()('expectations', {
  invalid_pattern: 'invalid',
  invalid_expectation: 'invalid',
});
