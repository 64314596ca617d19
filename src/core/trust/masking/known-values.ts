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

/** Values to mask. Each stays until every `learn` of it is undone by a `forget`. */
export class KnownValues {
  readonly #counts = new Map<string, number>();
  #list: readonly string[] = [];

  /** The same object until a value is added or removed. */
  get list(): readonly string[] {
    return this.#list;
  }

  /** Extends the finder of the list, so that callers that still use the earlier list find the new values too. */
  learn(values: readonly string[]): void {
    const distinct = new Set(values);
    const added = [...distinct].filter((value) => !this.#counts.has(value));
    for (const value of distinct) this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
    if (added.length === 0) return;
    const finder = finders.get(this.#list);
    this.#list = [...this.#list, ...added];
    if (!finder) return;
    finder.learn(added);
    finders.set(this.#list, finder);
  }

  /** Makes these the values, each learnt once. */
  become(values: ReadonlySet<string>): void {
    this.learn([...values].filter((value) => !this.#counts.has(value)));
    this.forget(this.#list.filter((value) => !values.has(value)));
  }

  forget(values: readonly string[]): void {
    for (const value of new Set(values)) {
      const count = this.#counts.get(value) ?? 0;
      if (count > 1) this.#counts.set(value, count - 1);
      else this.#counts.delete(value);
    }
    if (this.#list.some((value) => !this.#counts.has(value)))
      this.#list = this.#list.filter((value) => this.#counts.has(value));
  }
}
