import { memoryLimits } from './limits.ts';
import { finderOf } from '../../kernel/occurrences.ts';
import type { CurrentEntry, EntryChange, NamespaceEntries } from './store.ts';
import { difference, type PlacedLine } from './diff.ts';
import { parsed } from './document.ts';
import { refuse } from './errors.ts';
import { charsOf, textOf, withoutShared } from './namespace-text.ts';
import { namespaces, type Namespace, type Source } from './model.ts';
import { refuseSecrets, type NamespaceWriter } from './namespace-writer.ts';
import { say } from './says.ts';

export interface Replaced {
  readonly namespace: Namespace;
  readonly added: number;
  readonly kept: number;
  readonly superseded: number;
}

/** Replaces or edits the text of a namespace. */
export class TextReplacer {
  readonly #writer: NamespaceWriter;

  constructor(writer: NamespaceWriter) {
    this.#writer = writer;
  }

  /**
   * Makes `content` the text of the namespace. Unchanged lines stay the same entries, with id, source and age; the others
   * are superseded. What others share stays as it is, whether its lines are there or not.
   * @throws Refusal memory_too_large, secret_in_memory
   */
  async replace(namespace: Namespace, content: string, source: Source): Promise<Replaced> {
    return await this.#writer.exclusively(namespace, async () => {
      const stored = await this.#writer.store.read(namespace);
      return await this.#rewrite(namespace, stored, content, source);
    });
  }

  /**
   * Replaces the first literal occurrence of `oldText` in the text of the namespace. False if there is none.
   * @throws Refusal memory_too_large, secret_in_memory
   */
  async edit(namespace: Namespace, oldText: string, newText: string, source: Source): Promise<boolean> {
    const old = oldText.toWellFormed();
    if (old === '') throw refuse.empty_pattern({}, say('memory.empty_old_text'));
    return await this.#writer.exclusively(namespace, async () => {
      const stored = await this.#writer.store.read(namespace);
      const content = textOf(stored);
      const at = finderOf(old)(content);
      if (at === -1) return false;
      const next = content.slice(0, at) + newText + content.slice(at + old.length);
      await this.#rewrite(namespace, stored, next, source);
      return true;
    });
  }

  /** Edits the first namespace that contains `oldText`, of all or only the named one; null if none does. */
  async editAnywhere(
    namespace: Namespace | null,
    oldText: string,
    newText: string,
    source: Source,
  ): Promise<Namespace | null> {
    for (const one of namespace === null ? namespaces : [namespace])
      if (await this.edit(one, oldText, newText, source)) return one;
    return null;
  }

  async #rewrite(
    namespace: Namespace,
    stored: NamespaceEntries,
    content: string,
    source: Source,
  ): Promise<Replaced> {
    const others = await this.#writer.store.sharedByOthers(namespace);
    const document = withoutShared(parsed(content), stored, others);
    const chars = charsOf(document);
    if (chars > memoryLimits.namespaceChars) throw refuse.memory_too_large();
    const { added, moved, superseded, kept } = difference(stored.entries.map(placed), document);
    refuseSecrets(added);
    const at = this.#writer.clock.now();
    const entries = added.map((line) => this.#writer.entry(namespace, line, source, at));
    const after = { namespace, version: stored.version, tail: document.tail, chars };
    await this.#writer.commit(after, [
      ...superseded.map(({ entry: { entryId }, by }): EntryChange => {
        return {
          change: 'entry.supersede',
          entryId,
          at,
          by: by === null ? null : (entries[by]?.entryId ?? null),
        };
      }),
      ...moved.map(({ entry: { entryId }, spaceBefore, position }): EntryChange => {
        return { change: 'entry.move', entryId, spaceBefore, position };
      }),
      ...entries.map((entry): EntryChange => ({ change: 'entry.add', entry })),
    ]);
    return { namespace, added: added.length, kept, superseded: superseded.length };
  }
}

const placed = (entry: CurrentEntry): PlacedLine<CurrentEntry> => ({
  entry,
  text: entry.text,
  spaceBefore: entry.spaceBefore,
  position: entry.position,
});
