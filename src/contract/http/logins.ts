import { Type } from 'typebox';
import { json } from '../row.ts';

const state = Type.Object({
  required: Type.Boolean({ description: 'Whether requests need the token or a login' }),
  loggedIn: Type.Boolean({ description: 'Whether the cookie of this request is that of a login' }),
});

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
