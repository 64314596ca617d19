import { apiLimits } from './limits.ts';
import { conflict, forbidden, impossible, invalid, notFound, refusals } from '../kernel/refusal.ts';

export const refuse = refusals({
  api_profile_not_found: notFound('There is no API profile with this id.'),
  api_profile_exists: conflict('There is an API profile with this id already: use the action update.'),
  api_profile_busy: conflict('This API profile is being changed at this moment. Try again.'),
  api_file_in_the_way: conflict(
    'There is a file for this id in the folder apis that cannot be used, and it is not overwritten. Tell your owner, or take another id.',
  ),
  api_profile_incomplete: invalid('The profile is not complete.'),
  invalid_api_profile: invalid('The profile has not the form that profiles have.'),
  /** The specification's profile-first rule. */
  no_api_profile: impossible('No API profile is registered for this host.'),
  rate_limited: { kind: 'limited', detail: 'A rate limit of this API is reached.' },
  set_by_profile: invalid('The profile of this API sets this itself.'),
  https_needed: forbidden('The secret of this API is sent over https only.'),
  document_unreadable: impossible('This is no OpenAPI 3 document that can be read.'),
});

export const incomplete = (missing: readonly string[]) =>
  refuse.api_profile_incomplete(
    { missing },
    `The profile lacks ${missing.join(', ')}. Nothing was stored. Research the API first: read its documentation with web_search and read_page, and then give the whole profile.`,
  );

/** Each fault is said in words, for the one who gave the profile. */
export const malformed = (faults: readonly string[]) =>
  refuse.invalid_api_profile({ faults }, `Nothing was stored: ${faults.join('; ')}.`);

/** What its owner agrees to is shown whole. @throws Refusal invalid_api_profile for what is too long for that */
export function mustBeShown({ length }: string): void {
  const maxChars = apiLimits.shownChangeChars;
  if (length > maxChars)
    throw malformed([
      `this changes more than your owner can be shown in one question (${length} characters, of ${maxChars}); change it in several steps, a few entries at a time`,
    ]);
}
