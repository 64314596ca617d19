import { sql, type RawBuilder } from 'kysely';
import type { Usage } from '../../../../core/ports/model.ts';

/** The largest sum: what JavaScript can tell from its neighbours. Databases may hold single counts above it. */
const MOST = Number.MAX_SAFE_INTEGER;

/** Of SQL: this, or the largest sum. Integers that overflow are fractions to SQLite, which an INTEGER column refuses. */
export const atMost = (value: RawBuilder<number>): RawBuilder<number> =>
  sql<number>`min(${value}, ${sql.lit(MOST)})`;

/** Of SQL: the sum of this column over its group. `sum` throws where integers overflow. */
export const sumOf = (column: string): RawBuilder<number> => atMost(sql<number>`total(${sql.ref(column)})`);

/** What stands as `usage_json`: whole numbers that the INTEGER columns made of it can hold. */
export const usageJson = (usage: Usage): string =>
  JSON.stringify(usage, (_key, value: unknown) => (typeof value === 'number' ? countOf(value) : value));

const countOf = (value: number): number =>
  Number.isNaN(value) ? 0 : Math.min(MOST, Math.max(0, Math.ceil(value)));
