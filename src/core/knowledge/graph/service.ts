import {
  entityId as asEntityId,
  relationId as asRelationId,
  type EntityId,
  type ThreadId,
  type EntryId,
  type PersonId,
} from '../../kernel/ids.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { OneAtATime } from '../../kernel/one-at-a-time.ts';
import type { Page } from '../../kernel/page.ts';
import { EVERYONE, type Whose } from '../../trust/people/model.ts';
import type { Masked } from '../../ports/log.ts';
import { maskedIn } from '../../trust/masking/masked-in.ts';
import type { MemoryEntry, Source } from '../memory/model.ts';
import type { MemoryStore } from '../memory/store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import {
  seenBy,
  type EntityPosition,
  type GraphChange,
  type GraphCounts,
  type GraphStore,
  type GraphStores,
} from './store.ts';
import type { EntityDraft, RelationDraft, SavedEntity, SavedRelation } from './drafts.ts';
import { refuse } from './errors.ts';
import type { LinkChange, LinkStore } from './links.ts';
import { erased } from './erasing.ts';
import { EntityFinder } from './finding.ts';
import { graphLimits } from './limits.ts';
import type {
  Entity,
  EntityInFull,
  EntityKind,
  EntitySort,
  Fact,
  LinkedThread,
  LinkPosition,
  NameStatement,
  Relation,
} from './model.ts';
import { nameKey } from './names.ts';
import { neighbourhood, type Neighbourhood } from './neighbourhood.ts';
import type { ContactPoints, Leaving } from './port.ts';
import { isBroughtBy, isOnlyOf, statementsOf, takenBack } from './undo-import.ts';
import { EntitySaver } from './saving.ts';
import { covers, mayReplace } from './statements.ts';
import { checkedValue, isDate } from './values.ts';
import { inFull } from './view.ts';
import { say } from './says.ts';
import { quote } from '../../kernel/quoted.ts';

export interface GraphDeps {
  readonly journal: Journal<GraphChange | LinkChange>;
  readonly stores: GraphStores;
  readonly points: ContactPoints;
  readonly memories: Pick<MemoryStore, 'ofPerson'>;
  /** The conversations that speak of entities, in history.db. */
  readonly links: LinkStore;
  readonly leaving: Leaving;
  /** The same of contacts alone: what only a contact can have. */
  readonly contactRows: Pick<Leaving, 'isNeeded'>;
  /** Masks the values of secrets in texts before they are stored. */
  readonly masked: Masked;
  readonly ids: Ids;
  readonly clock: Clock;
}

export interface EntityHistory {
  readonly names: readonly NameStatement[];
  readonly facts: readonly Fact[];
  readonly relations: readonly Relation[];
}

/** The most mentions that are read at once, where memory has dropped those before. */
const MENTIONS = 500;

/**
 * What the engine knows of people, organisations and things, as one person sees it. A lookup that fits several entities is
 * refused with all of them. Nothing is overwritten: statements are superseded, and those that contradict each other stand
 * side by side.
 *
 * What is entered by hand or imported, and what makes a contact, everybody sees. What an agent states in a run
 * (`save_entity`, `relate_entities`, what is extracted) it has from the conversation of one person, so it is theirs alone
 * until they share the entity; it takes the place of nothing that everybody sees. To erase an entity that everybody sees
 * takes it from everybody, with what others alone knew of it.
 */
export class GraphService {
  readonly #deps: GraphDeps;
  readonly #whose: Whose;
  readonly #store: GraphStore;
  readonly #finder: EntityFinder;
  readonly #saver: EntitySaver;
  readonly #turns: OneAtATime<'graph'>;

  /** @param turns of all whom the graph is given to: what is known is read before it is changed */
  constructor(deps: GraphDeps, whose: Whose, turns: OneAtATime<'graph'>) {
    this.#deps = deps;
    this.#whose = whose;
    this.#store = seenBy(deps.stores, whose);
    this.#finder = new EntityFinder(this.#store);
    this.#saver = new EntitySaver({ ...deps, store: this.#store }, this.#finder);
    this.#turns = turns;
  }

