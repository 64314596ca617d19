import { memoryLimits } from './limits.ts';
import type { Page } from '../kernel/page.ts';
import { EntryAdder, type Recorded, type RecordRequest } from './entry-adder.ts';
import { refuse } from './errors.ts';
import { textOf } from './namespace-text.ts';
import { EntryRemover } from './entry-remover.ts';
import { namespaceNamed, type MemoryEntry, type Namespace, type Source } from './model.ts';
import { TextReplacer, type Replaced } from './text-replacer.ts';
import type { Recollection } from './search/search.ts';
import { EntrySearch, type SearchDeps, type SearchOptions } from './entry-search.ts';
import type { MemoryStore, PastPosition } from './store.ts';
import { NamespaceWriter, type MemoryServiceDeps } from './namespace-writer.ts';

export interface NamespaceText {
  readonly namespace: Namespace;
  readonly content: string;
  readonly entries: readonly MemoryEntry[];
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
  readonly #search: EntrySearch;

  constructor(deps: MemoryServiceDeps & SearchDeps) {
    const writer = new NamespaceWriter(deps);
    this.#store = deps.store;
    this.#replacer = new TextReplacer(writer);
    this.#adder = new EntryAdder(writer);
    this.#remover = new EntryRemover(writer);
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

  /** Superseded entries, the last superseded first. */
  async history(namespace: Namespace, after: PastPosition | null): Promise<Page<MemoryEntry, PastPosition>> {
    return await this.#store.history(namespace, { after, limit: memoryLimits.historyEntries });
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
  ): Promise<readonly MemoryEntry[]> {
    return await this.#search.relevantTo(text, most);
  }
}
