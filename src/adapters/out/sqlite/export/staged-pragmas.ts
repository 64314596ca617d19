/** For a database that is being made: nothing of it counts before the end, so nothing has to be rolled back. */
export const STAGED = [
  'journal_mode = MEMORY',
  'synchronous = OFF',
  'foreign_keys = OFF',
  'trusted_schema = OFF',
] as const;
