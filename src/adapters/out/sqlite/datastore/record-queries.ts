import { sql, type OrderByItemBuilder, type RawBuilder, type SqlBool } from 'kysely';
import { collectionLimits } from '../../../../core/knowledge/collections/limits.ts';
import type {
  Aggregate,
  Condition,
  Field,
  Sort,
  SortPosition,
} from '../../../../core/knowledge/collections/model.ts';
import { hasIn } from '../../sql/has-in.ts';
import type { Word } from '../../sql/said.ts';
import { beginningOf, heldNumber, heldText } from '../../sql/words.ts';
import { slotColumn } from './slots.ts';

/** Parts of queries of records. Values are bound; of names there are ours alone. */

const OWN = { recordId: 'record_id', createdAt: 'created_at', updatedAt: 'updated_at' } as const;

/** What a field of a record is. A subject is in a table of its own, so that merges find it. */
export const valueOf = (field: Field): Word<unknown> => {
  if ('own' in field) return sql.ref(`records.${OWN[field.own]}`);
  if (field.type === 'subject')
    return sql`(SELECT entity_id FROM record_subjects WHERE record_subjects.record_no = records.record_no AND slot = ${sql.lit(field.slot)})`;
  const held = sql.ref(`records.${slotColumn(field.slot)}`);
  return HOLDS_TEXT.has(field.type) ? heldText(held) : heldNumber(held);
};

const HOLDS_TEXT: ReadonlySet<Field['type']> = new Set(['string', 'json']);

/** No value of a field equals, differs from or precedes nothing, as people mean it: `neq` finds records without a value, too. */
export function truthOf(condition: Condition): Word<SqlBool> {
  switch (condition.kind) {
    case 'all':
      return sql`(${sql.join(condition.of.map(truthOf), sql` AND `)})`;
    case 'any':
      return sql`(${sql.join(condition.of.map(truthOf), sql` OR `)})`;
    case 'isNull':
      return condition.isNull
        ? sql`${valueOf(condition.field)} IS NULL`
        : sql`${valueOf(condition.field)} IS NOT NULL`;
    case 'contains':
      return hasIn(valueOf(condition.field), condition.text);
    case 'in':
      return oneOf(condition.field, condition.values);
    case 'notIn':
      return sql`(${oneOf(condition.field, condition.values)}) IS NOT TRUE`;
    case 'compare':
      return compared(condition.field, condition.by, condition.value);
  }
}

const oneOf = (field: Field, values: readonly (string | number)[]): RawBuilder<SqlBool> =>
  isSubject(field)
    ? subjectIs(field, sql`entity_id IN (${sql.join(values)})`)
    : sql`${valueOf(field)} IN (${sql.join(values)})`;

const COMPARED = {
  eq: sql`=`,
  neq: sql`IS DISTINCT FROM`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
} as const;

export const comparedBy = (by: keyof typeof COMPARED): RawBuilder<unknown> => COMPARED[by];

function compared(field: Field, by: keyof typeof COMPARED, value: string | number): RawBuilder<SqlBool> {
  if (!isSubject(field)) return sql`${valueOf(field)} ${COMPARED[by]} ${value}`;
  const is = subjectIs(field, sql`entity_id = ${value}`);
  return by === 'neq' ? sql`NOT ${is}` : is;
}

type SubjectField = Extract<Field, { readonly slot: number }>;

const isSubject = (field: Field): field is SubjectField => 'slot' in field && field.type === 'subject';

const subjectIs = (field: SubjectField, is: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`EXISTS (SELECT 1 FROM record_subjects WHERE record_subjects.record_no = records.record_no AND slot = ${sql.lit(field.slot)} AND ${is})`;

/** What records are sorted by: of a text its beginning, so that a cursor can hold it. */
export const orderOf = ({ field }: Sort): Word<unknown> =>
  field.type === 'string' ? beginningOf(valueOf(field), collectionLimits.sortedChars) : valueOf(field);

/** The direction of an order in which nothing precedes every value. */
export const towards = (isFalling: boolean) => (order: OrderByItemBuilder) =>
  isFalling ? order.desc().nullsLast() : order.asc().nullsFirst();

/** Whether a record comes after the position. Nothing precedes every value; of equal ones the newer is first. */
export function isAfter(sort: Sort, { value, recordNo }: SortPosition): RawBuilder<SqlBool> {
  const isOlder = sql<SqlBool>`record_no < ${recordNo}`;
  const order = orderOf(sort);
  if (value === null)
    return sort.descending
      ? sql`(${order} IS NULL AND ${isOlder})`
      : sql`(${order} IS NOT NULL OR ${isOlder})`;
  return sort.descending
    ? sql`(${order} < ${value} OR ${order} IS NULL OR (${order} = ${value} AND ${isOlder}))`
    : sql`(${order} > ${value} OR (${order} = ${value} AND ${isOlder}))`;
}

export function aggregateOf({ kind, field }: Aggregate): RawBuilder<unknown> {
  if (field === null) return sql`count(*)`;
  const value = valueOf(field);
  switch (kind) {
    case 'count':
      return sql`count(${value})`;
    case 'countDistinct':
      return sql`count(DISTINCT ${value})`;
    case 'sum':
      return sql`sum(${value})`;
    case 'avg':
      return sql`avg(${value})`;
    case 'min':
      return sql`min(${value})`;
    case 'max':
      return sql`max(${value})`;
  }
}
