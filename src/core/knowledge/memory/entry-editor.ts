import type { EntryId } from '../../kernel/ids.ts';
import type { CurrentEntry, EntryChange, NamespaceEntries } from './store.ts';
import { STEP } from './diff.ts';
import { appending } from './document.ts';
import { refuse } from './errors.ts';
import { memoryLimits } from './limits.ts';
import type { MemoryEntry, Source } from './model.ts';
import { refuseSecrets, type NamespaceWriter } from './namespace-writer.ts';
import { removed } from './removed.ts';

/** Changes single entries, named by their ids. */
export class EntryEditor {
  readonly #writer: NamespaceWriter;

  constructor(writer: NamespaceWriter) {
    this.#writer = writer;
  }

  /**
   * Puts a new statement in the place of a current one, which becomes its history. It is shared if that one was.
   * @param text one statement: line breaks become spaces
   * @returns the new entry; the same one if its text is the same
   * @throws Refusal entry_not_found, entry_of_another, entry_superseded, nothing_to_remember, memory_too_large, secret_in_memory
   */
  async edit(id: EntryId, text: string, source: Source): Promise<MemoryEntry> {
    const line = text
      .toWellFormed()
      .replace(/\s*\n\s*/gu, ' ')
      .trim();
    if (line === '') throw refuse.nothing_to_remember();
    refuseSecrets([{ text: line }]);
    return await this.#inItsNamespace(id, async (stored, entry) => {
      if (entry.text === line) return entry;
      const at = this.#writer.clock.now();
      const { spaceBefore, position, namespace } = entry;
      const next = {
        ...this.#writer.entry(namespace, { text: line, spaceBefore, position }, source, at),
        shared: entry.shared,
      };
      const chars = stored.chars - entry.text.length + line.length;
      if (chars > memoryLimits.namespaceChars) throw refuse.memory_too_large();
      await this.#writer.commit({ namespace, version: stored.version, tail: stored.tail, chars }, [
        { change: 'entry.supersede', entryId: id, at, by: next.entryId },
        { change: 'entry.add', entry: next },
      ]);
      return next;
    });
  }

  /**
   * Turns a current entry into history, which only its owner sees. `restore` takes it back.
   * @throws Refusal entry_not_found, entry_of_another, entry_superseded
   */
  async forget(id: EntryId): Promise<MemoryEntry> {
    return await this.#inItsNamespace(id, async (stored, entry) => {
      const at = this.#writer.clock.now();
      const leaves = (one: CurrentEntry): boolean => one.entryId === id;
      const changes = [{ change: 'entry.supersede', entryId: id, at, by: null }] as const;
      await removed(this.#writer, entry.namespace, { stored, leaves, changes });
      return { ...entry, supersededAt: at };
    });
  }

  /**
   * Lets everybody read a current entry, or not any longer.
   * @throws Refusal entry_not_found, entry_of_another, entry_superseded
   */
  async share(id: EntryId, shared: boolean): Promise<MemoryEntry> {
    return await this.#inItsNamespace(id, async ({ version, tail, chars }, entry) => {
      if (entry.shared === shared) return entry;
      const after = { namespace: entry.namespace, version, tail, chars };
      await this.#writer.commit(after, [{ change: 'entry.share', entryId: id, shared }]);
      return { ...entry, shared };
    });
  }

  /**
   * Brings a forgotten entry back, with its source and its age, at the end of its namespace. One that is current stays.
   * @throws Refusal entry_not_found, entry_of_another, memory_too_large; entry_superseded if another entry took its place
   */
  async restore(id: EntryId): Promise<MemoryEntry> {
    const { namespace } = await this.#named(id);
    return await this.#writer.exclusively(namespace, async () => {
      const entry = await this.#named(id);
      if (entry.supersededAt === null) return entry;
      if (entry.supersededBy !== null) throw refuse.entry_superseded();
      const end = await this.#writer.store.end(namespace);
      const { spaceBefore, tail } = appending(end.tail, end.lastPosition === null);
      const chars = end.chars - end.tail.length + spaceBefore.length + entry.text.length + tail.length;
      if (chars > memoryLimits.namespaceChars) throw refuse.memory_too_large();
      const position = (end.lastPosition ?? 0) + STEP;
      await this.#writer.commit({ namespace, version: end.version, tail, chars }, [
        { change: 'entry.restore', entryId: id, spaceBefore, position },
      ]);
      return { ...entry, supersededAt: null };
    });
  }

  /**
   * Erases an entry for good, with all the earlier versions that led to it; what took its place stays.
   * @returns how many entries were erased
   * @throws Refusal entry_not_found, entry_of_another
   */
  async erase(id: EntryId): Promise<number> {
    const { namespace } = await this.#named(id);
    return await this.#writer.exclusively(namespace, async () => {
      const entry = await this.#named(id);
      const earlier = await this.#writer.store.earlierVersions(id, Number.MAX_SAFE_INTEGER);
      const changes = [...earlier.map(({ entryId }) => entryId), id].map((entryId): EntryChange => ({
        change: 'entry.erase',
        entryId,
      }));
      if (entry.supersededAt === null) {
        const stored = await this.#writer.store.read(namespace);
        await removed(this.#writer, namespace, { stored, leaves: (one) => one.entryId === id, changes });
      } else {
        const { version, tail, chars } = await this.#writer.store.end(namespace);
        await this.#writer.commit({ namespace, version, tail, chars }, changes);
      }
      return changes.length;
    });
  }

  /** Of the person themself: what others share is only read. */
  async #named(id: EntryId): Promise<MemoryEntry> {
    const [entry] = await this.#writer.store.entries([id]);
    if (!entry) throw refuse.entry_not_found();
    if (entry.personId !== this.#writer.personId) throw refuse.entry_of_another();
    return entry;
  }

  /** @throws Refusal entry_not_found, entry_of_another, entry_superseded */
  async #inItsNamespace<Result>(
    id: EntryId,
    work: (stored: NamespaceEntries, entry: CurrentEntry) => Promise<Result>,
  ): Promise<Result> {
    const { namespace } = await this.#named(id);
    return await this.#writer.exclusively(namespace, async () => {
      const stored = await this.#writer.store.read(namespace);
      const entry = stored.entries.find(({ entryId }) => entryId === id);
      if (entry) return await work(stored, entry);
      await this.#named(id);
      throw refuse.entry_superseded();
    });
  }
}
