import { fieldNamed } from './filter.ts';
import { refuse } from './errors.ts';
import { collectionLimits as limits } from './limits.ts';
import { NAME, type Aggregate, type AggregateKind, type Column, type Field } from './model.ts';
import { say } from './says.ts';

export interface AskedAggregate {
  readonly kind: AggregateKind;
  /** Without one, `count` counts records. */
  readonly column?: string;
  /** By default the kind and the column: `sum_amount`. */
  readonly as?: string;
}

/** What values of each kind are computed from. */
const TAKES: Readonly<Record<AggregateKind, readonly string[]>> = {
  count: ['string', 'number', 'date', 'boolean', 'json', 'subject'],
  countDistinct: ['string', 'number', 'date', 'boolean', 'subject'],
  sum: ['number'],
  avg: ['number'],
  min: ['string', 'number', 'date'],
  max: ['string', 'number', 'date'],
};

/** @throws Refusal unknown_column, invalid_aggregate */
export function aggregatesFrom(
  asked: readonly AskedAggregate[],
  columns: readonly Column[],
): readonly Aggregate[] {
  const found = asked.map(({ kind, column, as }): Aggregate => {
    const field = column === undefined ? null : fieldNamed(column, columns);
    if (field === null && kind !== 'count')
      throw refuse.invalid_aggregate({ kind }, say('collections.needs_column', { kind }));
    if (field !== null && !TAKES[kind].includes(field.type))
      throw refuse.invalid_aggregate(
        { kind, column },
        say('collections.not_computed', { kind, column: field.name, type: field.type }),
      );
    const name =
      as ??
      [plain(kind), ...(field === null ? [] : [plain(field.name)])].join('_').slice(0, limits.nameChars);
    if (!NAME.test(name)) throw refuse.invalid_aggregate({ kind }, say('collections.result_name'));
    return { kind, field, as: name };
  });
  return found;
}

const plain = (name: string): string => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

/** @throws Refusal unknown_column, invalid_aggregate */
export const groupsFrom = (names: readonly string[], columns: readonly Column[]): readonly Field[] =>
  names.map((name) => {
    const field = fieldNamed(name, columns);
    if (field.type === 'json')
      throw refuse.invalid_aggregate({ column: name }, say('collections.not_grouped', { column: name }));
    return field;
  });

/** The place of the result that groups are sorted by. @throws Refusal invalid_sort, invalid_aggregate */
export function groupSortFrom(
  text: string | null,
  groupBy: readonly Field[],
  aggregates: readonly Aggregate[],
): { readonly by: number; readonly descending: boolean } | null {
  const names = [...groupBy.map(({ name }) => name), ...aggregates.map(({ as }) => as)];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw refuse.invalid_aggregate({ name: twice }, say('collections.two_results', { name: twice }));
  if (text === null) return null;
  const descending = text.startsWith('-');
  const by = names.indexOf(descending ? text.slice(1) : text);
  if (by === -1) throw refuse.invalid_sort({}, say('collections.group_sort', { names }));
  return { by, descending };
}
