import type { Entity, Fact, StatedDetail } from '../graph/model.ts';
import type { GraphService } from '../graph/service.ts';
import type { EntityId, PersonId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Source } from '../memory/model.ts';
import type { Clock } from '../../ports/clock.ts';
import { furtherDetail, type ContactDraft, type SavedContact } from './drafts.ts';
import { refuse } from './errors.ts';
import type { Forgetting } from './forgetting.ts';
import { contactLimits } from './limits.ts';
import { resolveContact } from './resolve.ts';
import { CONTACT_KINDS, type Contact, type ContactStats, type TimelineEntry } from './model.ts';
import type { ContactThreads } from './port.ts';
import { statsOf } from './stats.ts';
import { timelinePage, type TimelinePosition } from './timeline.ts';
import { timelineSources } from './timeline-entries.ts';
import type { ContactQuery, ContactRows, ContactStore, TimePosition } from './store.ts';
import { say } from './says.ts';
import { quote } from '../../kernel/quoted.ts';

type EntityDraft = Parameters<GraphService['save']>[0];

export interface ContactServiceDeps {
  readonly graph: GraphService;
  readonly store: ContactStore;
  readonly rows: ContactRows;
  readonly threads: ContactThreads;
  readonly forgetting: Forgetting;
  readonly clock: Clock;
}

export interface Timeline {
  readonly contact: Contact;
  /** The last first. */
  readonly entries: readonly TimelineEntry[];
  /** Where what is older begins; null if there is none. */
  readonly next: TimelinePosition | null;
}

/**
 * Contacts: people and organizations of the graph that are marked as such. Everything that is known of one is kept in the
 * graph; what hangs on it are rows of their own. A name that fits several contacts is refused with all of them.
 */
export class ContactService {
  readonly #deps: ContactServiceDeps;

  constructor(deps: ContactServiceDeps) {
    this.#deps = deps;
  }

  /** Changed last first. Where a search finds nothing, contacts whose names are spelled like it are given, in one page. */
  async list(query: ContactQuery): Promise<Page<Contact, TimePosition>> {
    const { store, graph } = this.#deps;
    const found = await store.list(query);
    const { q, type, tag, after, limit } = query;
    if (found.items.length > 0 || q === null || type !== null || tag !== null || after !== null) return found;
    const alike = await graph.find(q, null, limit);
    const ids = alike.flatMap(({ entity }) => (entity.isContact ? [entity.entityId] : []));
    return { items: await store.of(ids), next: null };
  }

  /** @throws Refusal contact_not_found, ambiguous_name */
  async get(reference: string): Promise<Contact> {
    return await this.#shown((await resolveContact(this.#deps.graph, reference)).entityId);
  }

