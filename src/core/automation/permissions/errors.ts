import { invalid, refusals } from '../../kernel/refusal.ts';

export const refuse = refusals({
  invalid_permission: invalid('This cannot be allowed beforehand.'),
});
