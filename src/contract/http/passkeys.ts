import { Type } from 'typebox';
import type { JsonObject } from '../../core/kernel/json.ts';
import type { refuse as refuseSignIn } from '../../core/trust/sign-in/errors.ts';
import type { Identity, Passkey } from '../../core/trust/sign-in/model.ts';
import { rowsRefusing } from '../row.ts';
import { closed, OrNull, Time, time } from '../shapes.ts';
import { SignedInNow } from './logins.ts';

const { json } = rowsRefusing<typeof refuseSignIn>();

const anyObject = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description });

const Options = Type.Object({
  options: anyObject(
    'What the browser is given: PublicKeyCredential.parseCreationOptionsFromJSON or parseRequestOptionsFromJSON read it',
  ),
});
const Answer = anyObject('What the browser answers, as PublicKeyCredential.toJSON gives it');

const PasskeyShape = Type.Object({
  passkeyId: Type.String(),
  name: Type.String(),
  createdAt: Time,
  lastUsedAt: OrNull(Time),
});
const shownPasskey = ({ passkeyId, name, createdAt, lastUsedAt }: Passkey) => ({
  passkeyId,
  name,
  createdAt: time(createdAt),
  lastUsedAt: lastUsedAt === null ? null : time(lastUsedAt),
});

const account = { issuer: Type.String(), subject: Type.String() };
const IdentityShape = Type.Object({ ...account, createdAt: Time });
const shownIdentity = ({ issuer, subject, createdAt }: Identity) => ({
  issuer,
  subject,
  createdAt: time(createdAt),
});

const Word = Type.String({ minLength: 1, maxLength: 4_096 });
/** From the address that the provider sent the browser back to. */
const OidcAnswer = Type.Object({ code: Word, state: Word, iss: Type.Optional(Word) }, closed);
const Address = Type.Object({ url: Type.String({ description: 'Where the browser goes' }) });

