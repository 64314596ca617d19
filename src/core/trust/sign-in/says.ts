import { saying, type Plain, type Quoted } from '../../kernel/says.ts';

/** Why something is refused. */
export interface SignInProblems extends Plain<
  | 'sign_in.public_url_required'
  | 'sign_in.invitation_not_found'
  | 'sign_in.invitation_unusable'
  | 'sign_in.link_unusable'
  | 'sign_in.already_signed_in'
  | 'sign_in.person_disabled'
  | 'sign_in.session_not_found'
  | 'sign_in.token_not_found'
  | 'sign_in.passkey_not_found'
  | 'sign_in.identity_not_found'
  | 'sign_in.sign_in_needed'
  | 'sign_in.expires_in_past'
  | 'sign_in.scopes_only_narrow'
  | 'sign_in.passkeys_unavailable'
  | 'sign_in.passkey_refused'
  | 'sign_in.oidc_unavailable'
  | 'sign_in.oidc_refused'
  | 'sign_in.oidc_unreachable'
  | 'sign_in.identity_unknown'
  | 'sign_in.identity_taken'
> {
  'sign_in.most_reached': { most: number };
}

/** What people are told of who comes in. */
export interface SignInSays extends Plain<
  'told.let_in' | 'told.new_browser' | 'told.link' | 'told.link_text'
> {
  'told.let_in_text': { name: Quoted };
  'told.new_browser_text': { browser: Quoted | null; address: string | null };
}

export const say = saying<SignInSays>();
