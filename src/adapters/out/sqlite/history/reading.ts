import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import { classified } from '../storage-errors.ts';
import type { HistorySchema } from './schema.ts';

export type Db = Kysely<HistorySchema>;

/** A literal, not a parameter: only so can SQLite use the partial index. */
export const isRunning = (eb: ExpressionBuilder<HistorySchema, 'runs'>) =>
  eb('status', '=', sql.lit('running'));

export const isPending = (eb: ExpressionBuilder<HistorySchema, 'prompts'>) =>
  eb('state', '=', sql.lit('pending'));

export async function read<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    throw classified(error);
  }
}
