import type { InsightChange } from '../../../../core/execution/insights/store.ts';
import type { EntryId } from '../../../../core/kernel/ids.ts';
import type { MemoryChange } from '../../../../core/knowledge/memory/store.ts';
import type { Source } from '../../../../core/knowledge/memory/model.ts';
import type { PersonKeys } from '../person-keys.ts';
import type { Work } from '../work.ts';
import type { TermIndex } from './term-index.ts';

/** Every change of the memory. */
export type StoredChange = MemoryChange | InsightChange;

/** What the steps of one commit share. */
export interface Context {
  readonly index: TermIndex;
  readonly keys: PersonKeys;
  /** Keys of the sources that were looked up. */
  readonly sources: Map<Source, number>;
  /** The versions of texts that were looked up, as they are after what was carried out; by `placeOf`. */
  readonly versions: Map<string, number>;
  /** `seq` of each entry that the commit adds. */
  readonly seqs: ReadonlyMap<EntryId, number>;
}

export type Kind = StoredChange['change'];
export type ChangeOf<Of extends Kind> = Extract<StoredChange, { readonly change: Of }>;

/** What each of these changes does, for consecutive changes of its kind. A change without an entry does not compile. */
export type StepsOf<Some extends StoredChange> = {
  readonly [Of in Some['change']]: (changes: readonly ChangeOf<Of>[], context: Context) => Work<void>;
};

export type MemorySteps = StepsOf<StoredChange>;
