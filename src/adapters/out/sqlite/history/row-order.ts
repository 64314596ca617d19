import { sql } from 'kysely';

/**
 * The order of insertion, in tables whose rows never move: a new row gets a higher number than all others. The plus
 * keeps SQLite from scanning the whole table just because it is in this order.
 */
export const inOrder = sql<number>`+rowid`;

/** Above the number of every thread: for the thread that is created or changed. */
export const nextChange = sql<number>`(SELECT coalesce(max(change_no), 0) + 1 FROM threads)`;
