import { sql } from 'kysely';
import { personId } from '../../../../core/kernel/ids.ts';
import { scopes, type Scope } from '../../../../core/trust/people/model.ts';
import type {
  Identity,
  Invitation,
  OwnToken,
  Passkey,
  Session,
  SignInLink,
} from '../../../../core/trust/sign-in/model.ts';
import type { SignInChange, SignInStore } from '../../../../core/trust/sign-in/store.ts';
import { kept } from '../exported.ts';
import { stepsOf } from '../../sql/step.ts';
import { signIn as migration } from './migrations/sign-in.ts';
import { isInNow } from './people.ts';
import { read, type Db, type NewRow, type Part, type Row } from './part.ts';
import type { SignInTables } from './schema.ts';

/** What lets somebody in comes back with nothing: it may have been ended since, and anyone can write a file with some. */
const never = {
  arriving: { without: 'all', own: 'none' },
  leftOut: 'it lets somebody into this engine, and means nothing elsewhere',
} as const;

const OF_SOMEBODY = 'person_id NOT IN (SELECT person_id FROM people)';

export const signIn: Part<SignInTables, SignInChange, { readonly signIn: SignInStore }> = {
  migration,
  ids: [
    ['person_sessions', 'session_id'],
    ['person_tokens', 'token_id'],
    ['invitations', 'invitation_id'],
  ],
  exported: {
    person_sessions: never,
    person_tokens: never,
    invitations: never,
    person_links: never,
    wrong_tries: {
      arriving: { without: 'all', own: 'none' },
      leftOut: 'it says who tried to come into this engine of late',
    },
    // They prove who somebody is to the address that they were made for, and count for no other.
    passkeys: {
      arriving: {
        without: OF_SOMEBODY,
        columns: kept(
          'passkey_id',
          'person_id',
          'name',
          'public_key',
          'counter',
          'transports',
          'public_url',
          'created_at',
          'last_used_at',
        ),
      },
      leftOut: never.leftOut,
    },
    person_identities: {
      arriving: {
        without: OF_SOMEBODY,
        columns: kept('issuer', 'subject', 'person_id', 'created_at'),
      },
      leftOut: never.leftOut,
    },
  },
  steps: (db) => ({
    'session.opened': ({ session, most }) => [
      isInNow(db, session.personId),
      ...stepsOf([db.insertInto('person_sessions').values(sessionRow(session))]),
      sql`DELETE FROM person_sessions WHERE person_id = ${session.personId} AND session_id NOT IN (
        SELECT session_id FROM person_sessions WHERE person_id = ${session.personId}
        ORDER BY last_seen_at DESC, session_id DESC LIMIT ${most})`.compile(db),
    ],
    'session.seen': ({ sessionId, at }) =>
      stepsOf([
        db.updateTable('person_sessions').set({ last_seen_at: at }).where('session_id', '=', sessionId),
      ]),
    'session.ended': ({ sessionId }) =>
      stepsOf([db.deleteFrom('person_sessions').where('session_id', '=', sessionId)]),
    'sessions.ended': ({ personId: id }) =>
      stepsOf([
        db.deleteFrom('person_sessions').where('person_id', '=', id),
        db.deleteFrom('person_links').where('person_id', '=', id),
      ]),
    'token.made': ({ token }) => stepsOf([db.insertInto('person_tokens').values(tokenRow(token))]),
    'token.used': ({ tokenId, at }) =>
      stepsOf([db.updateTable('person_tokens').set({ last_used_at: at }).where('token_id', '=', tokenId)]),
    'token.set': ({ tokenId, name, scopes: may }) => {
      const setting = db.updateTable('person_tokens').set({ name, scopes: may.join(' ') });
      return [{ ...setting.where('token_id', '=', tokenId).compile(), atLeast: 1 }];
    },
    'token.removed': ({ tokenId }) => [
      { ...db.deleteFrom('person_tokens').where('token_id', '=', tokenId).compile(), atLeast: 1 },
    ],
    'invitation.made': ({ invitation }) =>
      stepsOf([db.insertInto('invitations').values(invitationRow(invitation))]),
    'invitation.taken': ({ invitationId }) => [
      { ...db.deleteFrom('invitations').where('invitation_id', '=', invitationId).compile(), atLeast: 1 },
    ],
    'invitation.withdrawn': ({ invitationId }) =>
      stepsOf([db.deleteFrom('invitations').where('invitation_id', '=', invitationId)]),
    'link.made': ({ link }) => [
      isInNow(db, link.personId),
      ...stepsOf([db.insertInto('person_links').values(linkRow(link))]),
    ],
    'link.taken': ({ hash }) => [
      { ...db.deleteFrom('person_links').where('hash', '=', hash).compile(), atLeast: 1 },
    ],
    'passkey.added': ({ passkey }) => stepsOf([db.insertInto('passkeys').values(passkeyRow(passkey))]),
    'passkey.used': ({ passkeyId, counter, at }) => {
      const using = db.updateTable('passkeys').set({ counter, last_used_at: at });
      // Of two uses of one counter, one is a copy's; authenticators without one always say 0.
      const next = using
        .where('passkey_id', '=', passkeyId)
        .where((eb) =>
          eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.lit(counter === 0)])]),
        );
      return [{ ...next.compile(), atLeast: 1 }];
    },
    'passkey.removed': ({ passkeyId }) => [
      { ...db.deleteFrom('passkeys').where('passkey_id', '=', passkeyId).compile(), atLeast: 1 },
    ],
    'identity.added': ({ identity }) =>
      stepsOf([db.insertInto('person_identities').values(identityRow(identity))]),
    'identity.removed': ({ issuer, subject }) => [
      {
        ...db
          .deleteFrom('person_identities')
          .where('issuer', '=', issuer)
          .where('subject', '=', subject)
          .compile(),
        atLeast: 1,
      },
    ],
    'try.wrong': ({ who, at, since }) => [
      sql`INSERT INTO wrong_tries (who, tries, last_at) VALUES (${who}, 1, ${at})
        ON CONFLICT (who) DO UPDATE SET last_at = excluded.last_at,
          tries = CASE WHEN wrong_tries.last_at < ${since} THEN 1 ELSE wrong_tries.tries + 1 END`.compile(db),
      ...stepsOf([db.deleteFrom('wrong_tries').where('last_at', '<', since)]),
    ],
    'tries.right': ({ who }) => stepsOf([db.deleteFrom('wrong_tries').where('who', '=', who)]),
  }),
  reads: (db) => ({ signIn: signInStore(db) }),
};

