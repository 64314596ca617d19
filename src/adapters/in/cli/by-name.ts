import { ProblemError } from '../../../contract/client.ts';
import type { ByName } from '../../../contract/cli/command.ts';

/** A list that is longer is not read to its end. */
const PAGES = 20;

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Whether an answer says that there is nothing of this id. */
export const isNothing = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && (error.problem.status === 404 || error.problem.code === 'id_too_short');

/**
 * What a name may mean: whatever is called exactly so, or else what has it in its name.
 * @param list asks the route that lists
 */
export async function meantBy(
  name: string,
  { query = () => ({}), named }: ByName,
  list: (request: unknown) => Promise<unknown>,
): Promise<{ readonly found: readonly Named[]; readonly isExact: boolean }> {
  const wanted = plain(name);
  if (wanted === '') return { found: [], isExact: false };
  const found: Named[] = [];
  let cursor: unknown = null;
  for (let page = 0; page < PAGES; page++) {
    const answer = await list({ query: { ...query(name), ...(cursor === null ? {} : { cursor }) } });
    found.push(...named(answer).filter((one) => plain(one.name).includes(wanted)));
    cursor = (answer as { readonly nextCursor?: unknown }).nextCursor ?? null;
    if (cursor === null) break;
  }
  const exact = found.filter((one) => plain(one.name) === wanted);
  return exact.length > 0 ? { found: exact, isExact: true } : { found, isExact: false };
}

const plain = (name: string): string => name.normalize('NFKC').trim().toLocaleLowerCase();
