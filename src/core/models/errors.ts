import { impossible, refusals } from '../kernel/refusal.ts';

export const refuse = refusals({
  provider_unsupported: impossible(
    'A model provider is set up, but this version has no connection to it yet. ' +
      'Unset it (SVC_LLM_PROVIDER, the API key, the base URL) or start with --demo to use the demo model.',
  ),
  profile_unknown: impossible('There is no model profile of this name.'),
});
