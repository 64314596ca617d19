import { refusals } from '../../kernel/refusal.ts';
import type { SignInProblems } from './says.ts';

export const refuse = refusals<SignInProblems>()('sign_in', {
  public_url_required: 'conflict',
  invitation_not_found: 'not_found',
  /** Used, withdrawn, over its time, or never made: nobody is told which. */
  invitation_unusable: 'gone',
  link_unusable: 'gone',
  already_signed_in: 'conflict',
  person_disabled: 'conflict',
  session_not_found: 'not_found',
  token_not_found: 'not_found',
  passkey_not_found: 'not_found',
  identity_not_found: 'not_found',
  /** A token lets nobody in, itself included. */
  sign_in_needed: 'forbidden',
  most_reached: 'conflict',
  expires_in_past: 'invalid',
  scopes_only_narrow: 'forbidden',
  passkeys_unavailable: 'conflict',
  passkey_refused: 'unauthenticated',
  oidc_unavailable: 'conflict',
  oidc_refused: 'unauthenticated',
  oidc_unreachable: 'upstream',
  /** It proves who somebody is elsewhere, and here stands for nobody. */
  identity_unknown: 'forbidden',
  identity_taken: 'conflict',
});
