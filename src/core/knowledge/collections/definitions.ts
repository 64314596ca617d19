import { quote, quoted } from '../../kernel/quoted.ts';
import { refuse } from './errors.ts';
import { collectionLimits as limits } from './limits.ts';
import {
  isReservedCollection,
  NAME,
  RESERVED_COLUMNS,
  type Collection,
  type Column,
  type ColumnType,
  type Slot,
} from './model.ts';
import type { Says } from '../../kernel/says.ts';
import { say } from './says.ts';

export interface ColumnDraft {
  readonly name: string;
  readonly type: ColumnType;
  readonly isUnique?: boolean;
  readonly isEventTime?: boolean;
}

export interface CollectionDraft {
  readonly name: string;
  readonly description?: string | null;
  readonly columns: readonly ColumnDraft[];
}

export interface CollectionEdit {
  readonly description?: string | null;
  readonly add?: readonly ColumnDraft[];
  readonly rename?: readonly { readonly from: string; readonly to: string }[];
  readonly remove?: readonly string[];
}

/** @throws Refusal invalid_collection, reserved_name */
export function checkCollectionName(name: string): void {
  if (!NAME.test(name)) throw refuse.invalid_collection({ name: quoted(name, 100), most: limits.nameChars });
  if (isReservedCollection(name))
    throw refuse.reserved_name({ name }, say('collections.reserved_collection', { name }));
}

/** The columns of a new collection. @throws Refusal invalid_collection, reserved_name, too_many_columns */
export const newColumns = (drafts: readonly ColumnDraft[]): readonly Column[] =>
  withColumns([], [], drafts, true);

/** @throws Refusal unknown_column, invalid_collection, reserved_name, too_many_columns */
export function changedColumns(
  { columns, emptying }: Pick<Collection, 'columns' | 'emptying'>,
  { add = [], rename = [], remove = [] }: CollectionEdit,
): { readonly columns: readonly Column[]; readonly emptying: readonly Slot[] } {
  const removed = remove.map((name) => columnNamed(columns, name));
  const unique = removed.find(({ isUnique }) => isUnique);
  if (unique)
    throw refuse.invalid_collection(
      { column: unique.name },
      say('collections.unique_column', { column: unique.name }),
    );
  const kept = columns.filter((column) => !removed.includes(column));
  const names = new Map(rename.map(({ from, to }) => [columnNamed(kept, from).name, to]));
  const renamed = kept.map((column) => ({ ...column, name: names.get(column.name) ?? column.name }));
  checkNames(renamed.map(({ name }) => name));
  const emptied = [...emptying, ...removed.map(({ slot }) => slot)];
  return { columns: withColumns(renamed, emptied, add, false), emptying: emptied };
}

function withColumns(
  columns: readonly Column[],
  emptying: readonly Slot[],
  drafts: readonly ColumnDraft[],
  isNew: boolean,
): readonly Column[] {
  const used = new Set([...columns.map(({ slot }) => slot), ...emptying]);
  const free = Array.from({ length: limits.columns }, (_, index) => index + 1).filter(
    (slot) => !used.has(slot),
  );
  if (drafts.length > free.length)
    throw refuse.too_many_columns({ columns: columns.length, most: limits.columns });
  const all = [
    ...columns,
    ...drafts.map(({ name, type, isUnique = false, isEventTime = false }, index) => ({
      name,
      type,
      isUnique,
      isEventTime,
      slot: free[index]!,
    })),
  ];
  checkNames(all.map(({ name }) => name));
  for (const column of all.slice(columns.length)) checkKind(column, isNew);
  const timed = all.filter(({ isEventTime }) => isEventTime);
  if (timed.length > 1)
    throw refuse.invalid_collection(
      { column: timed[1]!.name },
      say('collections.one_event_time', { column: timed[0]!.name }),
    );
  return all;
}

function checkKind({ name, type, isUnique, isEventTime }: Column, isNew: boolean): void {
  const wrong = (says: Says) => refuse.invalid_collection({ column: name }, says);
  if (isEventTime && type !== 'date') throw wrong(say('collections.no_date', { column: name }));
  if (!isUnique) return;
  if (type === 'json' || type === 'subject')
    throw wrong(say('collections.never_unique', { column: name, type }));
  if (!isNew) throw wrong(say('collections.late_unique', { column: name }));
}

function checkNames(names: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    if (!NAME.test(name))
      throw refuse.invalid_collection(
        { column: quoted(name, 100) },
        say('collections.column_name', { name: quote(name, 100), most: limits.nameChars }),
      );
    if (RESERVED_COLUMNS.has(name))
      throw refuse.reserved_name({ column: name }, say('collections.reserved_column', { name }));
    if (names.indexOf(name) !== index)
      throw refuse.invalid_collection({ column: name }, say('collections.two_columns', { name }));
  }
}

/** @throws Refusal unknown_column */
export function columnNamed(columns: readonly Column[], name: string): Column {
  const found = columns.find((column) => column.name === name);
  if (!found) throw unknownColumn(name, columns);
  return found;
}

export const unknownColumn = (name: string, columns: readonly Column[]) =>
  refuse.unknown_column(
    { column: quoted(name, 100) },
    say('collections.unknown_column', { name: quote(name, 100), columns: columns.map((one) => one.name) }),
  );
