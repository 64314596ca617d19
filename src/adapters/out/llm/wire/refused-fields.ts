/** What each server has refused, by its address and the model; as long as its owner keeps it. */
export class RefusedFields {
  readonly #known = new Map<string, Set<string>>();

  /** Those of one model, which its requests add to. */
  of(address: string, modelId: string): Set<string> {
    const key = JSON.stringify([address, modelId]);
    const found = this.#known.get(key) ?? new Set<string>();
    this.#known.set(key, found);
    return found;
  }
}
