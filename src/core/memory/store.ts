import type { EntryId } from '../kernel/ids.ts';
import type { Page } from '../kernel/page.ts';
import type { Line } from './document.ts';
import type { MemoryEntry, Namespace } from './model.ts';
import type { Candidate } from './search/rank.ts';

/** A current entry in its place. Positions rise within a namespace and mean nothing else. */
export interface CurrentEntry extends MemoryEntry, Pick<Line<unknown>, 'spaceBefore'> {
  readonly position: number;
}

/** Where a namespace ends: all that has to be known to add to it. */
export interface NamespaceEnd {
  /** Rises with every commit; that of a namespace in which nothing was ever written is 0. */
  readonly version: number;
  readonly tail: string;
  /** UTF-16 units of the whole text. */
  readonly chars: number;
  /** Of the last entry; null when there is none. */
  readonly lastPosition: number | null;
}

export interface NamespaceEntries extends NamespaceEnd {
  /** In their order. */
  readonly entries: readonly CurrentEntry[];
}

/** Where a page of the past of a namespace ended: in which version an entry became past, and its place in that. */
export interface PastPosition {
  readonly supersededIn: number;
  readonly seq: number;
}

/** A term that is asked for, and how much an entry is worth that has it. */
export interface AskedTerm {
  readonly key: number;
  readonly worth: number;
}

export interface Bounds {
  readonly namespace: Namespace | null;
  /** Also what is superseded. */
  readonly history: boolean;
  /** How many entries are looked at for their terms, and how many of them are fetched, neighbours not counted. */
  readonly postings: number;
  readonly entries: number;
}

export interface FoundEntry extends Candidate {
  readonly entryId: EntryId;
}

export interface TermStatistics {
  readonly entries: number;
  readonly averageTerms: number;
  /** By `termKey`, for the terms that were asked for and are known. */
  readonly frequencies: ReadonlyMap<number, number>;
}

/**
 * What is remembered (memory.db); what changes goes through `Journal.commit`. Reads see what was committed, never a part of it; none of them holds up the engine
 * for longer than a few milliseconds, however much there is. Every read may be repeated.
 *
 * What a text can be found by (`termsOf`) is worked out by the store after the commit, in short pieces; it may be
 * behind for a moment after a large one, also across a restart.
 */
export interface MemoryStore {
  read(namespace: Namespace): Promise<NamespaceEntries>;
  end(namespace: Namespace): Promise<NamespaceEnd>;
  /** What is superseded in a namespace: what was superseded last comes first, whatever the clock said. */
  history(
    namespace: Namespace,
    query: { readonly after: PastPosition | null; readonly limit: number },
  ): Promise<Page<MemoryEntry, PastPosition>>;
  /** Superseded entries of which `holds` is true of the text; for erasing. */
  historyOf(namespace: Namespace, holds: (text: string) => boolean): Promise<readonly EntryId[]>;
  /** In the order in which they are asked for, superseded ones, too; what is not there is left out. */
  entries(entryIds: readonly EntryId[]): Promise<readonly MemoryEntry[]>;

  /** Resolves when all that was committed before can be found. */
  searchable(): Promise<void>;
  statistics(keys: readonly number[]): Promise<TermStatistics>;
  /** Known terms that contain this one or are spelled much like it, the likest first: [term, likeness below 1]. */
  similar(term: string, limit: number): Promise<readonly (readonly [string, number])[]>;
  /**
   * The entries that are worth most by the terms they have, as far as the bounds go (of equally worthy ones the newer),
   * and what was written around the best of them; by namespace, in the order of writing.
   */
  candidates(asked: readonly AskedTerm[], bounds: Bounds): Promise<readonly FoundEntry[]>;
  /** Current entries of exactly these words in this order. */
  sayingTheSame(namespace: Namespace, text: string): Promise<readonly MemoryEntry[]>;
}
