import type { Migration } from '../../migrate.ts';

/**
 * The index of words anew. `searched_texts` keeps what the index takes of each title and message: the core makes that
 * text (`core/conversation/thread-search/model.ts`), once, so no query takes a message apart. Marks are parts of words, as the vowels of
 * Thai are. All threads are noted as missing; they are added in the background, in small steps.
 */
export const searchTexts: Migration = {
  name: 'search-texts',
  sql: `
    DROP TABLE search_index;
    DROP VIEW search_texts;
    DROP TABLE searched_texts;

    CREATE TABLE searched_texts (
      doc_id    INTEGER PRIMARY KEY,
      thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
      seq       INTEGER NOT NULL,
      text      TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX searched_texts_of_thread ON searched_texts (thread_id, seq);

    CREATE VIRTUAL TABLE search_index USING fts5(
      text, content = 'searched_texts', content_rowid = 'doc_id',
      tokenize = 'unicode61 remove_diacritics 2 categories ''L* M* N* Co'''
    );
    INSERT INTO search_index (search_index, rank) VALUES ('secure-delete', 1);
    INSERT INTO search_index (search_index, rank) VALUES ('pgsz', 1000);

    DELETE FROM search_gaps;
    INSERT INTO search_gaps (thread_id, after_seq) SELECT thread_id, -1 FROM threads ORDER BY change_no;
  `,
};