  /** As `get`, with its other names and the values that contradict what is shown. */
  async inFull(reference: string): Promise<{
    readonly contact: Contact;
    readonly aliases: readonly string[];
    readonly contradictions: readonly Fact[];
  }> {
    const { entityId } = await resolveContact(this.#deps.graph, reference);
    const { aliases, contradictions } = await this.#deps.graph.get(entityId);
    return { contact: await this.#shown(entityId), aliases, contradictions };
  }

  /**
   * Adds a contact, or completes the person or organization that its address, or its name alone, is recognised by.
   * Repeatable: what is known already is not stated again.
   * @param mayBe what may be recognised; by default anything
   * @throws Refusal ambiguous_name with `candidates`, invalid_entity, invalid_contact; then nothing has changed
   */
  async add(draft: ContactDraft, source: Source, mayBe?: (entity: Entity) => boolean): Promise<SavedContact> {
    const kind = draft.kind ?? (draft.entityId === undefined ? 'person' : undefined);
    return await this.#save({ ...entityFrom(draft), ...(kind === undefined ? {} : { kind }) }, source, mayBe);
  }

  /** @throws Refusal contact_not_found, ambiguous_name, invalid_entity, invalid_contact; then nothing has changed */
  async edit(reference: string, draft: ContactDraft, source: Source): Promise<SavedContact> {
    const { entityId } = await resolveContact(this.#deps.graph, reference);
    return await this.#save({ ...entityFrom(draft), entityId }, source);
  }

  /** What `edit` would state anew; changes nothing. @throws Refusal as it does */
  async tried(reference: string, draft: ContactDraft, source: Source): Promise<readonly StatedDetail[]> {
    const { graph } = this.#deps;
    const { entityId } = await resolveContact(graph, reference);
    const { stated } = await graph.tried({ ...entityFrom(draft), entityId, isContact: true }, source);
    return stated;
  }

  /**
   * It is no contact any more: its interactions and deals are deleted. What the graph knows of it stays, unless
   * `everything` is true.
   * @throws Refusal contact_not_found, ambiguous_name; entity_merged for the id of one that was merged away
   */
  async remove(reference: string, everything: boolean): Promise<void> {
    const { graph, forgetting } = this.#deps;
    await graph.refuseMergedAway(reference);
    const { entityId } = await resolveContact(graph, reference);
    if (everything) {
      await graph.erase(entityId);
      return;
    }
    await graph.alone(async () => {
      // Those first: after a crash in between it is still a contact, and can be removed again.
      await forgetting.leave(await graph.members(entityId));
      await graph.endContact(entityId);
    });
  }

  /**
   * What there is of a contact, the last first; of conversations and memories, what this person may read.
   * @param limit at most `contactLimits.timeline`
   * @param after null: from the last entry on
   * @throws Refusal contact_not_found, ambiguous_name
   */
  async timeline(
    person: PersonId,
    reference: string,
    limit: number,
    after: TimelinePosition | null = null,
  ): Promise<Timeline> {
    const { graph, rows, threads } = this.#deps;
    const { entityId } = await resolveContact(graph, reference);
    const entityIds = await graph.members(entityId);
    const sources = timelineSources({ rows, threads, graph }, person, entityId, entityIds);
    const { items: entries, next } = await timelinePage(sources, limit, after);
    return { contact: await this.#shown(entityId), entries, next };
  }

  async stats(): Promise<ContactStats> {
    const { store, rows, clock } = this.#deps;
    return await statsOf(store, rows, clock.now());
  }

  async #save(
    draft: EntityDraft,
    source: Source,
    mayBe?: (entity: Entity) => boolean,
  ): Promise<SavedContact> {
    const { graph } = this.#deps;
    if (draft.entityId !== undefined) refuseOther(await graph.meant(draft.entityId));
    const { entityId, isNewContact, ...saved } = await graph.save(
      { ...draft, isContact: true },
      source,
      mayBe,
    );
    const { contradicts, replaced, stated, hasNotesBelow } = saved;
    const contact = await this.#shown(entityId);
    return { contact, isNew: isNewContact, contradicts, replaced, stated, hasNotesBelow };
  }

  async #shown(rootId: EntityId): Promise<Contact> {
    const [contact] = await this.#deps.store.of([rootId]);
    if (!contact) throw refuse.contact_not_found();
    return contact;
  }
}

const refuseOther = ({ kind, name }: Entity): void => {
  if (!CONTACT_KINDS.some((one) => one === kind))
    throw refuse.invalid_contact({}, say('contacts.kind', { name: quote(name), kind }));
};

/** What to keep of the entity. */
function entityFrom({ tags, company, ...draft }: ContactDraft): EntityDraft {
  const {
    entityId,
    isNew,
    isNamesake,
    name,
    country,
    confidence,
    notesBelow,
    addsFurther,
    kind: _,
    ...given
  } = draft;
  const { furtherEmails, furtherPhones, furtherWebsites, ...values } = given;
  const further = Object.entries({ furtherEmails, furtherPhones, furtherWebsites }).flatMap(
    ([attribute, all]) => (all === undefined ? [] : [[attribute, all && furtherDetail(all)] as const]),
  );
  const tagged = tags === undefined ? {} : { tags: tags === null ? null : tagsDetail(tags) };
  return {
    ...(entityId === undefined ? {} : { entityId }),
    ...(isNew === undefined ? {} : { isNew }),
    ...(isNamesake === undefined ? {} : { isNamesake }),
    ...(name === undefined ? {} : { name }),
    ...(country === undefined ? {} : { country }),
    ...(notesBelow === undefined ? {} : { notesBelow }),
    ...(addsFurther === undefined ? {} : { addsFurther }),
    ...(confidence === undefined ? {} : { confidence }),
    ...(company === undefined ? {} : { worksFor: company }),
    detail: { ...values, ...tagged, ...Object.fromEntries(further) },
  };
}

/** @throws Refusal invalid_contact */
function tagsDetail(tags: readonly string[]): string {
  const all = [...new Set(tags.map((tag) => tag.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()))];
  if (all.length > contactLimits.tags)
    throw refuse.invalid_contact({}, say('contacts.tags', { most: contactLimits.tags }));
  if (all.some((tag) => tag === '' || /[,;]/u.test(tag) || tag.length > contactLimits.tagChars))
    throw refuse.invalid_contact({}, say('contacts.tag', { most: contactLimits.tagChars }));
  return all.join(', ');
}
