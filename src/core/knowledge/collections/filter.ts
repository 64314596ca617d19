import { exactJson, isInexactNumber } from '../../kernel/exact-json.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { quote, quoted } from '../../kernel/quoted.ts';
import { unknownColumn } from './definitions.ts';
import { refuse } from './errors.ts';
import { collectionLimits as limits } from './limits.ts';
import { OWN_FIELDS, type Column, type Condition, type Field, type OwnField, type Sort } from './model.ts';
import type { Subjects } from './port.ts';
import { coerced } from './values.ts';
import type { Says } from '../../kernel/says.ts';
import { say } from './says.ts';

const OPERATORS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn', 'contains', 'isNull'] as const;
type Operator = (typeof OPERATORS)[number];

/** What of the types a question in order (`gt`, `sort`) makes sense for. */
const ORDERED: ReadonlySet<string> = new Set(['string', 'number', 'date', 'boolean']);

/**
 * A filter as a checked condition: columns of this collection, values of their types. Null for a filter that says
 * nothing. No text of it becomes part of a query.
 * @throws Refusal invalid_filter, unknown_column, unknown_operator, entity_not_found, ambiguous_name
 */
export async function conditionFrom(
  filter: JsonObject,
  columns: readonly Column[],
  subjects: Pick<Subjects, 'resolve' | 'members'>,
): Promise<Condition | null> {
  let left: number = limits.filterConditions;

  const allOf = async (part: JsonObject, depth: number): Promise<readonly Condition[]> => {
    if (depth > limits.filterDepth)
      throw refuse.invalid_filter({}, say('collections.filter_depth', { most: limits.filterDepth }));
    const found: Condition[] = [];
    for (const [name, asked] of Object.entries(part))
      if (name === 'or') found.push(await anyOf(asked, depth));
      else found.push(...(await ofField(fieldNamed(name, columns), asked)));
    return found;
  };

  const anyOf = async (asked: Json, depth: number): Promise<Condition> => {
    if (!Array.isArray(asked) || asked.length === 0 || !asked.every(isJsonObject))
      throw refuse.invalid_filter({}, say('collections.filter_or'));
    const of: Condition[] = [];
    for (const one of asked as readonly JsonObject[]) {
      const parts = await allOf(one, depth + 1);
      if (parts.length === 0) throw refuse.invalid_filter({}, say('collections.filter_or_empty'));
      of.push(joined(parts));
    }
    return { kind: 'any', of };
  };

  const ofField = async (field: Field, asked: Json): Promise<readonly Condition[]> => {
    const operators: readonly (readonly [string, Json])[] = isJsonObject(asked)
      ? Object.entries(asked)
      : [['eq', asked]];
    if (operators.length === 0)
      throw refuse.invalid_filter(
        { column: field.name },
        say('collections.filter_about', { column: field.name }),
      );
    const found: Condition[] = [];
    for (const [operator, value] of operators) {
      if (--left < 0)
        throw refuse.invalid_filter(
          {},
          say('collections.filter_conditions', { most: limits.filterConditions }),
        );
      found.push(await compared(field, operatorNamed(operator, field), value));
    }
    return found;
  };

  const compared = async (field: Field, operator: Operator, value: Json): Promise<Condition> => {
    switch (operator) {
      case 'isNull':
        if (typeof value !== 'boolean') throw wrong(field, operator, say('collections.takes_boolean'));
        return { kind: 'isNull', field, isNull: value };
      case 'contains':
        if (field.type !== 'string' && field.type !== 'json')
          throw wrong(field, operator, say('collections.takes_texts', { type: field.type }));
        if (typeof value !== 'string' || value === '')
          throw wrong(field, operator, say('collections.takes_text'));
        if (value.length > limits.containsChars)
          throw wrong(field, operator, say('collections.takes_short_text', { most: limits.containsChars }));
        return { kind: 'contains', field, text: value.toWellFormed() };
      case 'in':
      case 'notIn': {
        if (!Array.isArray(value) || value.length === 0 || value.length > limits.filterValues)
          throw wrong(field, operator, say('collections.takes_list', { most: limits.filterValues }));
        const values: (string | number)[] = [];
        for (const one of value as readonly Json[]) values.push(...(await valuesOf(field, operator, one)));
        return { kind: operator, field, values };
      }
      case 'eq':
      case 'neq':
        if (value === null) return { kind: 'isNull', field, isNull: operator === 'eq' };
        if (field.type === 'subject') {
          const values = await valuesOf(field, operator, value);
          return { kind: operator === 'eq' ? 'in' : 'notIn', field, values };
        }
        return { kind: 'compare', field, by: operator, value: valueOf(field, operator, value) };
      default:
        if (!ORDERED.has(field.type))
          throw wrong(field, operator, say('collections.takes_ordered', { type: field.type }));
        return { kind: 'compare', field, by: operator, value: valueOf(field, operator, value) };
    }
  };

  /** One value; for an entity, those that stand for it. */
  const valuesOf = async (
    field: Field,
    operator: Operator,
    value: Json,
  ): Promise<readonly (string | number)[]> => {
    if (field.type !== 'subject') return [valueOf(field, operator, value)];
    if (typeof value !== 'string' || value.trim() === '')
      throw wrong(field, operator, say('collections.takes_entity'));
    return await subjects.members((await subjects.resolve(value)).entityId);
  };

  const valueOf = (field: Field, operator: Operator, value: Json): string | number => {
    if (field.type === 'json') throw wrong(field, operator, say('collections.not_json'));
    if (field.type === 'subject') throw wrong(field, operator, say('collections.not_entities'));
    const found = coerced(field.type, value);
    if ('why' in found)
      throw refuse.invalid_filter(
        { column: field.name },
        say('collections.filter_value', { column: field.name, why: found.why }),
      );
    if (found.value === null) throw wrong(field, operator, say('collections.takes_value'));
    return found.value;
  };

  const parts = await allOf(filter, 1);
  return parts.length === 0 ? null : joined(parts);
}

