import type { ContactPoints } from '../graph/port.ts';
import type { GraphService } from '../graph/service.ts';
import { dealId as asDealId, type EntityId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import type { ContactChange, ContactRows } from './store.ts';
import { refuse } from './errors.ts';
import { resolveContact } from './resolve.ts';
import { amountFrom, isOverdue, type Deal, type Stage } from './model.ts';
import { oneLine } from './one-line.ts';
import { say } from './says.ts';
import { quote } from '../../kernel/quoted.ts';

export interface DealServiceDeps {
  readonly journal: Journal<ContactChange>;
  readonly graph: GraphService;
  readonly rows: ContactRows;
  readonly points: Pick<ContactPoints, 'currency'>;
  /** Masks the values of secrets in texts before they are stored. */
  readonly masked: (text: string) => string;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** Null takes a value away. */
export interface DealEdit {
  readonly title?: string;
  /** Not negative, with at most four digits after the point. */
  readonly value?: number | null;
  /** ISO 4217. */
  readonly currency?: string | null;
  readonly stage?: Stage;
  readonly nextAction?: string | null;
  readonly dueAt?: number | null;
}

export interface DealDraft extends DealEdit {
  readonly title: string;
  /** The id or the name of the contact. */
  readonly contact: string;
}

/** A deal with the contact that shows it now. */
export interface ShownDeal {
  readonly deal: Deal;
  readonly contactId: EntityId;
  readonly contactName: string;
  readonly overdue: boolean;
}

export interface SavedDeal extends ShownDeal {
  readonly isNew: boolean;
}

/** Deals of contacts. Amounts are exact, and amounts in two currencies are never added. */
export class DealService {
  readonly #deps: DealServiceDeps;

  constructor(deps: DealServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Changed last first.
   * @param query.contact the id or the name of a contact; null: of all
   * @throws Refusal contact_not_found, ambiguous_name
   */
  async list({
    contact,
    ...query
  }: {
    readonly contact: string | null;
    readonly stage: Stage | null;
    readonly limit: number;
    readonly after: number | null;
  }): Promise<Page<ShownDeal, number>> {
    const { graph, rows } = this.#deps;
    const entityIds =
      contact === null ? null : await graph.members((await resolveContact(graph, contact)).entityId);
    const { items, next } = await rows.deals({ ...query, entityIds });
    return { items: await this.#shown(items), next };
  }

  /**
   * Adds a deal. One of the same contact and title that is not over is changed instead, so that it may be repeated.
   * @throws Refusal contact_not_found, ambiguous_name, invalid_deal
   */
  async add({ contact, title, ...edit }: DealDraft): Promise<SavedDeal> {
    const { journal, graph, rows, ids, clock } = this.#deps;
    // Alone: meanwhile the contact is neither erased nor merged, and no other deal of this title is added.
    return await graph.alone(async () => {
      const { entityId } = await resolveContact(graph, contact);
      const at = clock.now();
      const fresh = { ...NOTHING, dealId: asDealId(ids.next()), entityId, createdAt: at };
      const deal = this.#changed(fresh, { ...edit, title }, at);
      const before = await rows.openDeal(await graph.members(entityId), deal.title);
      const saved = before ? this.#changed(before, edit, at) : deal;
      await journal.commit([{ change: before ? 'deal.put' : 'deal.add', deal: saved }]);
      return { ...(await this.#one(saved)), isNew: !before };
    });
  }

  /** @throws Refusal deal_not_found, invalid_deal */
  async edit(id: string, edit: DealEdit): Promise<ShownDeal> {
    const { journal, graph, rows, clock } = this.#deps;
    return await graph.alone(async () => {
      const before = await rows.deal(asDealId(id));
      if (!before) throw refuse.deal_not_found();
      const deal = this.#changed(before, edit, clock.now());
      try {
        await journal.commit([{ change: 'deal.put', deal }]);
      } catch (error) {
        throw isJournalConflict(error) ? refuse.deal_not_found() : error;
      }
      return await this.#one(deal);
    });
  }

  /** @throws Refusal deal_not_found */
  async remove(id: string): Promise<void> {
    try {
      await this.#deps.journal.commit([{ change: 'deal.delete', dealId: asDealId(id) }]);
    } catch (error) {
      throw isJournalConflict(error) ? refuse.deal_not_found() : error;
    }
  }

  /** @throws Refusal invalid_deal */
  #changed(before: Deal, edit: DealEdit, at: number): Deal {
    const title = edit.title === undefined ? before.title : oneLine(this.#deps.masked(edit.title));
    if (title === null) throw refuse.invalid_deal({}, say('contacts.deal_title'));
    const { value, currency } = this.#amount(before, edit);
    const nextAction = edit.nextAction === undefined ? before.nextAction : textOr(edit.nextAction);
    return {
      ...before,
      title,
      value,
      currency,
      stage: edit.stage ?? before.stage,
      nextAction: nextAction === null ? null : this.#deps.masked(nextAction),
      dueAt: edit.dueAt === undefined ? before.dueAt : edit.dueAt,
      updatedAt: at,
    };
  }

  #amount(before: Deal, edit: DealEdit): Pick<Deal, 'value' | 'currency'> {
    const value =
      edit.value === undefined ? before.value : edit.value === null ? null : amountFrom(edit.value);
    if (value === null && edit.value != null)
      throw refuse.invalid_deal({ value: edit.value }, say('contacts.deal_value', { value: edit.value }));
    const written = edit.currency === undefined ? before.currency : textOr(edit.currency);
    const currency = written === null ? null : this.#deps.points.currency(written);
    if (written !== null && !currency)
      throw refuse.invalid_deal({}, say('contacts.currency', { currency: quote(written.slice(0, 20)) }));
    if (value !== null && !currency) throw refuse.invalid_deal({}, say('contacts.no_currency'));
    return { value, currency: currency?.value ?? null };
  }

  async #one(deal: Deal): Promise<ShownDeal> {
    const [shown] = await this.#shown([deal]);
    if (!shown) throw refuse.deal_not_found();
    return shown;
  }

  async #shown(deals: readonly Deal[]): Promise<readonly ShownDeal[]> {
    const { graph, clock } = this.#deps;
    const contacts = await graph.shown(deals.map(({ entityId }) => entityId));
    const now = clock.now();
    return deals.flatMap((deal) => {
      const contact = contacts.get(deal.entityId);
      if (!contact) return [];
      return [
        { deal, contactId: contact.entityId, contactName: contact.name, overdue: isOverdue(deal, now) },
      ];
    });
  }
}

const NOTHING = {
  title: '',
  value: null,
  currency: null,
  stage: 'lead',
  nextAction: null,
  dueAt: null,
  updatedAt: 0,
} as const;

const textOr = (text: string | null): string | null =>
  text === null || text.trim() === '' ? null : text.normalize('NFC').trim();
