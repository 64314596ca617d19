/** The same query, of which at most so many rows are taken; undefined: all of them. */
export const limited = <Query extends { limit(most: number): Query }>(
  query: Query,
  atMost: number | undefined,
): Query => (atMost === undefined ? query : query.limit(atMost));
