import { ValueFinder } from './value-finder.ts';

/** Many callers search many texts for the same list, so each list has one finder. */
const finders = new WeakMap<readonly string[], ValueFinder>();

/** The finder for a list that does not change. */
export function finderOf(values: readonly string[]): ValueFinder {
  const known = finders.get(values);
  if (known) return known;
  const made = new ValueFinder(values);
  finders.set(values, made);
  return made;
}

/**
 * The list with these values added; the same list if it has them all. The finder is extended, not rebuilt, so callers
 * that still use the earlier list find the new values too.
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