/** Signing in with a passkey, and with an account elsewhere. */
export const passkeys = {
  'login.ways': json({
    route: 'GET /api/login/ways',
    who: 'open',
    summary: 'In which ways one can sign in here.',
    status: 200,
    refuses: [],
    ours: true,
    withoutToken: true,
    returns: Type.Object({
      token: Type.Boolean({ description: 'With the token of the engine, which is its owner’s' }),
      passkey: Type.Boolean(),
      oidc: Type.Boolean(),
    }),
    handle: async ({ passkeys, oidc, people }) => ({
      token: true,
      passkey: people.isSigningInOn && passkeys.areUsable,
      oidc: people.isSigningInOn && oidc.isUsable,
    }),
  }),
  'login.passkeyOptions': json({
    route: 'POST /api/login/passkey/options',
    who: 'open',
    summary: 'Begin to sign in with a passkey.',
    status: 200,
    refuses: ['passkeys_unavailable'],
    ours: true,
    withoutToken: true,
    returns: Options,
    handle: async ({ passkeys }, { door }) => ({
      options: await passkeys.beginSignIn(await door.visitor(), door.bind()),
    }),
  }),
  'login.passkey': json({
    route: 'POST /api/login/passkey',
    who: 'open',
    summary: 'Sign this browser in with a passkey.',
    status: 200,
    refuses: ['passkeys_unavailable', 'passkey_refused', 'already_signed_in'],
    ours: true,
    withoutToken: true,
    body: Type.Object({ answer: Answer }, closed),
    returns: SignedInNow,
    handle: async ({ passkeys }, { body, door }) => {
      await door.give(await passkeys.signIn(body.answer as JsonObject, await door.visitor(), door.bound()));
      return { loggedIn: true as const };
    },
  }),
  'login.oidc': json({
    route: 'POST /api/login/oidc',
    who: 'open',
    summary:
      'Begin to sign in with an account elsewhere, or to accept an invitation with one. The provider sends the browser back to the page, with code and state in the query.',
    status: 200,
    refuses: ['oidc_unavailable', 'oidc_unreachable', 'already_signed_in', 'invitation_unusable'],
    ours: true,
    withoutToken: true,
    body: Type.Object({ invitation: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) }, closed),
    returns: Address,
    handle: async ({ oidc }, { body: { invitation = null }, door }) => ({
      url: await oidc.begin(invitation, await door.visitor(), door.bind()),
    }),
  }),
  'login.oidcFinish': json({
    route: 'POST /api/login/oidc/finish',
    who: 'open',
    summary: 'Sign this browser in with what the provider has answered, once.',
    status: 200,
    refuses: [
      'oidc_unavailable',
      'oidc_unreachable',
      'oidc_refused',
      'identity_unknown',
      'identity_taken',
      'already_signed_in',
      'invitation_unusable',
    ],
    ours: true,
    withoutToken: true,
    body: OidcAnswer,
    returns: SignedInNow,
    handle: async ({ oidc }, { body: { iss = null, ...answer }, door }) => {
      await door.give(await oidc.finish({ ...answer, iss }, await door.visitor(), door.bound()));
      return { loggedIn: true as const };
    },
  }),
  'me.passkeys': json({
    route: 'GET /api/me/passkeys',
    who: 'person',
    summary: 'Your passkeys for this address of the engine, the newest first.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({ passkeys: Type.Array(PasskeyShape) }),
    handle: async ({ passkeys }, { asker }) => ({
      passkeys: (await passkeys.list(asker)).map(shownPasskey),
    }),
  }),
  'me.passkeyOptions': json({
    route: 'POST /api/me/passkeys/options',
    who: 'person',
    summary: 'Begin to make a passkey.',
    status: 200,
    refuses: ['passkeys_unavailable', 'sign_in_needed', 'most_reached'],
    ours: true,
    returns: Options,
    handle: async ({ passkeys }, { asker, door }) => ({
      options: await passkeys.begin(asker, door.bind()),
    }),
  }),
  'me.addPasskey': json({
    route: 'POST /api/me/passkeys',
    who: 'person',
    summary: 'Keep a passkey that your browser has made.',
    status: 201,
    refuses: ['passkeys_unavailable', 'sign_in_needed', 'passkey_refused'],
    ours: true,
    body: Type.Object(
      { name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), answer: Answer },
      closed,
    ),
    returns: PasskeyShape,
    handle: async ({ passkeys }, { body, asker, door }) =>
      shownPasskey(
        await passkeys.add(asker, { name: body.name, answer: body.answer as JsonObject }, door.bound()),
      ),
  }),
  'me.removePasskey': json({
    route: 'DELETE /api/me/passkeys/:id',
    who: 'person',
    summary: 'Remove a passkey.',
    status: 204,
    refuses: ['passkey_not_found'],
    ours: true,
    handle: async ({ passkeys }, { params, asker }) => {
      await passkeys.remove(asker, params.id);
      return undefined;
    },
  }),
  'me.identities': json({
    route: 'GET /api/me/identities',
    who: 'person',
    summary: 'The accounts elsewhere that stand for you here.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({ identities: Type.Array(IdentityShape) }),
    handle: async ({ oidc }, { asker }) => ({ identities: (await oidc.list(asker)).map(shownIdentity) }),
  }),
  'me.linkIdentity': json({
    route: 'POST /api/me/identities',
    who: 'person',
    summary: 'Begin to link an account elsewhere, with which you can sign in from then on.',
    status: 200,
    refuses: ['oidc_unavailable', 'oidc_unreachable', 'sign_in_needed', 'most_reached'],
    ours: true,
    returns: Address,
    handle: async ({ oidc }, { asker, door }) => ({ url: await oidc.beginLink(asker, door.bind()) }),
  }),
  'me.linkIdentityFinish': json({
    route: 'POST /api/me/identities/finish',
    who: 'person',
    summary: 'Link the account with what the provider has answered, once.',
    status: 201,
    refuses: ['oidc_unavailable', 'oidc_unreachable', 'oidc_refused', 'identity_taken', 'sign_in_needed'],
    ours: true,
    body: OidcAnswer,
    returns: IdentityShape,
    handle: async ({ oidc }, { body: { iss = null, ...answer }, asker, door }) =>
      shownIdentity(await oidc.finishLink(asker, { ...answer, iss }, door.bound())),
  }),
  'me.removeIdentity': json({
    route: 'DELETE /api/me/identities',
    who: 'person',
    summary: 'Unlink an account.',
    status: 204,
    refuses: ['identity_not_found'],
    ours: true,
    body: Type.Object(account, closed),
    handle: async ({ oidc }, { body, asker }) => {
      await oidc.remove(asker, body);
      return undefined;
    },
  }),
};
