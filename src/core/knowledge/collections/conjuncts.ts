import { collectionLimits } from './limits.ts';
import type { Condition, Field, Slot, Sort } from './model.ts';

/** The conditions that a record must all meet. */
export function conjunctsOf(where: Condition | null): readonly Condition[] {
  if (where === null) return [];
  return where.kind === 'all' ? where.of.flatMap(conjunctsOf) : [where];
}

/** A condition that the order of its column answers without reading a record. */
export type Ordered = Extract<Condition, { readonly kind: 'compare' | 'in' | 'notIn' | 'isNull' }> & {
  readonly kind: 'compare' | 'in' | 'isNull';
  readonly field: { readonly slot: Slot };
};

export function isOrdered(condition: Condition): condition is Ordered {
  switch (condition.kind) {
    case 'compare': {
      const { field, by, value } = condition;
      if (!hasOrder(field) || by === 'neq') return false;
      // Of a longer text the order holds the beginning.
      return by === 'eq' ? isWhole(value) : field.type !== 'string';
    }
    case 'in':
      return hasOrder(condition.field) && condition.values.every(isWhole);
    case 'isNull':
      return hasOrder(condition.field);
    default:
      return false;
  }
}

/** The columns whose order would help to find these records, the most helpful first. */
export function orderedBy(where: Condition | null, sort: Sort | null): readonly Slot[] {
  const slots = conjunctsOf(where)
    .filter(isOrdered)
    .map(({ field }) => field.slot);
  return [...new Set([...(sort !== null && hasOrder(sort.field) ? [sort.field.slot] : []), ...slots])];
}

export const hasOrder = (field: Field): field is Extract<Field, { readonly slot: Slot }> =>
  'slot' in field && field.type !== 'json' && field.type !== 'subject';

const isWhole = (value: string | number): boolean =>
  typeof value === 'number' || (value.length <= collectionLimits.sortedChars && !value.includes('\0'));
