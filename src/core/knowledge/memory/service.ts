import { memoryLimits } from './limits.ts';
import type { Page } from '../../kernel/page.ts';
import { EntryAdder, type Recorded, type RecordRequest } from './entry-adder.ts';
import { refuse } from './errors.ts';
import { textOf, withShared } from './namespace-text.ts';
import { EntryEditor } from './entry-editor.ts';
import { EntryRemover } from './entry-remover.ts';
import { namespaceNamed, type MemoryEntry, type Namespace, type Source } from './model.ts';
import { TextReplacer, type Replaced } from './text-replacer.ts';
import type { Recollection } from './search/search.ts';
import { EntrySearch, type SearchDeps, type SearchOptions } from './entry-search.ts';
import type { EntryId, PersonId } from '../../kernel/ids.ts';
import { EVERYONE, type ForWhom, type Whose } from '../../trust/people/model.ts';
import type { Acquaintances } from './port.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import type { CurrentPosition, NamespaceCounts, PastPosition, PersonMemory } from './store.ts';
import { NamespaceWriter, type Lanes, type MemoryServiceDeps } from './namespace-writer.ts';

export interface NamespaceText {
  readonly namespace: Namespace;
  /** Their own text, and behind it a line for each entry that others share. */
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

interface SearchedFor extends Pick<SearchDeps, 'clock'> {
  /** Absent: a search knows no more than its words. */
  readonly acquaintances?: ForWhom<Acquaintances>;
}

const searching = ({ clock, acquaintances }: SearchedFor, whose: Whose): Omit<SearchDeps, 'store'> => ({
  clock,
  ...(acquaintances === undefined ? {} : { acquaintances: acquaintances.of(whose) }),
});

/** The memory as one person has it: their own entries, and to read those that others share. */
export class MemoryOfPerson {
  readonly #store: PersonMemory;
  readonly #replacer: TextReplacer;
  readonly #adder: EntryAdder;
  readonly #remover: EntryRemover;
  readonly #editor: EntryEditor;
  readonly #search: EntrySearch;

  constructor(deps: MemoryServiceDeps & SearchedFor, personId: PersonId, lanes: Lanes) {
    const writer = new NamespaceWriter(deps, personId, lanes);
    this.#store = writer.store;
    this.#replacer = new TextReplacer(writer);
    this.#adder = new EntryAdder(writer);
    this.#remover = new EntryRemover(writer);
    this.#editor = new EntryEditor(writer);
    this.#search = new EntrySearch({ ...searching(deps, personId), store: writer.store });
  }

  async read(namespace: Namespace): Promise<NamespaceText> {
    const stored = await this.#store.read(namespace);
    const others = await this.#store.sharedByOthers(namespace);
    const content = withShared(textOf(stored), others);
    return {
      namespace,
      content,
      entries: others.length === 0 ? stored.entries : [...stored.entries, ...others],
    };
  }

  /** Current entries, their own first: the last of the text first. @param limit at most `listLimits.max` */
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

  /**
   * A new statement in the place of a current one, which becomes history.
   * @returns the new entry; the same one if its text is the same
   * @throws Refusal entry_not_found, entry_of_another, entry_superseded, nothing_to_remember, memory_too_large, secret_in_memory
   */
  async editEntry(id: EntryId, text: string, source: Source): Promise<MemoryEntry> {
    return await this.#editor.edit(id, text, source);
  }

  /**
   * A new text, and whether it is shared, as far as they are given.
   * @throws as `editEntry` and `shareEntry`
   */
  async change(
    id: EntryId,
    { text, shared }: { readonly text?: string; readonly shared?: boolean },
    source: Source,
  ): Promise<MemoryEntry> {
    const edited = text === undefined ? null : await this.editEntry(id, text, source);
    if (edited !== null && shared === undefined) return edited;
    return await this.shareEntry(edited?.entryId ?? id, shared ?? false);
  }

  /**
   * Lets everybody who was let in read a current entry, or not any longer.
   * @throws Refusal entry_not_found, entry_of_another, entry_superseded
   */
  async shareEntry(id: EntryId, shared: boolean): Promise<MemoryEntry> {
    return await this.#editor.share(id, shared);
  }

  /** A current entry becomes history, which only its owner sees. @throws Refusal entry_not_found, entry_of_another, entry_superseded */
  async forgetEntry(id: EntryId): Promise<MemoryEntry> {
    return await this.#editor.forget(id);
  }

  /**
   * Brings a forgotten entry back, with its source and its age. One that is current stays.
   * @throws Refusal entry_not_found, entry_of_another, entry_superseded, memory_too_large
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

  /** The entries for a prompt about this text. */
  async relevantTo(
    text: string,
    most: { readonly limit: number; readonly chars: number },
  ): Promise<readonly Recollection[]> {
    return await this.#search.relevantTo(text, most);
  }
}

/**
 * The engine's memory, in four namespaces. The text of a namespace is derived from its entries (`document.ts`), so the
 * two cannot differ. A stored statement never changes: it is superseded, and kept as history, until its owner
 * deletes it. Whose memory is meant is said first.
 */
export class MemoryService {
  readonly #deps: MemoryServiceDeps & SearchedFor;
  readonly #lanes: Lanes = new OneAtATime();
  readonly #search: EntrySearch;

  constructor(deps: MemoryServiceDeps & SearchedFor) {
    this.#deps = deps;
    this.#search = new EntrySearch({ ...searching(deps, EVERYONE), store: deps.store.ofEveryone() });
  }

  of(personId: PersonId): MemoryOfPerson {
    return new MemoryOfPerson(this.#deps, personId, this.#lanes);
  }

  /** @throws Refusal namespace_not_found */
  namespace(name: string): Namespace {
    const namespace = namespaceNamed(name);
    if (namespace === null) throw refuse.namespace_not_found();
    return namespace;
  }

  /** Searches what everybody has, for the engine's own work. Best first. */
  async searchAll(question: string, options: SearchOptions): Promise<readonly Recollection[]> {
    return await this.#search.search(question, options);
  }

  /** Whether memory has the words of each text at all; cheaper than a search for each. */
  async hasWordsOf(texts: readonly string[]): Promise<readonly boolean[]> {
    return await this.#search.hasWordsOf(texts);
  }

  /** The words that a text shares with a question, in any form: folded, as the text has them. */
  sharedWords(question: string, text: string): readonly string[] {
    return this.#search.sharedWords(question, text);
  }

  /**
   * Gives entries of people who do not exist to the owner, so that nothing is lost because its person is unknown.
   * @param isKnown rejects where nobody can say
   */
  async adopt(owner: PersonId, isKnown: (personId: PersonId) => Promise<boolean>): Promise<void> {
    const { store, journal } = this.#deps;
    for (const from of await store.ofEveryone().people())
      if (!(await isKnown(from))) await journal.commit([{ change: 'memory.hand-over', from, to: owner }]);
  }
}
