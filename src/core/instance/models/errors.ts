import { refusals } from '../../kernel/refusal.ts';
import type { ModelProblems } from './says.ts';

export const refuse = refusals<ModelProblems>()('models', {
  provider_incomplete: 'impossible',
  profile_unknown: 'impossible',
});
