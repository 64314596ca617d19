import type { EntityId, EntryId, FactId, MergeId, PersonId, RelationId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Entity, EntityKind, EntitySort, Fact, LinkPosition, NameStatement, Relation } from './model.ts';
import type { Source } from '../memory/model.ts';
import { EVERYONE, type Whose } from '../../trust/people/model.ts';

/** The end of a page: what it is sorted by, and the place among equals. */
export interface EntityPosition {
  readonly by: string | number;
  readonly no: number;
}

export interface EntityQuery {
  readonly kind: EntityKind | null;
  readonly sort: EntitySort;
  readonly limit: number;
  readonly after: EntityPosition | null;
}

export interface GraphCounts {
  readonly relations: number;
  readonly memories: number;
  readonly byKind: Readonly<Partial<Record<EntityKind, number>>>;
}

/** What is stated of an entity, and holds. */
export interface Statements {
  /** In the order in which they were stated. */
  readonly names: readonly NameStatement[];
  /** Newest first. */
  readonly facts: readonly Fact[];
}

/** An entity that shows a name. */
export interface Holder {
  readonly key: string;
  readonly text: string;
  readonly entityId: EntityId;
  readonly kind: EntityKind;
}

/** A name that a search found. */
export interface FoundName {
  readonly entityId: EntityId;
  readonly name: string;
  readonly kind: EntityKind;
  readonly mentions: number;
}

/** What an import has changed of an entity itself. */
export interface ImportNote {
  readonly source: Source;
  /** It is a contact by this import, and by nothing but imports. */
  readonly isContact: boolean;
  /** Null: this import does not call it otherwise than it was called. */
  readonly renamed: { readonly from: string; readonly to: string } | null;
}

/** The relations of the graph. However many an entity has, only as many are read as are asked for. */
export interface RelationReads {
  /** Newest first. Relations between two entities that are shown as one are left out. */
  relations(
    rootId: EntityId,
    query: { readonly history: boolean; readonly limit: number | null },
  ): Promise<readonly Relation[]>;
  /** The current ones, newest first, from the one with this number on. */
  relationPage(rootId: EntityId, limit: number, after: number | null): Promise<Page<Relation, number>>;
  relation(relationId: RelationId): Promise<Relation | null>;
  /** Current relations of this kind that were stated of exactly this entity, whatever it was merged into; newest first. */
  statedFrom(entityId: EntityId, kind: string, limit: number): Promise<readonly Relation[]>;
  /** The current one of this kind that was stated of exactly these two. */
  statedBetween(from: EntityId, kind: string, to: EntityId): Promise<Relation | null>;
  /** The current relations of these, the newest `limit`. */
  edges(rootIds: readonly EntityId[], limit: number): Promise<readonly Relation[]>;
}

/**
 * The graph in engine.db as one person sees it, or all of it; changes go through `Journal.commit`. Mentions are counted, and
 * times told, as of what is seen. What is merged is read as one: an id of a merged-away
 * entity names what shows it, and an entity has the names, facts, relations and mentions of all that it shows. All reads
 * see whole commits, are repeatable, and take a few milliseconds, however large the graph.
 */
export interface GraphStore extends RelationReads {
  /** The entity itself, also one that was merged away. */
  get(entityId: EntityId): Promise<Entity | null>;
  /** It and all that it shows. */
  members(rootId: EntityId): Promise<readonly Entity[]>;
  names(rootId: EntityId): Promise<readonly NameStatement[]>;
  /** The current names and facts of several at once; each has an entry. */
  known(rootIds: readonly EntityId[]): Promise<ReadonlyMap<EntityId, Statements>>;
  /** Newest first; superseded ones only on request, `limit` in all; null: every one. */
  facts(
    rootId: EntityId,
    query: { readonly history: boolean; readonly limit: number | null },
  ): Promise<readonly Fact[]>;
  /** Entities that stand for themselves and show a name with one of these keys. */
  named(keys: readonly string[], kind: EntityKind | null, limit: number): Promise<readonly Entity[]>;
  /** Entities that stand for themselves and have this value. */
  having(attribute: string, key: string, limit: number): Promise<readonly Entity[]>;
  /** The newest first. */
  mentions(
    rootId: EntityId,
    limit: number,
    after: LinkPosition | null,
  ): Promise<readonly { readonly entryId: EntryId; readonly at: number }[]>;
  /** The entities that entries mention, as they are shown. */
  mentionedIn(entryIds: readonly EntryId[]): Promise<ReadonlyMap<EntryId, readonly EntityId[]>>;
  /** Who shows a current name with one of these keys, and how it is spelled. */
  holders(keys: readonly string[]): Promise<readonly Holder[]>;
  /** Those of these ids that were erased. */
  erased(entityIds: readonly EntityId[]): Promise<ReadonlySet<EntityId>>;
  /** Entities that stand for themselves and whose erasing was decided, and is not finished. */
  leaving(): Promise<readonly EntityId[]>;
  /** Whether the rewriting of the index of names has parts left. */
  isNameIndexInParts(): Promise<boolean>;
  /** Something of which the entity has more than this; null if there is no such thing. */
  heavy(rootId: EntityId, most: number): Promise<Heavy | null>;
  /** What imports have changed of exactly this entity, in the order in which they came. */
  importNotes(entityId: EntityId): Promise<readonly ImportNote[]>;
  /** Of whom this source has stated or changed something, in the order in which they became known. */
  statedBy(tool: string): Promise<readonly EntityId[]>;
  /** The names of sources that begin so, whatever became of what they stated. */
  sourcesNamed(prefix: string): Promise<readonly string[]>;
  /** The sources whose names begin so: when each began, and of how many something holds that it has stated; the last first. */
  sources(
    prefix: string,
    limit: number,
  ): Promise<readonly { readonly tool: string; readonly at: number; readonly entities: number }[]>;
  /** Whether there is no entity at all. */
  isEmpty(): Promise<boolean>;
  /** How far something is (`graph.mark`); null before it has begun. */
  mark(mark: Mark): Promise<string | null>;
  /** Current names with a higher number than this one, in order. */
  namesSince(no: number, limit: number): Promise<readonly { readonly no: number; readonly text: string }[]>;
  list(query: EntityQuery): Promise<Page<Entity, EntityPosition>>;
  /** Names whose words begin with all of these, at most `limit`. */
  beginning(words: readonly string[], limit: number): Promise<readonly FoundName[]>;
  /** Known words that are spelled like this one, with the number of three-letter groups that they share. */
  spelledLike(word: string, limit: number): Promise<readonly string[]>;
  /** In the order given; missing ones are left out. */
  entities(rootIds: readonly EntityId[]): Promise<readonly Entity[]>;
  counts(): Promise<GraphCounts>;
  /** Whether sharing the entity would let others see anything that the person alone sees now. */
  hasToShare(rootId: EntityId): Promise<boolean>;
}

