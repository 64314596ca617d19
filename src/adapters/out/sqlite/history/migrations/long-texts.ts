import type { Migration } from '../../migrate.ts';

/**
 * `search_texts` with the same texts, read from a long message in a third of the time: each block is looked up in the
 * message instead of being copied out of it, and the text is cut before its marks are replaced.
 */
export const longTexts: Migration = {
  name: 'long-texts',
  sql: `
    DROP VIEW search_texts;
    CREATE VIEW search_texts AS
      SELECT doc_id, thread_id, seq, replace(replace(substr(
        CASE seq
          WHEN 0 THEN (SELECT title FROM threads WHERE threads.thread_id = searched_texts.thread_id)
          ELSE (
            SELECT group_concat(messages.content_json ->> ('$[' || block.key || '].text'), char(10))
            FROM messages, json_each(messages.content_json) AS block
            WHERE messages.thread_id = searched_texts.thread_id AND messages.seq = searched_texts.seq
              AND messages.content_json ->> ('$[' || block.key || '].type') = 'text'
          )
        END, 1, 32768), char(2), ' '), char(3), ' ') AS text
      FROM searched_texts;
  `,
};
