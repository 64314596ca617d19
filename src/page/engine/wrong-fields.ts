import { ProblemError } from '../../contract/client.ts';
import { told, violationsOf } from './failure.ts';

/** What is wrong with a form, by its fields; `rest` is what belongs to none of them. */
export type WrongFields = Readonly<Record<string, string>>;

/**
 * What the engine says is wrong, by the field of a form; `rest` is what belongs to none of them.
 * @param names of the fields, as the body of the request has them
 */
export function wrongFields(error: unknown, names: readonly string[]): WrongFields {
  const found = violationsOf(error).map(({ path, message }) => {
    const parts = path.split('/');
    return [names.find((name) => parts.includes(name)) ?? 'rest', message] as const;
  });
  if (found.length > 0) return Object.fromEntries(found);
  const attribute = error instanceof ProblemError ? error.problem['attribute'] : undefined;
  const name = typeof attribute === 'string' && names.includes(attribute) ? attribute : 'rest';
  return { [name]: told(error) };
}
