import { sql, type Expression } from 'kysely';
import type { Usage } from '../../../../core/ports/model.ts';
import type { Word } from '../../sql/said.ts';
import { lesser } from '../../sql/words.ts';

/**
 * The largest sum: the largest integer that JavaScript represents exactly. Databases may hold single counts above it.
 */
const MAX_SUM = Number.MAX_SAFE_INTEGER;

/**
 * SQL for the smaller of this value and the largest sum. SQLite turns integers that overflow into floats, which an
 * INTEGER column refuses.
 */
export const atMost = (value: Expression<number>): Word<number> => lesser(value, sql.lit(MAX_SUM));

/** SQL for the sum of this column over its group, as which nothing overflows. */
export const sumOf = (column: string): Word<number> =>
  atMost(sql<number>`coalesce(sum(CAST(${sql.ref(column)} AS DOUBLE PRECISION)), 0)`);

/** The value of `usage_json`: whole numbers that fit the INTEGER columns generated from it. */
export const usageJson = (usage: Usage): string =>
  JSON.stringify(usage, (_key, value: unknown) => (typeof value === 'number' ? countOf(value) : value));

const countOf = (value: number): number =>
  Number.isNaN(value) ? 0 : Math.min(MAX_SUM, Math.max(0, Math.ceil(value)));
