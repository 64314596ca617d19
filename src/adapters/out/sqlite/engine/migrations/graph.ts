import type { Migration } from '../../migrate.ts';

/**
 * Instants are epoch milliseconds. A merge sets `merged_into`, `root` and `merge_id` of entities and moves no other row,
 * so taking it back restores everything: what belongs to an entity is what belongs to all entities with its `root`.
 */
export const graph: Migration = {
  name: 'graph',
  sql: `
    CREATE TABLE entities (
      entity_no     INTEGER PRIMARY KEY,
      entity_id     TEXT NOT NULL UNIQUE,
      kind          TEXT NOT NULL,
      name          TEXT NOT NULL,
      is_contact    INTEGER NOT NULL,
      mentions      INTEGER NOT NULL,
      created_at    INTEGER NOT NULL,
      updated_at    INTEGER NOT NULL,
      first_seen_at INTEGER NOT NULL,
      last_seen_at  INTEGER NOT NULL,
      -- The entity that shows this one: itself, or what it was merged into, directly or over others.
      root          INTEGER NOT NULL,
      merged_into   INTEGER REFERENCES entities,
      merge_id      TEXT,
      -- Of all entities with this root.
      all_mentions   INTEGER NOT NULL,
      all_first_seen INTEGER NOT NULL,
      all_last_seen  INTEGER NOT NULL,
      any_contact    INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX entities_by_root ON entities (root);
    CREATE INDEX entities_merged ON entities (merged_into) WHERE merged_into IS NOT NULL;
    CREATE INDEX entities_by_name ON entities (name COLLATE NOCASE, entity_no) WHERE merged_into IS NULL;
    CREATE INDEX entities_by_mentions ON entities (all_mentions, entity_no) WHERE merged_into IS NULL;
    CREATE INDEX entities_by_seen ON entities (all_last_seen, entity_no) WHERE merged_into IS NULL;
    CREATE INDEX entities_of_kind_by_name ON entities (kind, name COLLATE NOCASE, entity_no) WHERE merged_into IS NULL;
    CREATE INDEX entities_of_kind_by_mentions ON entities (kind, all_mentions, entity_no) WHERE merged_into IS NULL;
    CREATE INDEX entities_of_kind_by_seen ON entities (kind, all_last_seen, entity_no) WHERE merged_into IS NULL;
    CREATE INDEX contacts_by_change ON entities (updated_at, entity_no)
      WHERE any_contact = 1 AND merged_into IS NULL;

    CREATE TABLE sources (
      source    INTEGER PRIMARY KEY,
      origin    TEXT NOT NULL,
      run_id    TEXT NOT NULL,
      thread_id TEXT NOT NULL,
      tool      TEXT NOT NULL,
      UNIQUE (origin, run_id, thread_id, tool)
    ) STRICT;

    -- Every name and alias, also those that hold no more.
    CREATE TABLE names (
      name_no       INTEGER PRIMARY KEY,
      entity_no     INTEGER NOT NULL REFERENCES entities ON DELETE CASCADE,
      text          TEXT NOT NULL,
      key           TEXT NOT NULL,
      source        INTEGER NOT NULL REFERENCES sources,
      created_at    INTEGER NOT NULL,
      superseded_at INTEGER,
      -- It takes this name from what its entity shows, whichever entity brought it.
      hides         INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX names_of_entity ON names (entity_no);
    CREATE INDEX names_by_key ON names (key) WHERE superseded_at IS NULL;

    -- Folded words of the current names; rowid is name_no.
    CREATE VIRTUAL TABLE name_words USING fts5(
      words, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3', tokenize = 'ascii'
    );
    CREATE TABLE name_vocabulary (word TEXT PRIMARY KEY, uses INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE name_grams (gram TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (gram, word)) STRICT, WITHOUT ROWID;

    CREATE TABLE facts (
      fact_no       INTEGER PRIMARY KEY,
      fact_id       TEXT NOT NULL UNIQUE,
      entity_no     INTEGER NOT NULL REFERENCES entities ON DELETE CASCADE,
      attribute     TEXT NOT NULL,
      -- Null: it has none, whatever an entity that was merged into this one says.
      value         TEXT,
      key           TEXT,
      confidence    REAL NOT NULL,
      source        INTEGER NOT NULL REFERENCES sources,
      created_at    INTEGER NOT NULL,
      superseded_at INTEGER,
      superseded_by INTEGER REFERENCES facts ON DELETE SET NULL
    ) STRICT;
    CREATE INDEX facts_of_entity ON facts (entity_no, attribute);
    CREATE INDEX facts_replaced ON facts (superseded_by) WHERE superseded_by IS NOT NULL;
    CREATE INDEX facts_by_key ON facts (attribute, key) WHERE superseded_at IS NULL AND key IS NOT NULL;

    CREATE TABLE relations (
      relation_no   INTEGER PRIMARY KEY,
      relation_id   TEXT NOT NULL UNIQUE,
      kind          TEXT NOT NULL,
      from_no       INTEGER NOT NULL REFERENCES entities ON DELETE CASCADE,
      to_no         INTEGER NOT NULL REFERENCES entities ON DELETE CASCADE,
      since         TEXT,
      until         TEXT,
      confidence    REAL NOT NULL,
      source        INTEGER NOT NULL REFERENCES sources,
      created_at    INTEGER NOT NULL,
      superseded_at INTEGER,
      superseded_by INTEGER REFERENCES relations ON DELETE SET NULL
    ) STRICT;
    CREATE INDEX relations_from ON relations (from_no);
    CREATE INDEX relations_to ON relations (to_no);
    CREATE INDEX relations_replaced ON relations (superseded_by) WHERE superseded_by IS NOT NULL;

    -- The memory entries that mention an entity.
    CREATE TABLE mentions (
      entity_no  INTEGER NOT NULL REFERENCES entities ON DELETE CASCADE,
      entry_id   TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (entity_no, entry_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX mentions_by_entry ON mentions (entry_id);

    -- Entities that stand for themselves, by kind, and current relations, as relations.
    CREATE TABLE graph_counts (what TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID;

    -- How far entries and names were looked at.
    CREATE TABLE graph_marks (mark TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  `,
};
