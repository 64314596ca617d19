import type { EntryId, PersonId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Line } from './document.ts';
import type { MemoryEntry, Namespace } from './model.ts';
import type { Candidate } from './search/rank.ts';

/** A current entry in its place. Positions increase within a namespace of one person and have no other meaning. */
export interface CurrentEntry extends MemoryEntry, Pick<Line<unknown>, 'spaceBefore'> {
  readonly position: number;
}

/** The end of a namespace: everything needed to append to it. */
export interface NamespaceEnd {
  /** Increases with every commit; 0 for a namespace that was never written. */
  readonly version: number;
  readonly tail: string;
  /** UTF-16 units of the whole text. */
  readonly chars: number;
  /** The position of the last entry; null if there is none. */
  readonly lastPosition: number | null;
}

export interface NamespaceEntries extends NamespaceEnd {
  /** In the order of the text. */
  readonly entries: readonly CurrentEntry[];
}

/** The end of a page of history: the version in which an entry was superseded, and its place there. */
export interface PastPosition {
  readonly supersededIn: number;
  readonly seq: number;
}

/** A term of a search, and its value for an entry that has it. */
export interface AskedTerm {
  readonly key: number;
  readonly worth: number;
}

/** The end of a page of current entries: a position among one's own, or the place of what another person shares. */
export type CurrentPosition = { readonly position: number } | { readonly shared: number };

/** How many entries a namespace has for one person: their own, and current ones that others share. */
export interface NamespaceCounts {
  readonly namespace: Namespace;
  readonly current: number;
  readonly past: number;
}

export interface Bounds {
  readonly namespace: Namespace | null;
  /** Include superseded entries. */
  readonly history: boolean;
  /** The most occurrences of terms to read, and entries to return without neighbours. */
  readonly postings: number;
  readonly entries: number;
}

export interface FoundEntry extends Candidate {
  readonly entryId: EntryId;
}

export interface TermStatistics {
  readonly entries: number;
  readonly averageTerms: number;
  /** By `termKey`, for the known terms of the search. */
  readonly frequencies: ReadonlyMap<number, number>;
}

/** What can be found: of one person, their own entries and those that others share, or of everybody. */
export interface FindableMemory {
  /** In the given order, including superseded ones; missing ones are left out. */
  entries(entryIds: readonly EntryId[]): Promise<readonly MemoryEntry[]>;

  /** Resolves when everything committed before is indexed. */
  searchable(): Promise<void>;
  /** Of the entries of everybody: how rare a word is orders what was found, and is not shown. */
  statistics(keys: readonly number[]): Promise<TermStatistics>;
  /** Known terms that contain this one or have a similar spelling, most similar first: [term, similarity below 1]. */
  similar(term: string, limit: number): Promise<readonly (readonly [string, number])[]>;
  /**
   * The entries with the highest total value of their terms, within the bounds (of equal ones the newer), and the
   * neighbours of the best ones; by namespace, in the order of writing. Superseded ones only of the person themself.
   */
  candidates(asked: readonly AskedTerm[], bounds: Bounds): Promise<readonly FoundEntry[]>;
}

/** The memory of one person, and what others share with them. */
export interface PersonMemory extends FindableMemory {
  /** Their own entries: a namespace has a text for each person. */
  read(namespace: Namespace): Promise<NamespaceEntries>;
  end(namespace: Namespace): Promise<NamespaceEnd>;
  /** Current entries that others share, in the order of writing. */
  sharedByOthers(namespace: Namespace): Promise<readonly MemoryEntry[]>;
  /**
   * Current entries of a namespace: their own, the last of its text first, and then those that others share. Reads no more
   * than the page.
   */
  page(
    namespace: Namespace,
    query: { readonly after: CurrentPosition | null; readonly limit: number },
  ): Promise<Page<MemoryEntry, CurrentPosition>>;
  /** Of each namespace, in their order. */
  counts(): Promise<readonly NamespaceCounts[]>;
  /**
   * The versions that this entry replaced, one after the other, the last superseded first; at most `limit`. Only this
   * person's own.
   */
  earlierVersions(entryId: EntryId, limit: number): Promise<readonly MemoryEntry[]>;
  /** Their own superseded entries of a namespace, the last superseded first, whatever the clock said. */
  history(
    namespace: Namespace,
    query: { readonly after: PastPosition | null; readonly limit: number },
  ): Promise<Page<MemoryEntry, PastPosition>>;
  /** Their own superseded entries whose text satisfies `holds`; for erasing. */
  historyOf(namespace: Namespace, holds: (text: string) => boolean): Promise<readonly EntryId[]>;
  /** Their own current entries that say the same (`same.ts`). */
  sayingTheSame(namespace: Namespace, text: string): Promise<readonly MemoryEntry[]>;
}

/** What the engine reads for its own work, whosever it is. */
export interface WholeMemory extends FindableMemory {
  /** Entries with later ids than this one, in the order of their ids, including superseded ones; null: from the first. */
  since(after: EntryId | string | null, limit: number): Promise<readonly MemoryEntry[]>;
  /** Whose entries there are. */
  people(): Promise<readonly PersonId[]>;
}

/**
 * The content of memory.db; changes go through `Journal.commit`. Reads see whole commits. None blocks the event loop for
 * more than a few milliseconds, however large the memory. All reads are repeatable. Nothing is read without saying for
 * whom.
 *
 * The store indexes texts by their terms (`termsOf`) after the commit, in short steps. The index may lag for a moment
 * after a large commit, even across a restart.
 */
export interface MemoryStore {
  ofPerson(personId: PersonId): PersonMemory;
  ofEveryone(): WholeMemory;
}

/**
 * Precedes the changes to entries of a namespace, and states how its text ends and how long it is after them.
 * Large lists are written in several ticks of the event loop, while reads still see the old state.
 */
export interface NamespaceChange {
  readonly change: 'namespace.set';
  readonly personId: PersonId;
  readonly namespace: Namespace;
  /** The version that the change is based on; refused (`JournalConflict`) if the stored one differs. Increases by one. */
  readonly version: number;
  readonly tail: string;
  /** UTF-16 units of the whole text. */
  readonly chars: number;
}

export type EntryChange =
  | { readonly change: 'entry.add'; readonly entry: CurrentEntry }
  | {
      readonly change: 'entry.move';
      readonly entryId: EntryId;
      readonly spaceBefore: string;
      readonly position: number;
    }
  /** Keeps the entry as history. Refused (`JournalConflict`) if it does not exist or is already superseded. */
  | {
      readonly change: 'entry.supersede';
      readonly entryId: EntryId;
      readonly at: number;
      readonly by: EntryId | null;
    }
  /** Makes a forgotten entry current again. Refused (`JournalConflict`) if it does not exist or is current. */
  | {
      readonly change: 'entry.restore';
      readonly entryId: EntryId;
      readonly spaceBefore: string;
      readonly position: number;
    }
  /** Refused (`JournalConflict`) if it does not exist or is superseded. */
  | { readonly change: 'entry.share'; readonly entryId: EntryId; readonly shared: boolean }
  | { readonly change: 'entry.confirm'; readonly entryId: EntryId; readonly at: number }
  /** Permanent: afterwards its text is nowhere in the store. */
  | { readonly change: 'entry.erase'; readonly entryId: EntryId };

/** Everything of one person becomes another's, behind what is theirs; what was shared stays so. */
export interface MemoryHandover {
  readonly change: 'memory.hand-over';
  readonly from: PersonId;
  readonly to: PersonId;
}

export type MemoryChange = NamespaceChange | EntryChange | MemoryHandover;
