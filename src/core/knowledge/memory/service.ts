import { memoryLimits } from './limits.ts';
import type { Page } from '../../kernel/page.ts';
import { EntryAdder, type Recorded, type RecordRequest } from './entry-adder.ts';
import { refuse } from './errors.ts';
import { textOf } from './namespace-text.ts';
import { EntryEditor } from './entry-editor.ts';
import { EntryRemover } from './entry-remover.ts';
import { namespaceNamed, type MemoryEntry, type Namespace, type Source } from './model.ts';
import { TextReplacer, type Replaced } from './text-replacer.ts';
import type { Recollection } from './search/search.ts';
import { EntrySearch, type SearchDeps, type SearchOptions } from './entry-search.ts';
import type { EntryId } from '../../kernel/ids.ts';
import type { CurrentPosition, MemoryStore, NamespaceCounts, PastPosition } from './store.ts';
import { NamespaceWriter, type MemoryServiceDeps } from './namespace-writer.ts';

export interface NamespaceText {
  readonly namespace: Namespace;
  readonly content: string;
  readonly entries: readonly MemoryEntry[];
}

/** An entry and the statements that it took the place of, or that took its place. */
export interface EntryVersions {
  readonly entry: MemoryEntry;
  /** The last superseded first. */
  readonly earlier: readonly MemoryEntry[];
  /** The next first. */
  readonly later: readonly MemoryEntry[];
}

/**
 * The engine's memory, in four namespaces. The text of a namespace is derived from its entries (`document.ts`), so the
 * two cannot differ. A stored statement never changes: it is superseded, and kept as history, until its owner
 * deletes it.
 */
export class MemoryService {
  readonly #store: MemoryStore;
  readonly #replacer: TextReplacer;
  readonly #adder: EntryAdder;
  readonly #remover: EntryRemover;
  readonly #editor: EntryEditor;
  readonly #search: EntrySearch;

  constructor(deps: MemoryServiceDeps & SearchDeps) {
    const writer = new NamespaceWriter(deps);
    this.#store = deps.store;
    this.#replacer = new TextReplacer(writer);
    this.#adder = new EntryAdder(writer);
    this.#remover = new EntryRemover(writer);
    this.#editor = new EntryEditor(writer);
    this.#search = new EntrySearch(deps);
  }

  /** @throws Refusal namespace_not_found */
  namespace(name: string): Namespace {
    const namespace = namespaceNamed(name);
    if (namespace === null) throw refuse.namespace_not_found();
    return namespace;
  }

  async read(namespace: Namespace): Promise<NamespaceText> {
    const stored = await this.#store.read(namespace);
    return { namespace, content: textOf(stored), entries: stored.entries };
  }

  /** Current entries, the last of the text first. @param limit at most `listLimits.max` */
  async page(
    namespace: Namespace,
    after: CurrentPosition | null,
    limit: number,
  ): Promise<Page<MemoryEntry, CurrentPosition>> {
    return await this.#store.page(namespace, { after, limit });
  }

  /** Of each namespace. */
  async counts(): Promise<readonly NamespaceCounts[]> {
    return await this.#store.counts();
  }

