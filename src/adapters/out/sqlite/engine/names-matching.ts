import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { said, type Word } from '../../sql/said.ts';
import type { View } from './seen.ts';
import { isHalfOfPair } from '../../../../core/kernel/words.ts';

/** Words of names that end with one character. */
const MOST_ENDING = 200;

/** The numbers of names that are seen and have all words, as `namesMatching` has it. */
export const namesWith = (words: readonly string[], { sees }: View) =>
  sql<{ readonly name_no: number }>`SELECT name_words.rowid AS name_no FROM name_words
    JOIN names AS seen ON seen.name_no = name_words.rowid
    WHERE ${namesMatching(words)} AND ${sees('seen')}`;

/** Of a row of `name_words`: it has all words, each as the beginning of one of its own. */
const namesMatching = (words: readonly string[]): Word<SqlBool> =>
  said(
    sql`name_words MATCH ${all(IN_SQLITE, words)}`,
    () => sql`name_words.words @@ CAST(${all(IN_POSTGRES, words)} AS TSQUERY)`,
  );

/** Of such a row: it has this word. */
export const hasWord = (word: string): Word<SqlBool> =>
  said(
    sql`name_words MATCH ${IN_SQLITE.quoted(word)}`,
    () => sql`name_words.words @@ CAST(${IN_POSTGRES.quoted(word)} AS TSQUERY)`,
  );

/** How words are asked for. */
interface Language {
  readonly and: string;
  /** Follows a beginning. */
  readonly any: string;
  quoted(word: string): string;
  /** The text of all rows with this separator before each. */
  joined(texts: RawBuilder<unknown>): Expression<string>;
}

const IN_SQLITE: Language = {
  and: ' AND ',
  any: '*',
  quoted: (word) => `"${word.replaceAll('"', '')}"`,
  joined: (texts) => sql`group_concat(' OR "' || ${texts} || '"', '')`,
};

const IN_POSTGRES: Language = {
  and: ' & ',
  any: ':*',
  quoted: (word) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`,
  joined: (texts) => sql`string_agg(' | ' || quote_literal(${texts}), '')`,
};

const all = (language: Language, words: readonly string[]): RawBuilder<string> =>
  sql`${sql.join(
    words.map((word) => {
      const beginning = sql`${`${language.quoted(word)}${language.any}`}`;
      return isHalfOfPair(word) ? withWordsEndingIn(language, word, beginning) : beginning;
    }),
    sql` || ${sql.lit(language.and)} || `,
  )}`;

const withWordsEndingIn = (
  language: Language,
  character: string,
  beginning: RawBuilder<unknown>,
): RawBuilder<string> => sql`(
  SELECT '(' || ${beginning} || coalesce(${language.joined(sql`word`)}, '') || ')'
  FROM (SELECT word FROM name_vocabulary WHERE word LIKE ${`_${character}`} ORDER BY word LIMIT ${MOST_ENDING}) AS ending)`;

/** A row for each part of the index, of two at most; PostgreSQL writes its own anew. */
export const NAME_INDEX_PARTS = said(
  sql`SELECT DISTINCT segid FROM name_words_idx LIMIT 2`,
  () => sql`SELECT 1 WHERE FALSE`,
);
