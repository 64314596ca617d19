import type { Migration } from '../../migrate.ts';

/** What imports have changed of entities themselves, which no name, fact or relation says. */
export const entityImports: Migration = {
  name: 'entity-imports',
  sql: `
    CREATE TABLE entity_imports (
      entity_no    INTEGER NOT NULL REFERENCES entities ON DELETE CASCADE,
      source       INTEGER NOT NULL REFERENCES sources,
      -- It is a contact by this import, and by nothing but imports.
      made_contact INTEGER NOT NULL,
      -- What it was called before this import called it otherwise, and what since; null: it did not.
      name_before  TEXT,
      name_given   TEXT,
      created_at   INTEGER NOT NULL,
      PRIMARY KEY (entity_no, source)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX entity_imports_of ON entity_imports (source);
  `,
};
