import { isExact } from '../../kernel/exact-json.ts';
import { isDeeperThan, type Json } from '../../kernel/json.ts';
import { quoteValue } from '../../kernel/quoted.ts';
import { collectionLimits } from './limits.ts';
import type { ColumnType, StoredValue } from './model.ts';
import type { QuotedValue, Says } from '../../kernel/says.ts';
import { say } from './says.ts';

/** A value as it is stored, or why it does not fit. */
export type Coerced<Value = StoredValue> = { readonly value: Value } | { readonly why: Says };

const DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/iu;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu;
const BOOLEANS: Readonly<Record<string, number>> = { true: 1, false: 0 };

/** The stored form of a value, where it is certain what is meant. Null and undefined are no value. */
export function coerced(type: Exclude<ColumnType, 'subject'>, given: unknown): Coerced {
  if (given === null || given === undefined) return { value: null };
  switch (type) {
    case 'string':
      if (typeof given === 'string') return { value: given.toWellFormed() };
      if (typeof given === 'number' || typeof given === 'boolean') return { value: String(given) };
      return unfit(given, type);
    case 'number':
      return numberFrom(given);
    case 'date':
      return dateFrom(given);
    case 'boolean': {
      if (typeof given === 'boolean') return { value: given ? 1 : 0 };
      const value = typeof given === 'string' ? BOOLEANS[given.trim().toLowerCase()] : undefined;
      return value === undefined ? unfit(given, type) : { value };
    }
    case 'json':
      return isDeeperThan(given, collectionLimits.jsonDepth)
        ? { why: say('collections.deep', { most: collectionLimits.jsonDepth }) }
        : { value: JSON.stringify(given).toWellFormed() };
  }
}

function numberFrom(given: unknown): Coerced {
  if (typeof given === 'number' && Number.isFinite(given)) return { value: given === 0 ? 0 : given };
  if (typeof given !== 'string') return unfit(given, 'number');
  const text = given.trim();
  if (!DECIMAL.test(text)) return unfit(given, 'number');
  if (/^[+-]?0\d/u.test(text)) return { why: say('collections.zeros', { value: shown(given) }) };
  const value = Number(text);
  if (!isExact(text)) return { why: say('collections.too_exact', { value: shown(given) }) };
  return { value: value === 0 ? 0 : value };
}

function dateFrom(given: unknown): Coerced {
  if (typeof given !== 'string') return unfit(given, 'date');
  const text = given.trim();
  const found = DATE.exec(text);
  if (!found) return unfit(given, 'date');
  const [, year, month, day, hours, , , zone] = found;
  if (hours !== undefined && zone === undefined)
    return { why: say('collections.no_zone', { value: shown(given) }) };
  const isDay = new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDate() === Number(day);
  const instant = Date.parse(hours === undefined ? `${text}T00:00:00Z` : plainTime(text));
  return isDay && !Number.isNaN(instant) ? { value: instant } : unfit(given, 'date');
}

/** As the language's own parser takes it. */
const plainTime = (text: string): string =>
  text
    .toUpperCase()
    .replace(' ', 'T')
    .replace(/(\.\d{3})\d+/u, '$1')
    .replace(/([+-]\d{2})(\d{2})$/u, '$1:$2');

const unfit = (given: unknown, needed: 'string' | 'number' | 'date' | 'boolean'): Coerced => ({
  why: say('collections.is_not', { value: shown(given), needed }),
});

const shown = (given: unknown): QuotedValue => quoteValue(given as Json, 80);

/** A stored value of these types as answers show it. */
export function shownValue(type: Exclude<ColumnType, 'subject'>, stored: StoredValue): Json {
  if (stored === null) return null;
  switch (type) {
    case 'date':
      return typeof stored === 'number' ? new Date(stored).toISOString() : null;
    case 'boolean':
      return stored === 1;
    case 'json':
      return JSON.parse(String(stored)) as Json;
    case 'number':
    case 'string':
      return stored;
  }
}
