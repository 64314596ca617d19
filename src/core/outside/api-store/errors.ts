import { apiLimits } from './limits.ts';
import { conflict, forbidden, impossible, invalid, notFound, refusalsInText } from '../../kernel/refusal.ts';

export const refuse = refusalsInText({
  api_profile_not_found: notFound('No API profile has this id.'),
  api_profile_exists: conflict('An API profile with this id exists: use the action update.'),
  api_profile_busy: conflict('This API profile is being changed right now. Try again.'),
  api_file_in_the_way: conflict(
    'The folder apis has an invalid file for this id, which is not overwritten. Tell your owner, or choose another id.',
  ),
  api_profile_incomplete: invalid('The profile is not complete.'),
  invalid_api_profile: invalid('The profile is not valid.'),
  /** The specification's profile-first rule. */
  no_api_profile: impossible('No API profile is registered for this host.'),
  rate_limited: { kind: 'limited', detail: 'A rate limit of this API is reached.' },
  set_by_profile: invalid('The profile of this API sets this itself.'),
  https_needed: forbidden('The secret of this API is sent over https only.'),
  document_unreadable: impossible('This is not a readable OpenAPI 3 document.'),
});

export const incomplete = (missing: readonly string[]) =>
  refuse.api_profile_incomplete(
    { missing },
    `The profile lacks ${missing.join(', ')}. Nothing was stored. Research the API first: read its documentation with web_search and read_page, and then give the whole profile.`,
  );

/** Names each fault in words, for the author of the profile. */
export const malformed = (faults: readonly string[]) =>
  refuse.invalid_api_profile({ faults }, `Nothing was stored: ${faults.join('; ')}.`);

/** The owner sees the whole change before agreeing. @throws Refusal invalid_api_profile for a change that is too long */
export function mustBeShown({ length }: string): void {
  const maxChars = apiLimits.shownChangeChars;
  if (length > maxChars)
    throw malformed([
      `this changes more than one question can show your owner (${length} characters, of ${maxChars}); change it in several steps, a few entries at a time`,
    ]);
}