  /** Runs work that no other change of the graph may interrupt. Work must not call `alone` again. */
  async alone<Result>(work: () => Promise<Result>): Promise<Result> {
    return await this.#turns.run('graph', work);
  }

  /** Sorted as asked, in pages. With `q`, the best first, in one page. */
  async list(query: {
    readonly q: string | null;
    readonly kind: EntityKind | null;
    readonly sort: EntitySort;
    readonly limit: number;
    readonly after: EntityPosition | null;
  }): Promise<Page<EntityInFull, EntityPosition>> {
    const { q, ...rest } = query;
    const found =
      q === null
        ? await this.#store.list(rest)
        : { items: await this.#finder.search(q, query.kind, query.limit), next: null };
    return { items: await this.#views(found.items), next: found.next };
  }

  /** Entities by their names, the best first. */
  async find(question: string, kind: EntityKind | null, limit: number): Promise<readonly EntityInFull[]> {
    const found = await this.#finder.search(question, kind, limit);
    return await this.#views(found);
  }

  /**
   * The one entity that an id or a name means, among those that count; for an entity that was merged away, the one that shows it.
   * @throws Refusal entity_not_found, ambiguous_name
   */
  async meant(
    reference: string,
    kind: EntityKind | null = null,
    counts?: (entity: Entity) => boolean,
  ): Promise<Entity> {
    return await this.#finder.meant(reference, kind, counts);
  }

  /** The form in which spellings of one name are equal; null if the text is no name. */
  nameKey(kind: EntityKind, name: string): string | null {
    return nameKey(kind, name);
  }

  /** Everything that has this name, in any spelling of it. */
  async called(name: string, kind: EntityKind): Promise<readonly Entity[]> {
    return await this.#finder.called(name, kind);
  }

  /** Of whom this source has stated something, in the order in which they became known. */
  async statedBy(tool: string): Promise<readonly EntityId[]> {
    return await this.#store.statedBy(tool);
  }

  /** The names of sources that begin so. */
  async sourcesNamed(prefix: string): Promise<readonly string[]> {
    return await this.#store.sourcesNamed(prefix);
  }

  /** Whether telephone numbers of this country are known (ISO 3166). */
  isCountry(code: string): boolean {
    return this.#deps.points.isCountry(code);
  }

  /** The sources whose names begin so, the last first. */
  async sources(prefix: string, limit: number): ReturnType<GraphStore['sources']> {
    return await this.#store.sources(prefix, limit);
  }

  /** The ids of an entity and of all that was merged into it. */
  async members(rootId: EntityId): Promise<readonly EntityId[]> {
    return (await this.#store.members(rootId)).map(({ entityId }) => entityId);
  }

  /** As `meant`, with what is known of it. */
  async get(reference: string): Promise<EntityInFull> {
    return await this.#view(await this.#finder.meant(reference));
  }

  /** What stands for each of these now, by the id that was asked for. */
  async shown(ids: readonly EntityId[]): Promise<ReadonlyMap<EntityId, Entity>> {
    const store = this.#store;
    const asked = await store.entities([...new Set(ids)]);
    const roots = await store.entities([...new Set(asked.map(({ rootId }) => rootId))]);
    const byId = new Map(roots.map((one) => [one.entityId, one]));
    return new Map(
      asked.flatMap(({ entityId, rootId }) => {
        const root = byId.get(rootId);
        return root ? [[entityId, root] as const] : [];
      }),
    );
  }

  /**
   * Those that hold, the newest first, in pages. Of one that was merged away, those of what shows it.
   * @param after where the page before ended
   * @throws Refusal entity_not_found, ambiguous_name
   */
  async relations(
    reference: string,
    { limit = graphLimits.shownRelations, after = null }: { limit?: number; after?: number | null } = {},
  ): Promise<Page<Relation, number>> {
    const entity = await this.#finder.meant(reference);
    const { items, next } = await this.#store.relationPage(entity.entityId, limit, after);
    // Two that were merged may have been related to the same one: of one page the newest is shown.
    const seen = new Set<string>();
    const told = items.filter(({ kind, from, to }) => {
      const same = `${kind} ${from.entityId} ${to.entityId}`;
      return !seen.has(same) && seen.add(same);
    });
    return { items: told, next };
  }

  /** What this person's memory says of it now, and what others share; the newest first. */
  async memories(
    person: PersonId,
    rootId: EntityId,
    limit: number = graphLimits.shownMemories,
    after: LinkPosition | null = null,
  ): Promise<Page<MemoryEntry, LinkPosition>> {
    const store = this.#store;
    const { memories } = this.#deps;
    const items: MemoryEntry[] = [];
    let next: LinkPosition | null = null;
    let read = after;
    // Some of those that mention it may be replaced or forgotten by now. Where they are many, ever more are read at once.
    for (let most = limit + 1; ; most = Math.max(most, Math.min(2 * most, MENTIONS))) {
      const mentioning = await store.mentions(rootId, most, read);
      const found = await memories.ofPerson(person).entries(mentioning.map(({ entryId }) => entryId));
      const now = new Map(found.map((entry) => [entry.entryId, entry]));
      for (const { entryId, at } of mentioning) {
        read = { at, id: entryId };
        const entry = now.get(entryId);
        if (entry?.supersededAt !== null) continue;
        if (items.length === limit) return { items, next };
        items.push(entry);
        next = read;
      }
      if (mentioning.length < most) return { items, next: null };
    }
  }

  /** The entities that an entry of memory speaks of, as they are shown. */
  async spokenOfIn(entryId: EntryId): Promise<readonly Entity[]> {
    const store = this.#store;
    const found = (await store.mentionedIn([entryId])).get(entryId) ?? [];
    return await store.entities(found);
  }

  /** Everything that was ever stated, with what is superseded; the newest of `shownPast`. @throws Refusal entity_not_found */
  async history(reference: string): Promise<EntityHistory> {
    const store = this.#store;
    const { entityId } = await this.#finder.meant(reference);
    const query = { history: true, limit: graphLimits.shownPast };
    return {
      names: (await store.names(entityId)).slice(-graphLimits.shownPast),
      facts: await store.facts(entityId, query),
      relations: await store.relations(entityId, query),
    };
  }

  /** @throws Refusal entity_not_found, ambiguous_name */
  async around(reference: string, depth: number, limit: number): Promise<Neighbourhood> {
    return await neighbourhood(this.#store, await this.#finder.meant(reference), depth, limit);
  }

  async counts(): Promise<GraphCounts> {
    return await this.#store.counts();
  }

  /**
   * Changes the entity that is named or recognised, or makes a new one. Repeatable: what is known already is not stated
   * again.
   * @param mayBe what may be recognised; by default anything
   * @throws Refusal entity_not_found, ambiguous_name, invalid_entity; then nothing has changed
   */
  async save(
    draft: EntityDraft,
    source: Source,
    mayBe: (entity: Entity) => boolean = () => true,
  ): Promise<SavedEntity> {
    const by = this.#by(source, draft.isContact === true);
    return await this.alone(() => this.#saver.save(this.#masked(draft), by, mayBe));
  }

  /** Whether a detail of this kind can have this value. */
  isValue(kind: EntityKind, attribute: string, value: string, country: string | null): boolean {
    try {
      checkedValue(kind, attribute, value, this.#deps.points, country);
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  }

  /** What `save` would do; changes nothing. Not all of what it says is kept. @throws as `save` */
  async tried(
    draft: EntityDraft,
    source: Source,
    mayBe: (entity: Entity) => boolean = () => true,
  ): Promise<SavedEntity> {
    const by = this.#by(source, draft.isContact === true);
    return await this.alone(() => this.#saver.save(this.#masked(draft), by, mayBe, true));
  }

  /**
   * Takes back what one source has stated of these entities: what it took the place of is stated again by whom it was, and
   * what was stated since stays. An entity that this source brought is erased, unless anything else is known of it.
   * @returns what became of each of which it had stated something that holds
   */
  async takeBack(
    entityIds: readonly EntityId[],
    tool: string,
  ): Promise<ReadonlyMap<EntityId, 'erased' | 'restored' | 'kept'>> {
    return await this.alone(async () => {
      const { stores, journal, ids, clock, leaving, contactRows } = this.#deps;
      // What others alone know of an entity keeps it, too.
      const store = stores.ofEveryone();
      const outcomes = new Map<EntityId, 'erased' | 'restored' | 'kept'>();
      for (const id of entityIds) {
        const found = await statementsOf(store, id);
        if (found === null) continue;
        if (isBroughtBy(found, tool)) {
          const isUsed = (await leaving.isNeeded([id])) || (await this.threads(EVERYONE, id, 1)).length > 0;
          outcomes.set(id, isOnlyOf(found, tool) && !isUsed ? 'erased' : 'kept');
          continue;
        }
        const isUsed = await contactRows.isNeeded([id]);
        const changes = takenBack(found, tool, isUsed, { at: clock.now(), nextId: () => ids.next() });
        if (changes.length === 0) continue;
        await journal.commit(changes);
        outcomes.set(id, 'restored');
      }
      await erased(
        this.#deps,
        entityIds.filter((id) => outcomes.get(id) === 'erased'),
      );
      return outcomes;
    });
  }

  /**
   * Relates two entities. A current relation of this kind between them is changed instead of repeated: the old one stays
   * readable.
   * @throws Refusal entity_not_found, ambiguous_name, invalid_entity
   */
  async relate(draft: RelationDraft, source: Source): Promise<SavedRelation> {
    return await this.alone(async () => {
      const store = this.#store;
      const { journal, ids, clock } = this.#deps;
      // Before it is spelled in another way.
      const kind = relationKind(this.#masked(draft.kind));
      const [from, to] = [await this.#finder.meant(draft.from), await this.#finder.meant(draft.to)];
      if (from.entityId === to.entityId) throw refuse.invalid_entity({}, say('graph.to_itself'));
      for (const date of [draft.since, draft.until])
        if (date != null && !isDate(date))
          throw refuse.invalid_entity({}, say('graph.no_date', { date: quote(date) }));
      const before = await store.statedBetween(from.entityId, kind, to.entityId);
      const [since, until] = [draft.since ?? before?.since ?? null, draft.until ?? before?.until ?? null];
      if (since !== null && until !== null && until < since.slice(0, until.length))
        throw refuse.invalid_entity({}, say('graph.ends_before'));
      const said = { seenBy: this.#by(source, false).seenBy ?? from.seenBy ?? to.seenBy };
      const isKnown = before && before.since === since && before.until === until && covers(before, said);
      if (isKnown) return { relationId: before.relationId, isNew: false };
      const relationId = asRelationId(ids.next());
      const at = clock.now();
      await journal.commit([
        {
          change: 'relation.add',
          relationId,
          kind,
          from: from.entityId,
          to: to.entityId,
          since,
          until,
          confidence: draft.confidence ?? 1,
          source,
          ...said,
          at,
        },
        ...(before && mayReplace(before, said)
          ? [{ change: 'relation.supersede', relationId: before.relationId, by: relationId, at } as const]
          : []),
      ]);
      return { relationId, isNew: true };
    });
  }

  /** It holds no more, and stays readable in the history. Repeatable. @throws Refusal relation_not_found */
  async unrelate(id: string): Promise<void> {
    await this.alone(async () => {
      const relation = await this.#store.relation(asRelationId(id));
      if (!relation) throw refuse.relation_not_found();
      if (relation.supersededAt !== null) return;
      const at = this.#deps.clock.now();
      await this.#deps.journal.commit([
        { change: 'relation.supersede', relationId: relation.relationId, by: null, at },
      ]);
    });
  }

  /** It, and all that was merged into it, are contacts no more; what is known of them stays. Repeatable. */
  async endContact(rootId: EntityId): Promise<void> {
    const { stores, journal, clock } = this.#deps;
    const at = clock.now();
    const members = await stores.ofEveryone().members(rootId);
    if (members.length > 0)
      await journal.commit(
        members.flatMap(({ entityId }): GraphChange[] => [
          { change: 'entity.set', entityId, isContact: false, at },
          { change: 'import.keepContact', entityId },
        ]),
      );
  }

  /**
   * Removes an entity and everything that was said of it, for good, with all that was merged into it and with what hangs on it
   * elsewhere. What was begun is finished by the next start at the latest.
   * @throws Refusal entity_not_found, ambiguous_name; entity_merged for the id of one that was merged away
   */
  async erase(reference: string): Promise<EntityId> {
    return await this.alone(async () => {
      await this.refuseMergedAway(reference);
      const { entityId } = await this.#finder.meant(reference);
      await erased(this.#deps, [entityId]);
      return entityId;
    });
  }

  /** For what would reach another entity than the id names. @throws Refusal entity_merged with the one that shows it */
  async refuseMergedAway(reference: string): Promise<void> {
    const named = await this.#store.get(asEntityId(reference));
    if (named && named.mergedInto !== null) throw refuse.entity_merged({ entityId: named.rootId });
  }

  /** A conversation speaks of these. Repeatable; a thread or an entity that does not exist is left out. */
  async link(threadId: ThreadId, entityIds: readonly EntityId[]): Promise<void> {
    const shown = new Set([...(await this.shown(entityIds)).values()].map(({ entityId }) => entityId));
    if (shown.size === 0) return;
    const at = this.#deps.clock.now();
    await this.#deps.journal.commit(
      [...shown].map((entityId) => ({ change: 'thread.link', threadId, entityId, at }) as const),
    );
  }

  /** Their conversations that speak of it, the newest first. @throws Refusal entity_not_found, ambiguous_name */
  async threads(whose: Whose, reference: string, limit: number): Promise<readonly LinkedThread[]> {
    const { entityId } = await this.#finder.meant(reference);
    const members = await this.#store.members(entityId);
    const ids = members.map((one) => one.entityId);
    return (await this.#deps.links.threadsOf(whose, ids, limit, null)).items;
  }

  /** Whether sharing the entity would let others see anything. */
  async hasToShare(rootId: EntityId): Promise<boolean> {
    return await this.#store.hasToShare(rootId);
  }

  /**
   * What they alone see of the entity everybody sees from now on. Relations to what they alone see are shared with that.
   * Repeatable. @throws Refusal entity_not_found, ambiguous_name
   */
  async share(reference: string): Promise<EntityId> {
    return await this.alone(async () => {
      const { entityId } = await this.#finder.meant(reference);
      if (this.#whose !== EVERYONE && (await this.#store.hasToShare(entityId)))
        await this.#deps.journal.commit([
          { change: 'entity.share', entityId, personId: this.#whose, at: this.#deps.clock.now() },
        ]);
      return entityId;
    });
  }

  #masked<Draft>(draft: Draft): Draft {
    return maskedIn(draft, (text) => this.#deps.masked(text, this.#whose));
  }

  #by(source: Source, isContact: boolean): { readonly source: Source; readonly seenBy: PersonId | null } {
    const isPublic = isContact || source.origin === 'user' || source.origin === 'import';
    return { source, seenBy: isPublic || this.#whose === EVERYONE ? null : this.#whose };
  }

  async #view(entity: Entity): Promise<EntityInFull> {
    const [view] = await this.#views([entity]);
    return view ?? inFull(entity, [], []);
  }

  async #views(entities: readonly Entity[]): Promise<readonly EntityInFull[]> {
    const known = await this.#store.known(entities.map(({ entityId }) => entityId));
    return entities.map((entity) => {
      const { names, facts } = known.get(entity.entityId) ?? { names: [], facts: [] };
      return inFull(entity, names, facts);
    });
  }
}

/** A word or a few, as "works for": small letters and single underscores. @throws Refusal invalid_entity */
function relationKind(text: string): string {
  const kind = text
    .normalize('NFKC')
    .toLowerCase()
    .trim()
    .replaceAll(/[\s_-]+/gu, '_');
  if (kind.length > graphLimits.relationKindChars || !/^[\p{L}\p{N}_]+$/u.test(kind))
    throw refuse.invalid_entity({}, say('graph.relation_kind', { most: graphLimits.relationKindChars }));
  return kind;
}
