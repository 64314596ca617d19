import { quoted } from '../../kernel/quoted.ts';
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
  if (!NAME.test(name)) throw refuse.invalid_collection({ name: quoted(name, 100) });
  if (isReservedCollection(name))
    throw refuse.reserved_name(
      { name },
      `The name ${name} is reserved. Choose another one for the collection.`,
    );
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
      `The column ${unique.name} is unique: records are told apart by it, so it cannot be removed.`,
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
      `Only one column can be the event time; ${timed[0]!.name} is it already.`,
    );
  return all;
}

function checkKind({ name, type, isUnique, isEventTime }: Column, isNew: boolean): void {
  const wrong = (text: string) => refuse.invalid_collection({ column: name }, `The column ${name}: ${text}`);
  if (isEventTime && type !== 'date') throw wrong('only a date can be the event time.');
  if (!isUnique) return;
  if (type === 'json' || type === 'subject') throw wrong(`a column of the type ${type} cannot be unique.`);
  if (!isNew) throw wrong('unique columns are named when the collection is made.');
}

function checkNames(names: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    if (!NAME.test(name))
      throw refuse.invalid_collection(
        { column: quoted(name, 100) },
        `${quoted(name, 100)} cannot be the name of a column: names are lower-case letters, digits and underscores, begin with a letter, and have at most ${limits.nameChars} characters.`,
      );
    if (RESERVED_COLUMNS.has(name))
      throw refuse.reserved_name(
        { column: name },
        `The name ${name} is reserved. Choose another one for the column.`,
      );
    if (names.indexOf(name) !== index)
      throw refuse.invalid_collection({ column: name }, `Two columns have the name ${name}.`);
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
    `The collection has no column ${quoted(name, 100)}. It has: ${columns.map((one) => one.name).join(', ')}.`,
  );
