import { worded } from '../engine/failure.ts';
import type { SaysGiven } from '../engine/said.ts';

interface Found {
  readonly problems: readonly string[];
  readonly says: { readonly problems: readonly SaysGiven[] };
}

/** The facts of one of the problems. */
export const saysOf = ({ says }: Pick<Found, 'says'>, nth: number): readonly SaysGiven[] =>
  says.problems.slice(nth, nth + 1);

/** All that was found, in sentences. */
export const problemsIn = (found: Found): string =>
  found.problems.map((problem, nth) => worded(problem, saysOf(found, nth))).join(' ');
