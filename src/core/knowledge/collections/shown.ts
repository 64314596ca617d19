import type { Column, Field, ShownRecord, ShownValue, StoredRecord, StoredValue } from './model.ts';
import type { NamedSubject, Subjects } from './port.ts';
import { shownValue } from './values.ts';
import type { EntityId } from '../../kernel/ids.ts';

/** Records as answers show them. @throws faults of the graph */
export async function shownRecords(
  records: readonly StoredRecord[],
  columns: readonly Column[],
  subjects: Pick<Subjects, 'names'>,
): Promise<readonly ShownRecord[]> {
  const ids = [...new Set(records.flatMap((one) => Object.values(one.subjects)))];
  const names = ids.length === 0 ? new Map<EntityId, NamedSubject>() : await subjects.names(ids);
  return records.map(({ recordId, values, subjects: own, createdAt, updatedAt }) => ({
    recordId,
    ...Object.fromEntries(
      columns.map(({ name, type, slot }): [string, ShownValue] => [
        name,
        type === 'subject' ? subjectFrom(own[slot] ?? null, names) : shownValue(type, values[slot] ?? null),
      ]),
    ),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }));
}

export function subjectFrom(
  entityId: EntityId | null,
  names: ReadonlyMap<EntityId, NamedSubject>,
): ShownValue {
  if (entityId === null) return null;
  const found = names.get(entityId);
  return found ? { entityId: found.entityId, name: found.name } : { entityId, name: null };
}

/** A value of a field that is no subject. */
export const shownOf = (field: Field, stored: StoredValue): ShownValue =>
  field.type === 'subject' ? stored : shownValue(field.type, stored);