const joined = (parts: readonly Condition[]): Condition =>
  parts.length === 1 ? parts[0]! : { kind: 'all', of: parts };

/** A filter that was sent as text. @throws Refusal invalid_filter */
export function filterFrom(text: string): JsonObject {
  try {
    const value = exactJson(text);
    if (isJsonObject(value)) return value;
  } catch (error) {
    if (isInexactNumber(error)) throw refuse.invalid_filter({}, error.says);
    // Refused like every other text that is no object.
  }
  throw refuse.invalid_filter({}, say('collections.filter_form'));
}

/** A column, or what every record has besides. @throws Refusal unknown_column */
export function fieldNamed(name: string, columns: readonly Column[]): Field {
  if ((OWN_FIELDS as readonly string[]).includes(name))
    return { own: name as OwnField, type: name === 'recordId' ? 'string' : 'date', name };
  const column = columns.find((one) => one.name === name);
  if (!column) throw unknownColumn(name, columns);
  return { slot: column.slot, type: column.type, name };
}

/** `-` in front: descending. @throws Refusal unknown_column, invalid_sort */
export function sortFrom(text: string, columns: readonly Column[]): Sort {
  const descending = text.startsWith('-');
  const field = fieldNamed(descending ? text.slice(1) : text, columns);
  if (!ORDERED.has(field.type))
    throw refuse.invalid_sort(
      { column: field.name },
      say('collections.sort_by', { column: field.name, type: field.type }),
    );
  return { field, descending };
}

function operatorNamed(name: string, field: Field): Operator {
  if ((OPERATORS as readonly string[]).includes(name)) return name as Operator;
  throw refuse.unknown_operator(
    { operator: quoted(name, 100), column: field.name },
    say('collections.unknown_operator', {
      column: field.name,
      operator: quote(name, 100),
      operators: OPERATORS,
    }),
  );
}

const wrong = (field: Field, operator: Operator, why: Says) =>
  refuse.invalid_filter(
    { column: field.name, operator },
    say('collections.filter_operator', { column: field.name, operator, why }),
  );
