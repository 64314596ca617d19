import { Wrong } from './errors.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws Wrong */
export function fieldsOf(value: unknown, param: string): Fields {
  if (!isFields(value)) throw new Wrong(`${param} must be an object.`, param, 'invalid_type');
  return value;
}

/** @throws Wrong */
export function listOf(value: unknown, param: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Wrong(`${param} must be a list.`, param, 'invalid_type');
  return value;
}

/** @throws Wrong */
export function textOf(value: unknown, param: string): string {
  if (typeof value !== 'string') throw new Wrong(`${param} must be a text.`, param, 'invalid_type');
  return value;
}

export const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0);
