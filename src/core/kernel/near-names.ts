const MAX_NAMES = 3;

/** Names that `typed` may be a typo of, the likeliest first. */
export function nearNames(typed: string, names: readonly string[]): readonly string[] {
  const asked = plain(typed);
  return names
    .map((name) => ({ name, far: isPart(asked, plain(name)) ? 1 : distance(asked, plain(name)) }))
    .filter(({ name, far }) => far <= Math.max(2, Math.floor(name.length / 3)))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, MAX_NAMES)
    .map(({ name }) => name);
}

const plain = (name: string): string => name.toLowerCase().replaceAll('-', '_');

const isPart = (asked: string, name: string): boolean => asked.length > 2 && name.includes(asked);

/**
 * The name that `typed` is a slip of: two changed letters at most, fewer in a short name, or other capitals, hyphens and
 * underscores. Null when none is that close. For names of a program, where a wrong guess is worse than none.
 */
export function slipOf(typed: string, names: readonly string[]): string | null {
  const asked = letters(typed);
  const found = names
    .map((name) => ({ name, far: distance(asked, letters(name)) }))
    .filter(({ name, far }) => far <= Math.min(2, Math.floor(letters(name).length / 2)))
    .toSorted((a, b) => a.far - b.far);
  return found[0]?.name ?? null;
}

const letters = (name: string): string => name.toLowerCase().replaceAll(/[-_]/gu, '');

/** The edit distance of two words (Levenshtein). */
function distance(from: string, to: string): number {
  let before = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const here = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = at(before, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      here.push(Math.min(replaced, at(before, column) + 1, at(here, column - 1) + 1));
    }
    before = here;
  }
  return at(before, to.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;
