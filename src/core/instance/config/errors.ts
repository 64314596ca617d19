import { refusals } from '../../kernel/refusal.ts';
import type { ConfigProblems } from './says.ts';

export const refuse = refusals<ConfigProblems>()('config', {
  invalid_request: 'invalid',
  config_file_invalid: 'conflict',
});
