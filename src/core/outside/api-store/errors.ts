import { refusals } from '../../kernel/refusal.ts';
import type { Says } from '../../kernel/says.ts';
import { apiLimits } from './limits.ts';
import { say, type ApiProblems } from './says.ts';

export const refuse = refusals<ApiProblems>()('api', {
  api_profile_not_found: 'not_found',
  api_profile_exists: 'conflict',
  api_profile_busy: 'conflict',
  api_file_in_the_way: 'conflict',
  api_profile_incomplete: 'invalid',
  invalid_api_profile: 'invalid',
  no_api_profile: 'impossible',
  rate_limited: 'limited',
  rate_share_used: 'limited',
  set_by_profile: 'invalid',
  https_needed: 'forbidden',
  document_unreadable: 'impossible',
});

export const incomplete = (missing: readonly Says[], by: 'agent' | 'owner') =>
  refuse.api_profile_incomplete(
    {},
    say('api.api_profile_incomplete', { missing, isByAgent: by === 'agent' }),
  );

/** Names each fault in words, for the author of the profile. */
export const malformed = (faults: readonly Says[]) =>
  refuse.invalid_api_profile({}, say('api.malformed', { faults }));

/** The owner sees the whole change before agreeing. @throws Refusal invalid_api_profile for a change that is too long */
export function mustBeShown({ length }: string): void {
  const most = apiLimits.shownChangeChars;
  if (length > most) throw malformed([say('api.change_long', { length, most })]);
}
