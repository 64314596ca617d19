import { sql } from 'kysely';

/** As JSON, so that a list of any length is one statement. */
export const among = (values: readonly (string | number)[]) =>
  sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
