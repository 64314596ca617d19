import type { EntryId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Line } from './document.ts';
import type { MemoryEntry, Namespace } from './model.ts';
import type { Candidate } from './search/rank.ts';

/** A current entry in its place. Positions increase within a namespace and have no other meaning. */
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

/** The end of a page of current entries. */
export interface CurrentPosition {
  readonly position: number;
}

/** How many entries a namespace has. */
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

/**
 * The content of memory.db; changes go through `Journal.commit`. Reads see whole commits. None blocks the event loop for
 * more than a few milliseconds, however large the memory. All reads are repeatable.
 *
 * The store indexes texts by their terms (`termsOf`) after the commit, in short steps. The index may lag for a moment
 * after a large commit, even across a restart.
 */
export interface MemoryStore {
  read(namespace: Namespace): Promise<NamespaceEntries>;
  end(namespace: Namespace): Promise<NamespaceEnd>;
  /** Current entries of a namespace, the last of its text first. Reads no more than the page. */
  page(
    namespace: Namespace,
    query: { readonly after: CurrentPosition | null; readonly limit: number },
  ): Promise<Page<MemoryEntry, CurrentPosition>>;
  /** Of each namespace, in their order. */
  counts(): Promise<readonly NamespaceCounts[]>;
  /** What this entry took the place of, and what that did, the last superseded first; at most `limit`. */
  earlierVersions(entryId: EntryId, limit: number): Promise<readonly MemoryEntry[]>;
  /** Superseded entries of a namespace, the last superseded first, whatever the clock said. */
  history(
    namespace: Namespace,
    query: { readonly after: PastPosition | null; readonly limit: number },
  ): Promise<Page<MemoryEntry, PastPosition>>;
  /** Superseded entries whose text satisfies `holds`; for erasing. */
  historyOf(namespace: Namespace, holds: (text: string) => boolean): Promise<readonly EntryId[]>;
  /** Entries with later ids than this one, in the order of their ids, including superseded ones; null: from the first. */
  since(after: EntryId | string | null, limit: number): Promise<readonly MemoryEntry[]>;
  /** In the given order, including superseded ones; missing ones are left out. */
  entries(entryIds: readonly EntryId[]): Promise<readonly MemoryEntry[]>;

  /** Resolves when everything committed before is indexed. */
  searchable(): Promise<void>;
  statistics(keys: readonly number[]): Promise<TermStatistics>;
  /** Known terms that contain this one or have a similar spelling, most similar first: [term, similarity below 1]. */
  similar(term: string, limit: number): Promise<readonly (readonly [string, number])[]>;
  /**
   * The entries with the highest total value of their terms, within the bounds (of equal ones the newer), and the
   * neighbours of the best ones; by namespace, in the order of writing.
   */
  candidates(asked: readonly AskedTerm[], bounds: Bounds): Promise<readonly FoundEntry[]>;
  /** Current entries that say the same (`same.ts`). */
  sayingTheSame(namespace: Namespace, text: string): Promise<readonly MemoryEntry[]>;
}

/**
 * Precedes the changes to entries of a namespace, and states how its text ends and how long it is after them.
 * Large lists are written in several ticks of the event loop, while reads still see the old state.
 */
export interface NamespaceChange {
  readonly change: 'namespace.set';
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
  | { readonly change: 'entry.confirm'; readonly entryId: EntryId; readonly at: number }
  /** Permanent: afterwards its text is nowhere in the store. */
  | { readonly change: 'entry.erase'; readonly entryId: EntryId };

export type MemoryChange = NamespaceChange | EntryChange;
