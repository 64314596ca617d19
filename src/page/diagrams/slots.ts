/** Bounds how many frames live at once: one that is out of sight makes room for one that is seen. */
export class Slots {
  readonly #most: number;
  /** In the order in which they were last seen. */
  readonly #held = new Map<object, { readonly drop: () => void; isSeen: boolean }>();

  constructor(most: number) {
    this.#most = most;
  }

  /** @param drop called when it loses its place. @returns false if all places are in sight */
  take(holder: object, drop: () => void): boolean {
    if (!this.#held.has(holder) && this.#held.size >= this.#most && !this.#dropOne()) return false;
    this.#held.delete(holder);
    this.#held.set(holder, { drop, isSeen: true });
    return true;
  }

  /** It keeps its place until another one needs it. */
  outOfSight(holder: object): void {
    const held = this.#held.get(holder);
    if (held) held.isSeen = false;
  }

  /** All lose their places at once, and may take one again. */
  dropAll(): void {
    const all = [...this.#held.values()];
    this.#held.clear();
    for (const { drop } of all) drop();
  }

  leave(holder: object): void {
    this.#held.delete(holder);
  }

  #dropOne(): boolean {
    for (const [holder, { drop, isSeen }] of this.#held) {
      if (isSeen) continue;
      this.#held.delete(holder);
      drop();
      return true;
    }
    return false;
  }
}
