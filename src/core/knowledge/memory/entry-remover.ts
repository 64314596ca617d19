import { finderOf } from '../../kernel/occurrences.ts';
import type { EntryChange } from './store.ts';
import { refuse } from './errors.ts';
import { namespaces, type MemoryEntry, type Namespace } from './model.ts';
import { removed } from './removed.ts';
import type { NamespaceWriter } from './namespace-writer.ts';

/** Removes entries from a namespace by their content. */
export class EntryRemover {
  readonly #writer: NamespaceWriter;

  constructor(writer: NamespaceWriter) {
    this.#writer = writer;
  }

  /**
   * Permanently deletes the entries that contain a literal text, including history. Returns the number of deleted current
   * ones.
   * @throws Refusal empty_pattern, pattern_too_broad
   */
  async delete(namespace: Namespace, pattern: string): Promise<number> {
    const part = checkedPattern(pattern);
    const find = finderOf(part);
    const hit = (entry: MemoryEntry): boolean => find(entry.text) !== -1;
    return await this.#writer.exclusively(namespace, async () => {
      const stored = await this.#writer.store.read(namespace);
      const current = stored.entries.filter(hit);
      refuseTooBroad(part, current.length, stored.entries.length);
      const past = await this.#writer.store.historyOf(namespace, (text) => find(text) !== -1);
      const changes = [...current.map(({ entryId }) => entryId), ...past].map((entryId): EntryChange => ({
        change: 'entry.erase',
        entryId,
      }));
      if (changes.length > 0) await removed(this.#writer, namespace, { stored, leaves: hit, changes });
      return current.length;
    });
  }

  /**
   * Turns the entries that contain a text into history, which only their owner sees.
   * @throws Refusal empty_pattern, pattern_too_broad
   */
  async forget(namespace: Namespace, pattern: string): Promise<readonly MemoryEntry[]> {
    const part = checkedPattern(pattern);
    const find = finderOf(part);
    const hit = (entry: MemoryEntry): boolean => find(entry.text) !== -1;
    return await this.#writer.exclusively(namespace, async () => {
      const stored = await this.#writer.store.read(namespace);
      const forgotten = stored.entries.filter(hit);
      refuseTooBroad(part, forgotten.length, stored.entries.length);
      if (forgotten.length === 0) return [];
      const at = this.#writer.clock.now();
      const changes = forgotten.map(({ entryId }): EntryChange => ({
        change: 'entry.supersede',
        entryId,
        at,
        by: null,
      }));
      await removed(this.#writer, namespace, { stored, leaves: hit, changes });
      return forgotten;
    });
  }

  async forgetAnywhere(namespace: Namespace | null, pattern: string): Promise<readonly MemoryEntry[]> {
    const forgotten: (readonly MemoryEntry[])[] = [];
    for (const one of namespace === null ? namespaces : [namespace])
      forgotten.push(await this.forget(one, pattern));
    return forgotten.flat();
  }
}

/** Refuses a blank pattern: white space inside entries is accidental. */
function checkedPattern(pattern: string): string {
  if (pattern.trim() === '') throw refuse.empty_pattern();
  return pattern.toWellFormed();
}

const FEW_CHARACTERS = 2;

/** A single letter may delete the entries that contain it, but never everything by accident. */
function refuseTooBroad(pattern: string, hits: number, all: number): void {
  if (Array.from(pattern).length <= FEW_CHARACTERS && all > 1 && hits === all)
    throw refuse.pattern_too_broad();
}
