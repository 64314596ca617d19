import type { AtMost } from '../../kernel/committed-in-pieces.ts';
import type { DealId, EntityId, InteractionId } from '../../kernel/ids.ts';
import type { Deal, Interaction } from './model.ts';

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
