import { Type } from 'typebox';
import { scopes, sessionWays } from '../../core/trust/people/model.ts';
import type { refuse as refuseSignIn } from '../../core/trust/sign-in/errors.ts';
import type { OwnToken } from '../../core/trust/sign-in/model.ts';
import { rowsRefusing } from '../row.ts';
import { closed, Id, OrNull, Time, time } from '../shapes.ts';

const { json } = rowsRefusing<typeof refuseSignIn>();

const TokenName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });
const Scopes = Type.Array(Type.Enum([...scopes]), { minItems: 1, maxItems: scopes.length });

const token = {
  tokenId: Id,
  name: Type.String(),
  scopes: Type.Array(Type.Enum([...scopes])),
  createdAt: Time,
  lastUsedAt: OrNull(Time),
  expiresAt: OrNull(Time),
};

const shownToken = ({ tokenId, name, scopes: may, createdAt, lastUsedAt, expiresAt }: OwnToken) => ({
  tokenId,
  name,
  scopes: [...may],
  createdAt: time(createdAt),
  lastUsedAt: lastUsedAt === null ? null : time(lastUsedAt),
  expiresAt: expiresAt === null ? null : time(expiresAt),
});

/** How the one who asks signs in: their sessions and tokens, each of which they can end. */
export const ownSignIn = {
  'me.sessions': json({
    route: 'GET /api/me/sessions',
    who: 'person',
    summary: 'The browsers that are signed in as you, the latest used first.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({
      sessions: Type.Array(
        Type.Object({
          sessionId: Type.String(),
          way: Type.Enum(['login', ...sessionWays], {
            description: 'For what it was opened, as signedIn of GET /api/me',
          }),
          createdAt: Time,
          lastSeenAt: Time,
          address: OrNull(Type.String()),
          browser: OrNull(Type.String({ description: 'What the browser calls itself' })),
          current: Type.Boolean({ description: 'It is that of this request' }),
        }),
      ),
    }),
    handle: async ({ signIn, logins, people }, { asker }) => {
      const own = (await signIn.sessions(asker)).map(
        ({ sessionId, way, createdAt, lastSeenAt, address, browser }) => ({
          sessionId,
          way,
          createdAt: time(createdAt),
          lastSeenAt: time(lastSeenAt),
          address,
          browser,
          current: sessionId === asker.with,
        }),
      );
      // They stand for the token of the engine, and so for its owner.
      const ofToken = asker.person === people.owner ? logins.list() : [];
      return {
        sessions: [
          ...own,
          ...ofToken.map(({ loginId, openedAt, lastUsedAt }) => ({
            sessionId: loginId,
            way: 'login' as const,
            createdAt: time(openedAt),
            lastSeenAt: time(lastUsedAt),
            address: null,
            browser: null,
            current: loginId === asker.with,
          })),
        ],
      };
    },
  }),
  'me.endSession': json({
    route: 'DELETE /api/me/sessions/:id',
    who: 'person',
    summary: 'Sign a browser out, at once.',
    status: 204,
    refuses: ['session_not_found'],
    ours: true,
    handle: async ({ signIn, logins, people, accessChanged }, { params, asker }) => {
      if (asker.person === people.owner && (await logins.endById(params.id))) accessChanged.tell();
      else await signIn.end(asker, params.id);
      return undefined;
    },
  }),
  'me.tokens': json({
    route: 'GET /api/me/tokens',
    who: 'person',
    summary: 'The tokens that you made, the newest first.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({ tokens: Type.Array(Type.Object(token)) }),
    handle: async ({ ownTokens }, { asker }) => ({
      tokens: (await ownTokens.list(asker)).map(shownToken),
    }),
  }),
  'me.makeToken': json({
    route: 'POST /api/me/tokens',
    who: 'person',
    summary:
      'Make a token for a program of yours. It acts as you, and its scopes only narrow what you may do: read shows, run starts and stops work, manage changes the rest.',
    status: 201,
    refuses: ['sign_in_needed', 'scopes_only_narrow', 'expires_in_past', 'most_reached'],
    ours: true,
    body: Type.Object({ name: TokenName, scopes: Scopes, expiresAt: Type.Optional(OrNull(Time)) }, closed),
    returns: Type.Object({ ...token, token: Type.String({ description: 'Shown this once' }) }),
    handle: async ({ ownTokens }, { body: { name, scopes: may, expiresAt }, asker }) => {
      const made = await ownTokens.make(asker, {
        name,
        scopes: may,
        expiresAt: expiresAt === undefined || expiresAt === null ? null : Date.parse(expiresAt),
      });
      return { ...shownToken(made), token: made.token };
    },
  }),
  'me.setToken': json({
    route: 'PATCH /api/me/tokens/:id',
    who: 'person',
    summary: 'Give a token another name, or fewer scopes, at once.',
    status: 200,
    refuses: ['token_not_found', 'scopes_only_narrow', 'sign_in_needed'],
    ours: true,
    body: Type.Object({ name: Type.Optional(TokenName), scopes: Type.Optional(Scopes) }, closed),
    returns: Type.Object(token),
    handle: async ({ ownTokens }, { params, body, asker }) =>
      shownToken(await ownTokens.set(asker, params.id, body)),
  }),
  'me.removeToken': json({
    route: 'DELETE /api/me/tokens/:id',
    who: 'person',
    summary: 'Remove a token, at once.',
    status: 204,
    refuses: ['token_not_found'],
    ours: true,
    handle: async ({ ownTokens }, { params, asker }) => {
      await ownTokens.remove(asker, params.id);
      return undefined;
    },
  }),
};
