/** The words of titles and messages, which SQLite has in an index of full text of its own kind; with how many they are. */
export const searchWords: readonly string[] = [
  `CREATE TABLE search_words (
    doc_id BIGINT PRIMARY KEY REFERENCES searched_texts ON DELETE CASCADE,
    words  TSVECTOR NOT NULL,
    tokens BIGINT NOT NULL
  )`,
  'CREATE INDEX search_words_by_word ON search_words USING gin (words)',
];
