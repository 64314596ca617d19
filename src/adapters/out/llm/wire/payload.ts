import { sayFailure } from '../../../../core/instance/models/says.ts';
import { jsonWithDigits } from '../../../../core/kernel/exact-json.ts';
import type { JsonObject } from '../../../../core/kernel/json.ts';
import { WireFailure } from './failure.ts';

/**
 * The JSON objects in the data of one event: usually one; none if it is not JSON (`[DONE]`, a keep-alive word);
 * several if the server omitted the empty line between its events, or put them into a list.
 * @throws WireFailure for damaged JSON: its part of the answer is lost
 */
export function payloadsOf(data: string): readonly JsonObject[] {
  const whole = /^\s*[{[]/u.test(data) ? parsed(data) : null;
  if (whole) return whole;
  // Other words may stand beside them: `[DONE]` may also follow without an empty line.
  const each = data.split('\n').flatMap((line) => (line.trimStart().startsWith('{') ? [parsed(line)] : []));
  if (each.every((objects) => objects !== null)) return each.flat();
  throw new WireFailure({
    says: [sayFailure('model.damaged')],
    retryable: true,
  });
}

function parsed(text: string): readonly JsonObject[] | null {
  try {
    const value: unknown = jsonWithDigits(text);
    return (Array.isArray(value) ? value : [value]).filter(isObject);
  } catch {
    return null;
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a field of the expected type, or null; providers send null, numbers and objects anywhere. */
export const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);
export const objectIn = (value: unknown): JsonObject | null => (isObject(value) ? value : null);
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** An integer from 1 on; 0 for everything else, and for numbers too large to be exact. */
export function countIn(value: unknown): number {
  const count = typeof value === 'number' ? Math.round(value) : 0;
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}
