import { finderOf } from '../kernel/occurrences.ts';
import type { EntryChange } from './changes.ts';
import { without } from './document.ts';
import { refuse } from './errors.ts';
import { charsOf, documentOf } from './held-text.ts';
import { namespaces, type MemoryEntry, type Namespace } from './model.ts';
import type { Held, HeldEntry } from './store.ts';
import type { Writing } from './writing.ts';

/** Takes entries out of a namespace, by what they contain. */
export class Leaving {
  readonly #writing: Writing;

  constructor(writing: Writing) {
    this.#writing = writing;
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
    return await this.#writing.turn(namespace, async () => {
      const held = await this.#writing.store.read(namespace);
      const current = held.entries.filter(hit);
      refuseTooBroad(part, current.length, held.entries.length);
      const past = await this.#writing.store.historyOf(namespace, (text) => find(text) !== -1);
      const changes = [...current.map(({ entryId }) => entryId), ...past].map((entryId): EntryChange => ({
        change: 'entry.erase',
        entryId,
      }));
      if (changes.length > 0) await this.#leave(namespace, held, hit, changes);
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
    return await this.#writing.turn(namespace, async () => {
      const held = await this.#writing.store.read(namespace);
      const leaving = held.entries.filter(hit);
      refuseTooBroad(part, leaving.length, held.entries.length);
      if (leaving.length === 0) return [];
      const at = this.#writing.clock.now();
      const changes = leaving.map(({ entryId }): EntryChange => ({
        change: 'entry.supersede',
        entryId,
        at,
        by: null,
      }));
      await this.#leave(namespace, held, hit, changes);
      return leaving;
    });
  }

  async forgetAnywhere(namespace: Namespace | null, pattern: string): Promise<readonly MemoryEntry[]> {
    const gone: (readonly MemoryEntry[])[] = [];
    for (const one of namespace === null ? namespaces : [namespace])
      gone.push(await this.forget(one, pattern));
    return gone.flat();
  }

  /** Carries out what takes entries away, and closes the text behind them. */
  async #leave(
    namespace: Namespace,
    held: Held,
    leaves: (entry: HeldEntry) => boolean,
    changes: readonly EntryChange[],
  ): Promise<void> {
    const rest = without(documentOf(held), leaves);
    const [first] = rest.lines;
    const takesOver: readonly EntryChange[] =
      first && first.lead !== first.content.lead
        ? [
            {
              change: 'entry.move',
              entryId: first.content.entryId,
              lead: first.lead,
              position: first.content.position,
            },
          ]
        : [];
    const texts = {
      lines: rest.lines.map(({ lead, content: { text } }) => ({ lead, content: text })),
      tail: rest.tail,
    };
    const after = { namespace, version: held.version, tail: rest.tail, chars: charsOf(texts) };
    await this.#writing.commit(after, [...changes, ...takesOver]);
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
