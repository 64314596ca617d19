import { refusals } from '../../kernel/refusal.ts';
import type { TagProblems } from './says.ts';

export const refuse = refusals<TagProblems>()('tags', {
  invalid_tag: 'invalid',
  too_many_tags: 'invalid',
});
