import { finderOf } from '../kernel/occurrences.ts';
import type { EntryChange } from './changes.ts';
import { without } from './document.ts';
import { refuse } from './errors.ts';
import { charsOf, documentOf } from './namespace-text.ts';
import { namespaces, type MemoryEntry, type Namespace } from './model.ts';
import type { NamespaceEntries, CurrentEntry } from './store.ts';
import type { NamespaceWriter } from './namespace-writer.ts';

/** Takes entries out of a namespace, by what they contain. */
export class EntryRemover {
  readonly #writer: NamespaceWriter;

  constructor(writer: NamespaceWriter) {
    this.#writer = writer;
  }

  /**
   * Deletes the entries that contain a text, literally and for good: what of it is history goes, too. Returns how many
   * of the current ones did.
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
      if (changes.length > 0) await this.#remove(namespace, stored, hit, changes);
      return current.length;
    });
  }

  /**
   * Takes the entries that contain a text out of use, and keeps them as history for their owner.
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
      await this.#remove(namespace, stored, hit, changes);
      return forgotten;
    });
  }

  async forgetAnywhere(namespace: Namespace | null, pattern: string): Promise<readonly MemoryEntry[]> {
    const forgotten: (readonly MemoryEntry[])[] = [];
    for (const one of namespace === null ? namespaces : [namespace])
      forgotten.push(await this.forget(one, pattern));
    return forgotten.flat();
  }

  /** Carries out what takes entries away, and closes the text behind them. */
  async #remove(
    namespace: Namespace,
    stored: NamespaceEntries,
    leaves: (entry: CurrentEntry) => boolean,
    changes: readonly EntryChange[],
  ): Promise<void> {
    const rest = without(documentOf(stored), leaves);
    const [first] = rest.lines;
    const takesOver: readonly EntryChange[] =
      first && first.spaceBefore !== first.content.spaceBefore
        ? [
            {
              change: 'entry.move',
              entryId: first.content.entryId,
              spaceBefore: first.spaceBefore,
              position: first.content.position,
            },
          ]
        : [];
    const texts = {
      lines: rest.lines.map(({ spaceBefore, content: { text } }) => ({ spaceBefore, content: text })),
      tail: rest.tail,
    };
    const after = { namespace, version: stored.version, tail: rest.tail, chars: charsOf(texts) };
    await this.#writer.commit(after, [...changes, ...takesOver]);
  }
}

/** A part of an entry is never only white space: entries have such text between their words only by chance. */
function checkedPattern(pattern: string): string {
  if (pattern.trim() === '') throw refuse.empty_pattern();
  return pattern.toWellFormed();
}

const FEW_CHARACTERS = 2;

/** A single letter deletes what contains it, but never everything by accident. */
function refuseTooBroad(pattern: string, hits: number, all: number): void {
  if (Array.from(pattern).length <= FEW_CHARACTERS && all > 1 && hits === all)
    throw refuse.pattern_too_broad();
}
