import { sql, type RawBuilder } from 'kysely';
import { isHalfOfPair } from '../../../../core/kernel/words.ts';

/** Words of names that end with one character. */
const MOST_ENDING = 200;

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
