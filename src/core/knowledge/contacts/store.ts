import type { DealId, EntityId, InteractionId, PersonId } from '../../kernel/ids.ts';
import { EVERYONE, type Whose } from '../../trust/people/model.ts';
import type { Page } from '../../kernel/page.ts';
import type { Contact, Deal, Interaction, Stage } from './model.ts';
import type { AtMost } from '../../kernel/committed-in-pieces.ts';

/** The place among contacts that changed last first, and among interactions that took place last first. */
export interface TimePosition {
  readonly at: number;
  readonly no: number;
}

export interface ContactQuery {
  /** Words of a name or of the company's, the beginning of a mail address, or digits of a number. */
  readonly q: string | null;
  /** In any capitals. */
  readonly type: string | null;
  readonly tag: string | null;
  readonly limit: number;
  readonly after: TimePosition | null;
}

export const contactsSeenBy = (stores: ContactStores, whose: Whose): ContactStore =>
  whose === EVERYONE ? stores.ofEveryone() : stores.ofPerson(whose);

/** Nothing is read without saying for whom: of a contact, one sees what everybody does and what they alone know. */
export interface ContactStores {
  ofPerson(personId: PersonId): ContactStore;
  ofEveryone(): ContactStore;
}

/**
 * Contacts in engine.db, each with all that was merged into it. Changes go through the graph. All reads are repeatable.
 */
export interface ContactStore {
  /** Changed last first. Of a search that finds more than `contactLimits.candidates` names, the newest of them. */
  list(query: ContactQuery): Promise<Page<Contact, TimePosition>>;
  /** All of them, in the order in which they became known; none that stays is left out while others change. */
  all(limit: number, after: number | null): Promise<Page<Contact, number>>;
  /** In the order given, whether or not they are marked as contacts; missing ones are left out. */
  of(rootIds: readonly EntityId[]): Promise<readonly Contact[]>;
  /** The most first; null: those without a type. */
  byType(): Promise<readonly { readonly type: string | null; readonly count: number }[]>;
  count(): Promise<number>;
}

export interface DealQuery {
  /** Of these entities; null: of all. */
  readonly entityIds: readonly EntityId[] | null;
  readonly stage: Stage | null;
  readonly limit: number;
  readonly after: number | null;
}

/** What hangs on contacts, in datastore.db. Changes go through `Journal.commit`. All reads are repeatable. */
export interface ContactRows {
  /** The last first. */
  interactions(query: {
    readonly entityIds: readonly EntityId[];
    readonly limit: number;
    readonly after: TimePosition | null;
  }): Promise<Page<Interaction, TimePosition>>;
  /** How many took place from `from` to `to`. */
  interactionsBetween(from: number, to: number): Promise<number>;
  /** Changed last first. */
  deals(query: DealQuery): Promise<Page<Deal, number>>;
  deal(dealId: DealId): Promise<Deal | null>;
  /** The deal of one of these entities that is not over and has this title, in any capitals. */
  openDeal(entityIds: readonly EntityId[], title: string): Promise<Deal | null>;
  /** Whether these entities have more interactions, or more deals, than this. */
  hasMoreThan(entityIds: readonly EntityId[], most: number): Promise<boolean>;
  /** Of the deals by stage and currency. */
  sums(): Promise<
    readonly {
      readonly stage: Stage;
      readonly currency: string | null;
      readonly count: number;
      /** In ten-thousandths. */
      readonly value: bigint;
    }[]
  >;
}

export type ContactChange =
  | { readonly change: 'interaction.add'; readonly interaction: Interaction }
  /** Refused (`JournalConflict`) if it is gone. */
  | { readonly change: 'interaction.delete'; readonly interactionId: InteractionId }
  | { readonly change: 'deal.add'; readonly deal: Deal }
  /** Sets all but its entity and when it was created. Refused (`JournalConflict`) if it is gone. */
  | { readonly change: 'deal.put'; readonly deal: Deal }
  /** Refused (`JournalConflict`) if it is gone. */
  | { readonly change: 'deal.delete'; readonly dealId: DealId }
  /** Removes the interactions and deals of these entities. Repeatable. */
  | ({ readonly change: 'contact.forget'; readonly entityIds: readonly EntityId[] } & AtMost);
