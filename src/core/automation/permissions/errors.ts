import { refusals } from '../../kernel/refusal.ts';
import type { PermissionProblems } from './says.ts';

export const refuse = refusals<PermissionProblems>()('permissions', {
  invalid_permission: 'invalid',
});
