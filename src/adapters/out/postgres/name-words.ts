/** The words of names, which SQLite has in an index of full text of its own kind. */
export const nameWords: readonly string[] = [
  'CREATE TABLE name_words (rowid BIGINT PRIMARY KEY, words TSVECTOR NOT NULL)',
  'CREATE INDEX name_words_by_word ON name_words USING gin (words)',
];
