import { Type } from 'typebox';
import type { refuse as refuseSignIn } from '../../core/trust/sign-in/errors.ts';
import { rowsRefusing } from '../row.ts';
import { closed } from '../shapes.ts';

const { json } = rowsRefusing<typeof refuseSignIn>();

const state = Type.Object({
  required: Type.Boolean({ description: 'Whether requests need the token or a login' }),
  loggedIn: Type.Boolean({
    description:
      'Whether the cookie of this request is that of a login or a session, or a trusted proxy says who asks',
  }),
  people: Type.Optional(
    Type.Literal(true, {
      description: 'People sign in here with what is theirs, and the token is the owner’s',
    }),
  ),
});

/** What a browser is signed in for: the part of the url behind the last slash. */
const shown = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }, closed);
export const SignedInNow = Type.Object({ loggedIn: Type.Literal(true) });

/** A page logs in with the token once; its browser then holds a cookie that stands for it. */
export const logins = {
  'login.state': json({
    route: 'GET /api/login',
    who: 'open',
    summary: 'Whether a login is required here, and whether this client is logged in.',
    status: 200,
    refuses: [],
    ours: true,
    withoutToken: true,
    returns: state,
    handle: async (_services, { door }) => await door.state(),
  }),
  'login.open': json({
    route: 'POST /api/login',
    who: 'open',
    summary:
      'Sets the cookie svc_session, which counts in place of the token until logout, until the token changes, or until 30 days without use.',
    status: 200,
    refuses: [],
    ours: true,
    withoutToken: true,
    body: Type.Object(
      { token: Type.String({ minLength: 1, maxLength: 4_096 }) },
      { additionalProperties: false },
    ),
    returns: state,
    handle: async (_services, { body, door }) => await door.logIn(body.token),
  }),
  'login.invitation': json({
    route: 'POST /api/login/invitation',
    who: 'open',
    summary:
      'Accept an invitation: it makes the person and signs this browser in, once. It signs nobody in who is there already.',
    status: 201,
    refuses: ['invitation_unusable', 'already_signed_in', 'identity_taken'],
    ours: true,
    withoutToken: true,
    body: shown,
    returns: SignedInNow,
    handle: async ({ invitations }, { body, door }) => {
      await door.give(await invitations.accept(body.token, await door.visitor()));
      return { loggedIn: true as const };
    },
  }),
  'login.link': json({
    route: 'POST /api/login/link',
    who: 'open',
    summary: 'Sign this browser in with a link that the owner made, once.',
    status: 200,
    refuses: ['link_unusable', 'already_signed_in'],
    ours: true,
    withoutToken: true,
    body: shown,
    returns: SignedInNow,
    handle: async ({ invitations }, { body, door }) => {
      await door.give(await invitations.useLink(body.token, await door.visitor()));
      return { loggedIn: true as const };
    },
  }),
  'login.end': json({
    route: 'POST /api/logout',
    who: 'open',
    summary: 'Ends the login of this client and removes its cookie. Repeatable.',
    status: 204,
    refuses: [],
    ours: true,
    withoutToken: true,
    handle: async (_services, { door }) => {
      await door.logOut();
      return undefined;
    },
  }),
};
