import { forbidden, invalid, notFound, refusals } from '../../kernel/refusal.ts';

export const refuse = refusals({
  consent_not_found: notFound('No consent has this id.'),
  invalid_consent: invalid('This cannot be allowed beforehand.'),
  /** For the model. */
  consent_denied: forbidden('Your owner does not allow this.'),
  /** For the model: the owner cannot be asked. */
  consent_missing: forbidden('This needs the consent of your owner.'),
});
