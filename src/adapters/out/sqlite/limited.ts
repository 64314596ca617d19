import { sql, type RawBuilder } from 'kysely';

/** The same query, of which at most so many rows are taken; undefined: all of them. */
export const limited = <Query extends { limit(most: number): Query }>(
  query: Query,
  atMost: number | undefined,
): Query => (atMost === undefined ? query : query.limit(atMost));

/** The same as the end of a query in SQL. */
export const limitTo = (atMost: number | undefined): RawBuilder<unknown> =>
  atMost === undefined ? sql`` : sql`LIMIT ${atMost}`;
