import { conflict, forbidden, invalid, notFound, refusals } from '../../kernel/refusal.ts';

export const refuse = refusals({
  consent_not_found: notFound('No consent has this id.'),
  invalid_consent: invalid('This cannot be allowed beforehand.'),
  /** For the model. */
  consent_denied: forbidden('Your owner does not allow this.'),
  /** For the model: the owner cannot be asked. */
  consent_missing: forbidden('This needs the consent of your owner.'),
  /** For the model: what the yes was about is another by now. */
  consent_outdated: conflict(
    'What this is about has changed since your owner was asked. Nothing was done. Look at it again, and call again if it is still right: your owner is asked anew.',
  ),
});
