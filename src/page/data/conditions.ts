import { numberTyped } from '../parts/typed-number.ts';
import { dataWords } from '#words/data.ts';
import type { ColumnType } from './columns.ts';
import { valueIn } from './in-words.ts';

const said = dataWords.filter;

export type Operator = keyof typeof said.operators;

export interface Condition {
  readonly column: string;
  readonly type: ColumnType;
  readonly operator: Operator;
  /** As it was typed; '' for operators that compare with nothing. */
  readonly value: string;
}

const ORDER = ['gt', 'gte', 'lt', 'lte'] as const;

/** What a column of this type can be asked. */
export const operatorsOf: Readonly<Record<ColumnType, readonly Operator[]>> = {
  string: ['contains', 'eq', 'neq', 'empty', 'filled'],
  number: ['eq', 'neq', ...ORDER, 'empty', 'filled'],
  date: [...ORDER, 'eq', 'empty', 'filled'],
  boolean: ['eq', 'empty', 'filled'],
  json: ['empty', 'filled'],
  subject: ['eq', 'neq', 'empty', 'filled'],
};

/** Whether the operator compares with a value. */
export const needsValue = (operator: Operator): boolean => operator !== 'empty' && operator !== 'filled';

export const operatorWords = (type: ColumnType, operator: Operator): string =>
  type === 'date' && Object.hasOwn(said.dateOperators, operator)
    ? said.dateOperators[operator as (typeof ORDER)[number]]
    : said.operators[operator];

export const conditionWords = ({ column, type, operator, value }: Condition): string =>
  `${column} ${operatorWords(type, operator)}${needsValue(operator) ? ` ${value}` : ''}`;

/** A day, or a time of it with its zone. */
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ].+(?:Z|[+-]\d{2}:?\d{2}))?$/iu;

/** Why records cannot be compared with this value of this type, as it was typed; '' if they can. */
export function wrongWith(type: ColumnType, value: string): string {
  if (type === 'number') return numberTyped(value) === null ? said.numberWrong : '';
  if (type !== 'date') return '';
  const date = String(valueIn(type, value));
  return DATE.test(date) && !Number.isNaN(Date.parse(date.replace(' ', 'T'))) ? '' : said.dateWrong;
}

/** As the engine reads it. */
export function filterFrom(
  conditions: readonly Condition[],
): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const filter = new Map<string, Record<string, unknown>>();
  for (const { column, type, operator, value } of conditions) {
    const asked = needsValue(operator)
      ? { [operator]: valueIn(type, value) }
      : { isNull: operator === 'empty' };
    filter.set(column, { ...filter.get(column), ...asked });
  }
  return Object.fromEntries(filter);
}