const signInStore = (db: Db): SignInStore => ({
  session: async (hash) => {
    const query = db.selectFrom('person_sessions').selectAll().where('hash', '=', hash);
    const row = await read(query.executeTakeFirst());
    return row ? sessionFrom(row) : null;
  },
  sessionsOf: async (id) => {
    const query = db.selectFrom('person_sessions').selectAll().where('person_id', '=', id);
    return (await read(query.orderBy('last_seen_at', 'desc').execute())).map(sessionFrom);
  },
  token: async (hash) => {
    const query = db.selectFrom('person_tokens').selectAll().where('hash', '=', hash);
    const row = await read(query.executeTakeFirst());
    return row ? tokenFrom(row) : null;
  },
  tokensOf: async (id) => {
    const query = db.selectFrom('person_tokens').selectAll().where('person_id', '=', id);
    return (await read(query.orderBy('token_id', 'desc').execute())).map(tokenFrom);
  },
  invitation: async (hash) => {
    const query = db.selectFrom('invitations').selectAll().where('hash', '=', hash);
    const row = await read(query.executeTakeFirst());
    return row ? invitationFrom(row) : null;
  },
  invitations: async () => {
    const query = db.selectFrom('invitations').selectAll().orderBy('invitation_id', 'desc');
    return (await read(query.execute())).map(invitationFrom);
  },
  link: async (hash) => {
    const query = db.selectFrom('person_links').selectAll().where('hash', '=', hash);
    const row = await read(query.executeTakeFirst());
    return row ? linkFrom(row) : null;
  },
  passkey: async (passkeyId) => {
    const query = db.selectFrom('passkeys').selectAll().where('passkey_id', '=', passkeyId);
    const row = await read(query.executeTakeFirst());
    return row ? passkeyFrom(row) : null;
  },
  passkeysOf: async (id) => {
    const query = db.selectFrom('passkeys').selectAll().where('person_id', '=', id);
    return (await read(query.orderBy('created_at', 'desc').execute())).map(passkeyFrom);
  },
  identity: async (issuer, subject) => {
    const query = db.selectFrom('person_identities').selectAll().where('issuer', '=', issuer);
    const row = await read(query.where('subject', '=', subject).executeTakeFirst());
    return row ? identityFrom(row) : null;
  },
  identitiesOf: async (id) => {
    const query = db.selectFrom('person_identities').selectAll().where('person_id', '=', id);
    return (await read(query.orderBy('created_at', 'desc').execute())).map(identityFrom);
  },
  tries: async (who) => {
    const row = await read(
      db.selectFrom('wrong_tries').selectAll().where('who', '=', who).executeTakeFirst(),
    );
    return row ? { tries: row.tries, lastAt: row.last_at } : null;
  },
});