/** What one person alone sees of the graph. */
export interface OnlySeen {
  /** Entities that stand for themselves, once what was merged into those of everybody is parted from them (`person.part`). */
  readonly entities: readonly EntityId[];
  /** Each of their current names of entities that others see. */
  readonly names: readonly string[];
  /** Entities, and facts and relations, in all. */
  readonly count: number;
}

/** Nothing is read without saying for whom. */
export interface GraphStores {
  ofPerson(personId: PersonId): GraphStore;
  /** For the engine's own work. */
  ofEveryone(): GraphStore;
  onlySeenBy(personId: PersonId): Promise<OnlySeen>;
  /** The members who alone see something. */
  members(): Promise<readonly PersonId[]>;
}

export const seenBy = (stores: GraphStores, whose: Whose): GraphStore =>
  whose === EVERYONE ? stores.ofEveryone() : stores.ofPerson(whose);

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
      readonly seenBy: PersonId | null;
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
  /** Repeating it changes nothing: what was first noted stays. */
  | ({ readonly change: 'import.note'; readonly entityId: EntityId; readonly at: number } & ImportNote)
  /** Forgets what was noted of the imports of this name. Repeatable. */
  | { readonly change: 'import.takeBack'; readonly entityId: EntityId; readonly tool: string }
  /** It is a contact by more than imports. Repeatable. */
  | { readonly change: 'import.keepContact'; readonly entityId: EntityId }
  /** From now on everybody sees the entity and the name that it shows; what else was stated of it stays as it is. Repeatable. */
  | { readonly change: 'entity.publish'; readonly entityId: EntityId }
  /** What this person alone sees of the entity, and of all that it shows, everybody sees from now on. Repeatable. */
  | {
      readonly change: 'entity.share';
      readonly entityId: EntityId;
      readonly personId: PersonId;
      readonly at: number;
    }
  /** What one person alone sees, another does from now on. Repeatable. */
  | { readonly change: 'graph.hand-over'; readonly from: PersonId; readonly to: PersonId }
  /** Entities that this person alone sees stand for themselves again where they were merged into one of everybody's. Repeatable. */
  | { readonly change: 'person.part'; readonly personId: PersonId }
  /** Forgets what this person alone sees of entities of everybody, and which entities what they remember mentions. Repeatable. */
  | { readonly change: 'person.unsay'; readonly personId: PersonId; readonly words: readonly string[] }
  /**
   * Adds a name, or with `hides` takes one away from what the entity shows. Repeating it changes nothing. `seenBy`, here and
   * of facts and relations: null for an entity that one person alone sees means that person.
   */
  | {
      readonly change: 'name.add';
      readonly entityId: EntityId;
      readonly text: string;
      readonly key: string;
      readonly hides: boolean;
      readonly source: Source;
      readonly seenBy: PersonId | null;
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
      readonly seenBy: PersonId | null;
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
      readonly seenBy: PersonId | null;
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
      /** Who reads the entry alone; null: it is shared. */
      readonly seenBy: PersonId | null;
      readonly at: number;
    }
  | { readonly change: 'graph.mark'; readonly mark: Mark; readonly value: string }
  /** The entry is read by them alone now; null: it is shared. Repeatable. */
  | { readonly change: 'entry.seen'; readonly entryId: EntryId; readonly seenBy: PersonId | null }
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
