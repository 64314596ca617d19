import { refusals } from '../../kernel/refusal.ts';
import type { ProviderProblems } from './says.ts';

export const refuse = refusals<ProviderProblems>()('providers', {
  invalid_request: 'invalid',
  provider_unknown: 'not_found',
  models_not_listed: 'impossible',
});
