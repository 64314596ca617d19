import { sql, type RawBuilder } from 'kysely';
import type { View } from './seen.ts';
import { isHalfOfPair } from '../../../../core/kernel/words.ts';

/** Words of names that end with one character. */
const MOST_ENDING = 200;

/** The numbers of names that are seen and have all words, as `namesMatching` has it. */
export const namesWith = (words: readonly string[], { sees }: View) =>
  sql<{ readonly name_no: number }>`SELECT name_words.rowid AS name_no FROM name_words
    JOIN names AS seen ON seen.name_no = name_words.rowid
    WHERE name_words MATCH ${namesMatching(words)} AND ${sees('seen')}`;

/** A query of `name_words`: what has all words, each as the beginning of one of its own. */
export const namesMatching = (words: readonly string[]): RawBuilder<string> =>
  sql`${sql.join(
    words.map((word) => (isHalfOfPair(word) ? withWordsEndingIn(word) : sql`${beginningWith(word)}`)),
    sql` || ' AND ' || `,
  )}`;

const beginningWith = (word: string): string => `"${word.replaceAll('"', '')}"*`;

const withWordsEndingIn = (character: string): RawBuilder<string> => sql`(
  SELECT '(' || ${beginningWith(character)} || coalesce(group_concat(' OR "' || word || '"', ''), '') || ')'
  FROM (SELECT word FROM name_vocabulary WHERE word LIKE ${`_${character}`} LIMIT ${MOST_ENDING}))`;
