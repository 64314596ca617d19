import { sql } from 'kysely';
import { notByIndex } from '../../sql/words.ts';

/**
 * The order of insertion, in tables whose rows never move: a new row gets a higher number than all others. By
 * it as an index SQLite would scan the whole table just because it is in this order.
 */
export const inOrder = notByIndex(sql<number>`rowid`);

/** Above the number of every thread: for the thread that is created or changed. */
export const nextChange = sql<number>`(SELECT coalesce(max(change_no), 0) + 1 FROM threads)`;
