import type { Migration } from '../../migrate.ts';

/**
 * Full text of titles and messages. `searched_texts` numbers what is in the index: `seq` 0 is the title of the thread.
 * `search_texts` is what the index has of them: the text blocks, without the two characters that mark matches in snippets.
 * The index stores no text of its own and reads that view, so a row leaves the index before its text changes or is
 * deleted. `secure-delete` removes its words at once; without it they would stay in the file until segments are merged.
 * Small pages make merges short. `search_gaps` lists threads that are incomplete in the index: at first all of them.
 */
export const threadSearch: Migration = {
  name: 'thread-search',
  sql: `
    CREATE TABLE searched_texts (
      doc_id    INTEGER PRIMARY KEY,
      thread_id TEXT NOT NULL REFERENCES threads ON DELETE CASCADE,
      seq       INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX searched_texts_of_thread ON searched_texts (thread_id, seq);

    CREATE TABLE search_gaps (
      gap_no    INTEGER PRIMARY KEY,
      thread_id TEXT NOT NULL UNIQUE REFERENCES threads ON DELETE CASCADE,
      after_seq INTEGER NOT NULL
    ) STRICT;
    INSERT INTO search_gaps (thread_id, after_seq) SELECT thread_id, -1 FROM threads ORDER BY change_no;

    CREATE VIEW search_texts AS
      SELECT doc_id, thread_id, seq, substr(replace(replace(
        CASE seq
          WHEN 0 THEN (SELECT title FROM threads WHERE threads.thread_id = searched_texts.thread_id)
          ELSE (
            SELECT group_concat(block.value ->> 'text', char(10))
            FROM messages, json_each(messages.content_json) AS block
            WHERE messages.thread_id = searched_texts.thread_id AND messages.seq = searched_texts.seq
              AND block.value ->> 'type' = 'text'
          )
        END, char(2), ' '), char(3), ' '), 1, 32768) AS text
      FROM searched_texts;

    CREATE VIRTUAL TABLE search_index USING fts5(
      text, content = 'search_texts', content_rowid = 'doc_id', tokenize = 'unicode61 remove_diacritics 2'
    );
    INSERT INTO search_index (search_index, rank) VALUES ('secure-delete', 1);
    INSERT INTO search_index (search_index, rank) VALUES ('pgsz', 1000);
  `,
};
