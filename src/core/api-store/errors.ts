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
