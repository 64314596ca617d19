import type { EntityId, EntryId, FactId, MergeId, RelationId } from '../../kernel/ids.ts';
import type { Source } from '../memory/model.ts';
import type { EntityKind } from './model.ts';

/** What the graph keeps its place in: entries of memory, and names. */
export type Mark = 'entries' | 'names';

/** What an entity can have very much of: relations that hold and earlier ones, entries that mention it, and facts. */
export type Heavy = 'relations' | 'earlierRelations' | 'mentions' | 'facts';

export type GraphChange =
  | {
      readonly change: 'entity.add';
      readonly entityId: EntityId;
      readonly kind: EntityKind;
      readonly name: string;
      readonly isContact: boolean;
      readonly at: number;
    }
  /** Changes what is written about the entity itself; the names that it had stay aliases. */
  | {
      readonly change: 'entity.set';
      readonly entityId: EntityId;
      readonly name?: string;
      readonly isContact?: boolean;
      readonly at: number;
    }
  /**
   * Decides that it is erased, with all that was merged into it, and forgets their names; the rest of it follows in
   * pieces. Repeatable.
   */
  | {
      readonly change: 'entity.unname';
      readonly entityId: EntityId;
      /** The words (`nameWords`) of each of the current names, with repetitions: the spelling is forgotten, too. */
      readonly words: readonly string[];
    }
  /** Writes the index of names anew, a part at a time, as it only marks what is forgotten. Repeatable. */
  | { readonly change: 'names.rewrite'; readonly part: 'first' | 'next' }
  /** Removes some of what is said of it, for good. Repeatable. */
  | {
      readonly change: 'entity.thin';
      readonly entityId: EntityId;
      readonly of: Heavy;
      readonly atMost: number;
    }
  /** Removes it with what is left of it. Refused (`JournalConflict`) without it. */
  | { readonly change: 'entity.erase'; readonly entityId: EntityId }
  /** Adds a name, or with `hides` takes one away from what the entity shows. Repeating it changes nothing. */
  | {
      readonly change: 'name.add';
      readonly entityId: EntityId;
      readonly text: string;
      readonly key: string;
      readonly hides: boolean;
      readonly source: Source;
      readonly at: number;
    }
  | {
      readonly change: 'fact.add';
      readonly entityId: EntityId;
      readonly factId: FactId;
      readonly attribute: string;
      readonly value: string | null;
      readonly key: string | null;
      readonly confidence: number;
      readonly source: Source;
      readonly at: number;
    }
  /** Keeps the fact as history. Refused (`JournalConflict`) if it is superseded already. */
  | {
      readonly change: 'fact.supersede';
      readonly factId: FactId;
      readonly by: FactId | null;
      readonly at: number;
    }
  | {
      readonly change: 'relation.add';
      readonly relationId: RelationId;
      readonly kind: string;
      readonly from: EntityId;
      readonly to: EntityId;
      readonly since: string | null;
      readonly until: string | null;
      readonly confidence: number;
      readonly source: Source;
      readonly at: number;
    }
  /** As `fact.supersede`. */
  | {
      readonly change: 'relation.supersede';
      readonly relationId: RelationId;
      readonly by: RelationId | null;
      readonly at: number;
    }
  /** The entry of memory mentions the entity. Repeating it changes nothing. */
  | {
      readonly change: 'entity.mention';
      readonly entityId: EntityId;
      readonly entryId: EntryId;
      readonly at: number;
    }
  | { readonly change: 'graph.mark'; readonly mark: Mark; readonly value: string }
  /** The entry is gone. */
  | { readonly change: 'entry.unmention'; readonly entryId: EntryId }
  /**
   * From now on `kept` shows `merged`, and all that was merged into that. Refused (`JournalConflict`) unless both stand
   * for themselves.
   */
  | {
      readonly change: 'entities.merge';
      readonly mergeId: MergeId;
      readonly merged: EntityId;
      readonly kept: EntityId;
    }
  /** Takes that back. Refused (`JournalConflict`) unless this merge is in effect and `kept` stands for itself. */
  | {
      readonly change: 'entities.part';
      readonly mergeId: MergeId;
      readonly merged: EntityId;
      readonly kept: EntityId;
    };