  /** @throws Refusal entry_not_found */
  async versions(id: EntryId): Promise<EntryVersions> {
    const [entry] = await this.#store.entries([id]);
    if (!entry) throw refuse.entry_not_found();
    const later: MemoryEntry[] = [];
    for (let next = entry.supersededBy; next !== null && later.length < memoryLimits.shownVersions;) {
      const [one] = await this.#store.entries([next]);
      if (one) later.push(one);
      next = one?.supersededBy ?? null;
    }
    return { entry, later, earlier: await this.#store.earlierVersions(id, memoryLimits.shownVersions) };
  }

  /** In the given order; those that were erased are left out. */
  async entries(ids: readonly EntryId[]): Promise<readonly MemoryEntry[]> {
    return await this.#store.entries(ids);
  }

  /** The words that a text shares with a question, in any form: folded, as the text has them. */
  sharedWords(question: string, text: string): readonly string[] {
    return this.#search.sharedWords(question, text);
  }

  /**
   * A new statement in the place of a current one, which becomes history.
   * @returns the new entry; the same one if its text is the same
   * @throws Refusal entry_not_found, entry_superseded, nothing_to_remember, memory_too_large, secret_in_memory
   */
  async editEntry(id: EntryId, text: string, source: Source): Promise<MemoryEntry> {
    return await this.#editor.edit(id, text, source);
  }

  /** A current entry becomes history, which only its owner sees. @throws Refusal entry_not_found, entry_superseded */
  async forgetEntry(id: EntryId): Promise<MemoryEntry> {
    return await this.#editor.forget(id);
  }

  /**
   * Brings a forgotten entry back, with its source and its age. One that is current stays.
   * @throws Refusal entry_not_found, entry_superseded, memory_too_large
   */
  async restoreEntry(id: EntryId): Promise<MemoryEntry> {
    return await this.#editor.restore(id);
  }

  /** Erases an entry and its earlier versions for good. @returns how many. @throws Refusal entry_not_found */
  async eraseEntry(id: EntryId): Promise<number> {
    return await this.#editor.erase(id);
  }

  /** Superseded entries, the last superseded first. */
  async history(
    namespace: Namespace,
    after: PastPosition | null,
    limit: number = memoryLimits.historyEntries,
  ): Promise<Page<MemoryEntry, PastPosition>> {
    return await this.#store.history(namespace, { after, limit });
  }

  /** Makes `content` the text of the namespace. @throws Refusal memory_too_large, secret_in_memory */
  async replace(namespace: Namespace, content: string, source: Source): Promise<Replaced> {
    return await this.#replacer.replace(namespace, content, source);
  }

  /** Replaces a part of the text; false if it does not occur. @throws Refusal memory_too_large, secret_in_memory */
  async edit(namespace: Namespace, oldText: string, newText: string, source: Source): Promise<boolean> {
    return await this.#replacer.edit(namespace, oldText, newText, source);
  }

  /** Edits the first namespace that contains `oldText`, of all or only the named one; null if none does. */
  async editAnywhere(
    namespace: Namespace | null,
    oldText: string,
    newText: string,
    source: Source,
  ): Promise<Namespace | null> {
    return await this.#replacer.editAnywhere(namespace, oldText, newText, source);
  }

  /** Each line becomes an entry. @throws Refusal nothing_to_remember, memory_too_large, secret_in_memory */
  async append(namespace: Namespace, text: string, source: Source): Promise<readonly MemoryEntry[]> {
    return await this.#adder.append(namespace, text, source);
  }

  /** Remembers one statement. @throws Refusal nothing_to_remember, memory_too_large, secret_in_memory */
  async record(request: RecordRequest): Promise<Recorded> {
    return await this.#adder.record(request);
  }

  /** Records each line of a text. @throws Refusal as `record` */
  async remember(namespace: Namespace, text: string, source: Source): Promise<readonly Recorded[]> {
    return await this.#adder.remember(namespace, text, source);
  }

  /** Permanently deletes the entries that contain a text. @throws Refusal empty_pattern, pattern_too_broad */
  async delete(namespace: Namespace, pattern: string): Promise<number> {
    return await this.#remover.delete(namespace, pattern);
  }

  /** Turns the entries that contain a text into history. @throws Refusal empty_pattern, pattern_too_broad */
  async forget(namespace: Namespace, pattern: string): Promise<readonly MemoryEntry[]> {
    return await this.#remover.forget(namespace, pattern);
  }

  async forgetAnywhere(namespace: Namespace | null, pattern: string): Promise<readonly MemoryEntry[]> {
    return await this.#remover.forgetAnywhere(namespace, pattern);
  }

  /** Best first. Any text is a question. */
  async search(question: string, options: SearchOptions): Promise<readonly Recollection[]> {
    return await this.#search.search(question, options);
  }

  /** Whether memory has the words of each text at all; cheaper than a search for each. */
  async hasWordsOf(texts: readonly string[]): Promise<readonly boolean[]> {
    return await this.#search.hasWordsOf(texts);
  }

  /** The entries for a prompt about this text. */
  async relevantTo(
    text: string,
    most: { readonly limit: number; readonly chars: number },
  ): Promise<readonly Recollection[]> {
    return await this.#search.relevantTo(text, most);
  }
}
