import { isRefusal } from '../../kernel/refusal.ts';
import type { EntityId } from '../../kernel/ids.ts';
import { canonicalJson, isJsonObject, type Json } from '../../kernel/json.ts';
import { quote } from '../../kernel/quoted.ts';
import { maskedIn } from '../../trust/masking/masked-in.ts';
import { collectionLimits as limits } from './limits.ts';
import type { Collection, Column, Slot, StoredRecord, StoredValue, StoredValues } from './model.ts';
import type { Subjects } from './port.ts';
import { coerced } from './values.ts';
import type { Says } from '../../kernel/says.ts';
import { say } from './says.ts';

export interface RowDeps {
  readonly subjects: Pick<Subjects, 'resolve'>;
  /** Masks the values of secrets. */
  readonly masked: (text: string) => string;
}

/** The values that a row gives; fields that it does not name are absent. */
export interface GivenValues {
  readonly values: StoredValues;
  readonly subjects: Readonly<Record<Slot, EntityId | null>>;
}

/** Reads the rows of one insert or change. The same entity is looked up once. */
export class RowReader {
  readonly #columns: ReadonlyMap<string, Column>;
  readonly #deps: RowDeps;
  readonly #entities = new Map<string, EntityId>();
  readonly #unknown = new Map<string, number>();

  constructor(columns: readonly Column[], deps: RowDeps) {
    this.#columns = new Map(columns.map((column) => [column.name, column]));
    this.#deps = deps;
  }

  /** Fields that are no columns, and were ignored. */
  warnings(): readonly Says[] {
    return [...this.#unknown].map(([name, index]) =>
      say('collections.no_column', {
        name: quote(name, 100),
        place: say('collections.first_in_row', { row: index + 1 }),
      }),
    );
  }

  /** The values of a row, counted from 0, or why they do not fit. @throws faults of the graph */
  async read(row: unknown, index: number): Promise<GivenValues | { readonly why: Says }> {
    if (!isJsonObject(row)) return { why: say('collections.no_object') };
    const values: Record<Slot, StoredValue> = {};
    const subjects: Record<Slot, EntityId | null> = {};
    for (const [name, given] of Object.entries(row)) {
      const column = this.#columns.get(name);
      if (!column) {
        if (this.#unknown.size < limits.warnings && !this.#unknown.has(name)) this.#unknown.set(name, index);
        continue;
      }
      const found = column.type === 'subject' ? await this.#subject(given) : this.#value(column.type, given);
      if ('why' in found) return { why: say('collections.value', { column: name, why: found.why }) };
      if (column.type === 'subject') subjects[column.slot] = found.value as EntityId | null;
      else values[column.slot] = found.value;
    }
    return { values, subjects };
  }

  #value(type: Exclude<Column['type'], 'subject'>, given: unknown) {
    const { masked } = this.#deps;
    const found = coerced(type, maskedIn(given, masked));
    // A name inside JSON cannot be masked without changing what the JSON is.
    return type === 'json' && 'value' in found && masked(String(found.value)) !== String(found.value)
      ? { why: say('collections.secret_name') }
      : found;
  }

  async #subject(given: unknown) {
    if (given === null || given === undefined) return { value: null };
    const reference = referenceIn(given);
    if (reference === null) return { why: say('collections.no_reference') };
    const known = this.#entities.get(reference);
    if (known !== undefined) return { value: known };
    try {
      const { entityId } = await this.#deps.subjects.resolve(reference);
      this.#entities.set(reference, entityId);
      return { value: entityId };
    } catch (error) {
      if (!isRefusal(error) || !PER_ROW.has(error.code)) throw error;
      return {
        why: say('collections.names', {
          reference: quote(reference, 100),
          why: error.says,
          ids: candidatesIn(error.facts),
        }),
      };
    }
  }
}

/** Refusals of the graph that are about one row. */
const PER_ROW = new Set(['entity_not_found', 'ambiguous_name']);

/** Also as answers show it. */
function referenceIn(given: unknown): string | null {
  if (typeof given === 'string') return given.trim() === '' ? null : given.trim();
  const { entityId } = (given ?? {}) as { readonly entityId?: unknown };
  return typeof entityId === 'string' && entityId !== '' ? entityId : null;
}

function candidatesIn({ candidates }: { readonly candidates?: unknown }): readonly string[] {
  if (!Array.isArray(candidates)) return [];
  return candidates.flatMap((one) => (one as { readonly entityId?: string } | null)?.entityId ?? []);
}

/** Places of values: those of subjects are in a table of their own. */
export const valueSlots = ({
  columns,
  emptying,
}: Pick<Collection, 'columns' | 'emptying'>): readonly Slot[] => [
  ...columns.filter(({ type }) => type !== 'subject').map(({ slot }) => slot),
  ...emptying,
];

/**
 * What makes a record unique: the values of all unique columns. Null in a collection without any.
 * @returns why there is none, if one of them is empty or they are too long
 */
export function keyOf(
  columns: readonly Column[],
  values: StoredValues,
): { readonly key: string | null } | { readonly why: Says } {
  const unique = columns.filter(({ isUnique }) => isUnique).toSorted((a, b) => a.slot - b.slot);
  if (unique.length === 0) return { key: null };
  const empty = unique.find(({ slot }) => (values[slot] ?? null) === null || values[slot] === '');
  if (empty) return { why: say('collections.empty_key', { column: empty.name }) };
  const key = canonicalJson(unique.map(({ slot }) => values[slot]) as Json);
  return key.length > limits.keyChars
    ? { why: say('collections.long_key', { most: limits.keyChars }) }
    : { key };
}

const ENCODER = new TextEncoder();
/** Of its numbers and ids. */
const RECORD_BYTES = 100;
const SUBJECT_BYTES = 80;

export const bytesOf = ({
  key,
  values,
  subjects,
}: Pick<StoredRecord, 'key' | 'values' | 'subjects'>): number =>
  [key, ...Object.values(values)]
    .map((value) => (typeof value === 'string' ? ENCODER.encode(value).length : value === null ? 1 : 8))
    .reduce((sum, more) => sum + more, RECORD_BYTES + SUBJECT_BYTES * Object.keys(subjects).length);

export const isEmpty = ({ values, subjects }: GivenValues): boolean =>
  [...Object.values(values), ...Object.values(subjects)].every((value) => value === null);
