import type { Field } from './optional-fields.ts';

/** What each server has refused, by its address and the model; as long as its owner keeps it. */
export class RefusedFields {
  readonly #known = new Map<string, Set<Field>>();

  /** Those of one model, which its requests add to. */
  of(address: string, modelId: string): Set<Field> {
    const key = JSON.stringify([address, modelId]);
    const found = this.#known.get(key) ?? new Set<Field>();
    this.#known.set(key, found);
    return found;
  }
}
