import { entityId as asEntityId, type EntityId, type PersonId } from '../../kernel/ids.ts';
import type { Source } from '../memory/model.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { GraphChange, GraphStore } from './store.ts';
import type { EntityDraft, SavedEntity } from './drafts.ts';
import { employerChanges } from './employer.ts';
import { refuse } from './errors.ts';
import type { EntityFinder } from './finding.ts';
import { graphLimits } from './limits.ts';
import { isFurther, type Entity, type EntityKind } from './model.ts';
import type { Checked, ContactPoints } from './port.ts';
import { recognised } from './recognition.ts';
import {
  checkedName,
  covers,
  factChanges,
  furtherAdded,
  mayReplace,
  nameChanges,
  notesBelow,
  replacedIn,
  statedIn,
  type Known,
  type Said,
} from './statements.ts';
import { checkedValue, typeOf } from './values.ts';
import { inFull, rankOf } from './view.ts';
import { say } from './says.ts';
import { quote } from '../../kernel/quoted.ts';

interface SaverDeps {
  readonly journal: Journal<GraphChange>;
  readonly store: GraphStore;
  readonly points: ContactPoints;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** Saves one entity: recognises it, and writes what is new of it in one commit. */
export class EntitySaver {
  readonly #deps: SaverDeps;
  readonly #finder: EntityFinder;

  constructor(deps: SaverDeps, finder: EntityFinder) {
    this.#deps = deps;
    this.#finder = finder;
  }