const sessionRow = (session: Session): NewRow<'person_sessions'> => ({
  session_id: session.sessionId,
  hash: session.hash,
  person_id: session.personId,
  way: session.way,
  address: session.address,
  browser: session.browser,
  created_at: session.createdAt,
  last_seen_at: session.lastSeenAt,
});

const sessionFrom = (row: Row<'person_sessions'>): Session => ({
  sessionId: row.session_id,
  hash: row.hash,
  personId: personId(row.person_id),
  way: row.way,
  address: row.address,
  browser: row.browser,
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
});

const tokenRow = (token: OwnToken): NewRow<'person_tokens'> => ({
  token_id: token.tokenId,
  hash: token.hash,
  person_id: token.personId,
  name: token.name,
  scopes: token.scopes.join(' '),
  created_at: token.createdAt,
  last_used_at: token.lastUsedAt,
  expires_at: token.expiresAt,
});

const tokenFrom = (row: Row<'person_tokens'>): OwnToken => ({
  tokenId: row.token_id,
  hash: row.hash,
  personId: personId(row.person_id),
  name: row.name,
  scopes: row.scopes.split(' ').filter(isScope),
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
});

const isScope = (word: string): word is Scope => scopes.some((scope) => scope === word);

const invitationRow = (invitation: Invitation): NewRow<'invitations'> => ({
  invitation_id: invitation.invitationId,
  hash: invitation.hash,
  name: invitation.name,
  created_at: invitation.createdAt,
  expires_at: invitation.expiresAt,
});

const invitationFrom = (row: Row<'invitations'>): Invitation => ({
  invitationId: row.invitation_id,
  hash: row.hash,
  name: row.name,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

const linkRow = (link: SignInLink): NewRow<'person_links'> => ({
  hash: link.hash,
  person_id: link.personId,
  created_at: link.createdAt,
  expires_at: link.expiresAt,
});

const linkFrom = (row: Row<'person_links'>): SignInLink => ({
  hash: row.hash,
  personId: personId(row.person_id),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

const passkeyRow = (passkey: Passkey): NewRow<'passkeys'> => ({
  passkey_id: passkey.passkeyId,
  person_id: passkey.personId,
  name: passkey.name,
  public_key: passkey.publicKey,
  counter: passkey.counter,
  transports: passkey.transports.join(' '),
  public_url: passkey.publicUrl,
  created_at: passkey.createdAt,
  last_used_at: passkey.lastUsedAt,
});

const passkeyFrom = (row: Row<'passkeys'>): Passkey => ({
  passkeyId: row.passkey_id,
  personId: personId(row.person_id),
  name: row.name,
  publicKey: row.public_key,
  counter: row.counter,
  transports: row.transports.split(' ').filter((word) => word !== ''),
  publicUrl: row.public_url,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
});

const identityRow = (identity: Identity): NewRow<'person_identities'> => ({
  issuer: identity.issuer,
  subject: identity.subject,
  person_id: identity.personId,
  created_at: identity.createdAt,
});

const identityFrom = (row: Row<'person_identities'>): Identity => ({
  issuer: row.issuer,
  subject: row.subject,
  personId: personId(row.person_id),
  createdAt: row.created_at,
});
