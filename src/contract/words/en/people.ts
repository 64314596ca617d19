import type { HandoverProblems, HandoverSays } from '../../../core/trust/handover/says.ts';
import type { PersonProblems } from '../../../core/trust/people/says.ts';
import type { SignInProblems, SignInSays } from '../../../core/trust/sign-in/says.ts';
import type { Quoted } from '../../../core/kernel/says.ts';
import type { Words } from '../says.ts';
import { quoted } from './forms.ts';

export const people: Words<PersonProblems & HandoverProblems & HandoverSays & SignInProblems & SignInSays> = {
  'persons.person_not_found': 'Nobody here has this id.',
  'persons.owner_stays': 'The owner of this engine can be neither disabled nor removed.',
  'persons.proxy_user_taken':
    'The proxy knows somebody else by this name: each name at the proxy is one person.',
  'persons.handover_not_agreed':
    'They have not agreed to hand over what is theirs to this person, so it can only be erased. They agree with PUT /api/me/handover.',
  'persons.handover_to_self': 'What is theirs already cannot be handed over to them: name somebody else.',
  'persons.still_at_work':
    'Work of theirs did not stop in time, so nothing was erased or handed over yet. They are out already: ask again.',
  'handover.handover_not_found':
    'There is no such offer: it may have been accepted, declined or taken back, or it was not made to you.',
  'handover.too_many_offers': ({ most, whose }) =>
    whose === 'giver'
      ? `At most ${most} offers of yours wait for an answer. Nothing was offered: take one back, or wait for an answer.`
      : `So many offers wait for them that there is no room for another of yours; one member has at most ${most}. Nothing was offered: wait for their answer.`,
  'handover.receiver_disabled': 'Whom this is for is disabled. Enable them first, or name somebody else.',
  'sign_in.public_url_required':
    'For this the engine must know the address at which browsers reach it: set SVC_PUBLIC_URL, like https://svc.example.com, and start it again.',
  'sign_in.invitation_not_found': 'There is no such invitation: it may have been accepted or withdrawn.',
  'sign_in.invitation_unusable':
    'This invitation no longer counts: it was used or withdrawn, or its time is over. Ask for a new one.',
  'sign_in.link_unusable':
    'This link no longer counts: it was used, or its hour is over. Ask the owner for a new one.',
  'sign_in.already_signed_in': 'This browser is signed in as somebody already. Sign out first.',
  'sign_in.person_disabled': 'They are disabled, so no browser can be signed in as them. Enable them first.',
  'sign_in.session_not_found': 'There is no such session: it may be over already.',
  'sign_in.token_not_found': 'There is no such token: it may have been removed.',
  'sign_in.passkey_not_found': 'There is no such passkey: it may have been removed.',
  'sign_in.identity_not_found': 'There is no such account: it may have been removed.',
  'sign_in.sign_in_needed':
    'A token cannot do this, because it lets somebody in for longer than the token lasts. Sign in instead.',
  'sign_in.most_reached': ({ most }) =>
    `There are ${most} already, and no more can be made. Remove one first.`,
  'sign_in.expires_in_past': 'It would be over already: choose a later time.',
  'sign_in.scopes_only_narrow': 'A token can have only what you have now yourself: leave out the others.',
  'sign_in.passkeys_unavailable':
    'Passkeys need https and a name: set SVC_PUBLIC_URL to such an address, like https://svc.example.com, and start the engine again.',
  'sign_in.passkey_refused':
    'This passkey was not accepted: it is none of this engine, or the answer came too late. Try again.',
  'sign_in.oidc_unavailable':
    'There is no provider to sign in with: set SVC_OIDC_ISSUER, SVC_OIDC_CLIENT_ID and SVC_PUBLIC_URL, and start the engine again.',
  'sign_in.oidc_refused':
    'The provider did not confirm who you are, or its answer does not belong to this browser or came too late. Begin again.',
  'sign_in.oidc_unreachable':
    'The provider that people sign in with cannot be reached now. Try again later, or sign in in another way.',
  'sign_in.identity_unknown':
    'This account stands for nobody here. Sign in in another way and link it, or ask the owner for an invitation.',
  'sign_in.identity_taken': 'This account stands for somebody here already.',
  'told.let_in': 'Somebody was let in',
  'told.let_in_text': ({ name }) => `${quoted(name)} has accepted your invitation and is signed in.`,
  'told.new_browser': 'Signed in from a new browser',
  'told.new_browser_text': ({ browser, address }) =>
    `${browser === null ? 'A browser' : quoted(browser)} was signed in as you${address === null ? '' : ` from ${address}`}. If that was not you, end its session in the settings and tell the owner.`,
  'told.link': 'The owner made a link to sign in as you',
  'told.link_text':
    'It signs one browser in as you, once and within an hour. If you did not ask for it, talk to the owner.',
  'told.offered': 'Something is offered to you',
  'told.offered_text': ({ kind, name, title }) =>
    `${who(name)} wants to hand over ${KINDS[kind]} ${quoted(title)} to you. Say yes or no under Waiting.`,
  'told.offer_accepted': 'What you offered was accepted',
  'told.offer_accepted_text': ({ kind, name, title }) =>
    `${who(name)} now has ${KINDS[kind]} ${quoted(title)}.`,
  'told.offer_declined': 'What you offered was declined',
  'told.offer_declined_text': ({ kind, name, title }) =>
    `${who(name)} said no to ${KINDS[kind]} ${quoted(title)}. It is yours as before.`,
};

const KINDS = { thread: 'the conversation', trigger: 'the automation', workflow: 'the workflow' } as const;

const who = (name: Quoted | null): string => (name === null ? 'The owner' : quoted(name));
