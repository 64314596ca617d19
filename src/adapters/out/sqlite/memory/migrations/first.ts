import type { Migration } from '../../migrate.ts';

/**
 * Instants are epoch milliseconds. The tables after `entries` are the search index, all of it derived: keys are
 * `termKey`s of `core/knowledge/memory/search/words.ts`, written in base 36 for FTS5, to which they are words.
 */
export const first: Migration = {
  name: 'first',
  sql: `
    CREATE TABLE namespaces (
      namespace TEXT PRIMARY KEY,
      version   INTEGER NOT NULL,
      tail      TEXT NOT NULL,
      chars     INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- Most entries share theirs with others. Empty text is none.
    CREATE TABLE sources (
      source    INTEGER PRIMARY KEY,
      origin    TEXT NOT NULL CHECK (origin IN ('user', 'agent', 'external', 'import')),
      run_id    TEXT NOT NULL,
      thread_id TEXT NOT NULL,
      tool      TEXT NOT NULL,
      UNIQUE (origin, run_id, thread_id, tool)
    ) STRICT;

    -- seq rises and is never used again: what is behind indexed_to has not been indexed.
    CREATE TABLE entries (
      seq           INTEGER PRIMARY KEY,
      entry_id      TEXT NOT NULL UNIQUE,
      namespace     TEXT NOT NULL,
      position      INTEGER NOT NULL,
      lead          TEXT NOT NULL,
      text          TEXT NOT NULL,
      source        INTEGER NOT NULL REFERENCES sources,
      created_at    INTEGER NOT NULL,
      updated_at    INTEGER NOT NULL,
      valid_from    INTEGER NOT NULL,
      superseded_at INTEGER,
      -- The seq of what holds instead. A number, because rows that hardly grow stay where they are.
      superseded_by INTEGER
    ) STRICT;
    CREATE INDEX entries_in_order ON entries (namespace, position) WHERE superseded_at IS NULL;
    CREATE INDEX entries_past ON entries (namespace, superseded_at, seq) WHERE superseded_at IS NOT NULL;

    CREATE TABLE term_index (
      one        INTEGER PRIMARY KEY CHECK (one = 1),
      last_seq   INTEGER NOT NULL,
      indexed_to INTEGER NOT NULL,
      entries    INTEGER NOT NULL,
      terms      INTEGER NOT NULL
    ) STRICT;
    INSERT INTO term_index VALUES (1, 0, 0, 0, 0);

    -- Indexed entries that were superseded since.
    CREATE TABLE term_index_behind (seq INTEGER PRIMARY KEY) STRICT;

    CREATE TABLE entry_terms (
      seq         INTEGER PRIMARY KEY,
      keys        TEXT NOT NULL,
      fingerprint INTEGER NOT NULL,
      past        INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX entry_terms_alike ON entry_terms (fingerprint) WHERE past = 0;

    CREATE VIRTUAL TABLE current_postings USING fts5(
      keys, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
    );
    CREATE VIRTUAL TABLE past_postings USING fts5(
      keys, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
    );

    -- The terms of the current entries, and how many entries each is in.
    CREATE TABLE vocabulary (key INTEGER PRIMARY KEY, term TEXT NOT NULL, frequency INTEGER NOT NULL) STRICT;
    CREATE INDEX vocabulary_by_term ON vocabulary (term);
    CREATE VIRTUAL TABLE vocabulary_grams USING fts5(
      term, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram'
    );
  `,
};
