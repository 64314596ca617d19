import { sql } from 'kysely';

/**
 * The order of making, in tables whose rows are not moved: each row gets a higher number than all that are there. The plus
 * keeps SQLite from walking through the whole table, only because that is its order.
 */
export const inOrder = sql<number>`+rowid`;

/** Above all that threads have: for the one that is made or changed. */
export const nextChange = sql<number>`(SELECT coalesce(max(change_no), 0) + 1 FROM threads)`;
