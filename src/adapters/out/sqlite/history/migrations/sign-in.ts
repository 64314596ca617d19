import type { Migration } from '../../migrate.ts';

/** How people sign in: of what lets somebody in, only hashes. */
export const signIn: Migration = {
  name: 'sign-in',
  sql: `
    ALTER TABLE people ADD COLUMN proxy_user TEXT;
    ALTER TABLE people ADD COLUMN handover_to TEXT;
    CREATE UNIQUE INDEX people_of_proxy ON people (proxy_user) WHERE proxy_user IS NOT NULL;

    CREATE TABLE person_sessions (
      session_id   TEXT NOT NULL PRIMARY KEY,
      hash         TEXT NOT NULL UNIQUE,
      person_id    TEXT NOT NULL,
      way          TEXT NOT NULL,
      address      TEXT,
      browser      TEXT,
      created_at   INTEGER NOT NULL,
      last_seen_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX sessions_of_person ON person_sessions (person_id, last_seen_at);

    CREATE TABLE person_tokens (
      token_id     TEXT NOT NULL PRIMARY KEY,
      hash         TEXT NOT NULL UNIQUE,
      person_id    TEXT NOT NULL,
      name         TEXT NOT NULL,
      scopes       TEXT NOT NULL,
      created_at   INTEGER NOT NULL,
      last_used_at INTEGER,
      expires_at   INTEGER
    ) STRICT;
    CREATE INDEX tokens_of_person ON person_tokens (person_id);

    CREATE TABLE invitations (
      invitation_id TEXT NOT NULL PRIMARY KEY,
      hash          TEXT NOT NULL UNIQUE,
      name          TEXT NOT NULL,
      created_at    INTEGER NOT NULL,
      expires_at    INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE person_links (
      hash       TEXT NOT NULL PRIMARY KEY,
      person_id  TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE passkeys (
      passkey_id   TEXT NOT NULL PRIMARY KEY,
      person_id    TEXT NOT NULL,
      name         TEXT NOT NULL,
      public_key   TEXT NOT NULL,
      counter      INTEGER NOT NULL,
      transports   TEXT NOT NULL,
      public_url   TEXT NOT NULL,
      created_at   INTEGER NOT NULL,
      last_used_at INTEGER
    ) STRICT;
    CREATE INDEX passkeys_of_person ON passkeys (person_id);

    CREATE TABLE person_identities (
      issuer     TEXT NOT NULL,
      subject    TEXT NOT NULL,
      person_id  TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (issuer, subject)
    ) STRICT;
    CREATE INDEX identities_of_person ON person_identities (person_id);

    CREATE TABLE wrong_tries (
      who     TEXT NOT NULL PRIMARY KEY,
      tries   INTEGER NOT NULL,
      last_at INTEGER NOT NULL
    ) STRICT;
  `,
};
