import { numbersOf, textsOf } from '../../sql/words.ts';

/** As JSON, so that a list of any length is one statement. */
export const among = (values: readonly string[]) => textsOf(JSON.stringify(values));
export const amongNumbers = (values: readonly number[]) => numbersOf(JSON.stringify(values));
