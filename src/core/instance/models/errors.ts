import { impossible, refusalsInText } from '../../kernel/refusal.ts';

export const refuse = refusalsInText({
  provider_incomplete: impossible('The model provider is not completely configured.'),
  profile_unknown: impossible('No model profile has this name.'),
});
