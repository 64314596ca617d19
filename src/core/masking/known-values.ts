import { ValueFinder } from './value-finder.ts';

/** A list is looked for in many texts, by many; what finds it is made once. */
const finders = new WeakMap<readonly string[], ValueFinder>();

/** What finds the values of a list that does not change. */
export function finderOf(values: readonly string[]): ValueFinder {
  const known = finders.get(values);
  if (known) return known;
  const made = new ValueFinder(values);
  finders.set(values, made);
  return made;
}

/**
 * The list with these values, too; the same one if it has them all. What finds them is not made anew, it learns: so
 * those who still look for the earlier list find more than they asked for.
 */
export function withValues(known: readonly string[], values: readonly string[]): readonly string[] {
  const before = new Set(known);
  const more = [...new Set(values)].filter((value) => !before.has(value));
  if (more.length === 0) return known;
  const next = [...known, ...more];
  const finder = finders.get(known);
  if (finder) {
    finder.learn(more);
    finders.set(next, finder);
  }
  return next;
}
