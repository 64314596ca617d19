// `make test` gates each merge, so it tries a part of what is tried many times over: `make test-all`, and a test file that
// is named on the command line, try all of it.

const isAll = ['all', 'long'].includes(process.env['TESTS'] ?? '');

/** Every `nth` of many cases that are alike, from the one at `first` modulo `nth` on, or all of them. */
export const thinned = <Case>(cases: readonly Case[], nth: number, first = 1): readonly Case[] =>
  isAll ? cases : cases.filter((_case, index) => index % nth === first % nth);

/** The step of a sweep over moments: each of them, or every `nth`. */
export const stride = (nth: number): number => (isAll ? 1 : nth);

/** How many random cases are tried: a fifth, or all. */
export const tries = (cases: number): number => (isAll ? cases : Math.ceil(cases / 5));