  /**
   * Call it alone: what is known is read before it is changed.
   * @param by who states it, and who alone sees it: null for everybody. What is stated by an id of an entity that one person
   *   alone sees stays theirs, unless it is made a contact.
   * @param isTried says what would be saved, and changes nothing; then the id of a new one is not kept
   * @throws as `GraphService.save`
   */
  async save(
    draft: EntityDraft,
    by: { readonly source: Source; readonly seenBy: PersonId | null },
    mayBe: (entity: Entity) => boolean,
    isTried = false,
  ): Promise<SavedEntity> {
    const { store, points, journal, clock, ids } = this.#deps;
    const { source } = by;
    const before = draft.entityId === undefined ? null : await this.#finder.meant(draft.entityId);
    const kind = before?.kind ?? draft.kind;
    if (kind === undefined) throw refuse.invalid_entity({}, say('graph.no_kind'));
    if (draft.kind !== undefined && draft.kind !== kind)
      throw refuse.invalid_entity({}, say('graph.other_kind', { kind }));
    if (draft.country != null && !points.isCountry(draft.country))
      throw refuse.invalid_entity(
        { attribute: 'country' },
        say('graph.no_country', { country: quote(draft.country) }),
      );
    const details = new Map<string, Checked | null>(
      Object.entries(draft.detail ?? {}).map(([attribute, value]) => [
        attribute,
        value === null || value.trim() === ''
          ? nothing(kind, attribute)
          : checkedValue(kind, attribute, value, points, draft.country ?? null),
      ]),
    );
    const name = draft.name === undefined ? null : checkedName(kind, draft.name);
    if (!before && name === null) throw refuse.invalid_entity({}, say('graph.no_name'));
    if ((draft.aliases?.length ?? 0) > graphLimits.aliases)
      throw refuse.invalid_entity({}, say('graph.aliases', { most: graphLimits.aliases }));
    if (!before && name !== null) await this.#refuseId(name.name);
    const found =
      before ??
      (draft.isNew === true || name === null
        ? null
        : await recognised(
            { store, finder: this.#finder, points },
            kind,
            name.name,
            details,
            mayBe,
            draft.isNamesake === true,
          ));

    const at = clock.now();
    const publishes =
      found !== null &&
      found.seenBy !== null &&
      by.seenBy === null &&
      (before === null || draft.isContact === true);
    const seenBy = by.seenBy ?? (publishes ? null : (found?.seenBy ?? null));
    const said = { source, seenBy, confidence: draft.confidence ?? 1, at, nextId: () => ids.next() };
    const known: Known = found
      ? withPublished(await this.#known(found), publishes)
      : {
          entity: newEntity(asEntityId(ids.next()), kind, name?.name ?? '', seenBy, at),
          names: [],
          facts: [],
        };
    const { entity } = known;
    // Nobody's own words get into what everybody sees.
    const seen: Known = { ...known, facts: known.facts.filter((fact) => covers(fact, said)) };
    const notes = draft.notesBelow === undefined ? null : notesBelow(seen, details, draft.notesBelow, source);
    const changes: GraphChange[] = publishes ? [{ change: 'entity.publish', entityId: entity.entityId }] : [];
    if (!found)
      changes.push({
        change: 'entity.add',
        entityId: entity.entityId,
        kind,
        name: entity.name,
        isContact: draft.isContact ?? false,
        seenBy,
        at,
      });
    // With an id, the name is meant as a new one for the entity. Without an id it is what this source calls the entity that
    // was recognised: a source that is believed less adds it as another name.
    const isRenamed =
      before !== null &&
      name !== null &&
      name.name !== entity.name &&
      mayReplace(entity, said) &&
      mayRename(known, source);
    const employer =
      draft.worksFor === undefined
        ? []
        : await employerChanges({ store, finder: this.#finder }, known.entity, draft.worksFor, said);
    const isMeantAsContact = found !== null && draft.isContact === true;
    const becomesContact = isMeantAsContact && !entity.isContactItself;
    if (isRenamed || becomesContact || employer.length > 0)
      changes.push({
        change: 'entity.set',
        entityId: entity.entityId,
        ...(isRenamed ? { name: name.name } : {}),
        ...(becomesContact ? { isContact: true } : {}),
        at,
      });
    for (const text of [...(name ? [name.name] : []), ...(draft.aliases ?? [])])
      changes.push(...nameChanges(known, text, said));
    for (const text of draft.withoutAliases ?? [])
      if (text !== (isRenamed ? name.name : entity.name))
        changes.push(...nameChanges(known, text, said, true));
    for (const [attribute, checked] of details) {
      if (attribute === 'notes' && notes !== null) continue;
      if (draft.addsFurther !== true || !isFurther(attribute))
        changes.push(...factChanges(known, attribute, checked, said));
      else {
        const added = furtherAdded(seen, attribute, details, source);
        if (added)
          changes.push(...factChanges(known, attribute, added.checked, { ...said, source: added.source }));
      }
    }
    if (notes !== null)
      changes.push(...factChanges(known, 'notes', notes.checked, { ...said, source: notes.source }));
    changes.push(...employer);
    if (isMeantAsContact)
      changes.push(
        ...(await this.#imported(known, said, isRenamed ? name.name : null, becomesContact, changes)),
      );
    const unique = withoutRepeatedNames(changes);
    const saved = {
      entityId: entity.entityId,
      isNew: !found,
      isNewContact: draft.isContact === true && found?.isContact !== true,
      stated: [
        ...statedIn(unique, known),
        ...(employer.length === 0
          ? []
          : [{ attribute: 'company', before: null, value: draft.worksFor ?? null }]),
      ],
      replaced: replacedIn(unique, known.facts),
      hasNotesBelow: notes?.isBelow === true,
    };
    if (isTried) return { ...saved, contradicts: [] };
    if (unique.length > 0) await journal.commit(unique);
    const after = await this.#known((await store.get(entity.entityId)) ?? entity);
    const { contradictions } = inFull(after.entity, after.names, after.facts);
    const given = new Set([...details.values()].flatMap((one) => one?.key ?? []));
    const contradicts = contradictions.filter(({ key }) => key !== null && given.has(key));
    return { ...saved, contradicts: [...new Set(contradicts.map(({ attribute }) => attribute))] };
  }

  /** What an import changes of the entity itself is noted, and what another says of a contact is no import's alone. */
  async #imported(
    { entity: { entityId, name } }: Known,
    { source, at }: Pick<Said, 'source' | 'at'>,
    renamedTo: string | null,
    becomesContact: boolean,
    changes: readonly GraphChange[],
  ): Promise<readonly GraphChange[]> {
    const notes = await this.#deps.store.importNotes(entityId);
    const isByImports = notes.some(({ isContact }) => isContact);
    if (source.origin !== 'import') return isByImports ? [{ change: 'import.keepContact', entityId }] : [];
    if (changes.length === 0) return [];
    const isContact = becomesContact || isByImports;
    const renamed = renamedTo === null ? null : { from: name, to: renamedTo };
    if (!isContact && renamed === null) return [];
    return [{ change: 'import.note', entityId, source, isContact, renamed, at }];
  }

  /** Refuses the id of a known entity in the place of a name: it is a slip. @throws Refusal invalid_entity */
  async #refuseId(name: string): Promise<void> {
    const known = await this.#finder.shown(asEntityId(name));
    if (known)
      throw refuse.invalid_entity({}, say('graph.id_as_name', { id: name, name: quote(known.name) }));
  }

  async #known(entity: Entity): Promise<Known> {
    const known = await this.#deps.store.known([entity.entityId]);
    return { entity, ...(known.get(entity.entityId) ?? { names: [], facts: [] }) };
  }
}

/** Whether this source may change the name that is shown: no more trusted source has stated it. */
function mayRename({ entity, names }: Known, source: Source): boolean {
  const shown = names.filter(({ text, about }) => text === entity.name && about === entity.entityId);
  return shown.every((one) => rankOf(one) <= rankOf({ source }));
}

function nothing(kind: EntityKind, attribute: string): null {
  typeOf(kind, attribute);
  return null;
}

/** As it is when everybody sees the entity: of what it is called, what it shows. */
const withPublished = (known: Known, isPublished: boolean): Known =>
  isPublished
    ? {
        ...known,
        entity: { ...known.entity, seenBy: null },
        names: known.names.map((one) =>
          one.text === known.entity.name && one.about === known.entity.entityId && !one.hides
            ? { ...one, seenBy: null }
            : one,
        ),
      }
    : known;

const newEntity = (
  entityId: EntityId,
  kind: EntityKind,
  name: string,
  seenBy: PersonId | null,
  at: number,
): Entity => ({
  seenBy,
  entityId,
  kind,
  name,
  isContact: false,
  isContactItself: false,
  mentionCount: 0,
  firstSeenAt: at,
  lastSeenAt: at,
  createdAt: at,
  updatedAt: at,
  mergedInto: null,
  mergeId: null,
  rootId: entityId,
});

/** One draft may spell a name twice. */
function withoutRepeatedNames(changes: readonly GraphChange[]): readonly GraphChange[] {
  const seen = new Set<string>();
  return changes.filter((change) => {
    if (change.change !== 'name.add') return true;
    const name = `${change.entityId}\n${change.key}\n${change.text}`;
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}
