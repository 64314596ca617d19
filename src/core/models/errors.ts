import { impossible, refusals } from '../kernel/refusal.ts';

export const refuse = refusals({
  provider_incomplete: impossible('The model provider is not set up completely.'),
  profile_unknown: impossible('There is no model profile of this name.'),
});
