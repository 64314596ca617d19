import type { GraphService } from '../graph/service.ts';
import { interactionId as asInteractionId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import type { ContactChange, ContactRows, TimePosition } from './store.ts';
import { refuse } from './errors.ts';
import { resolveContact } from './resolve.ts';
import type { Interaction } from './model.ts';
import { oneLine } from './one-line.ts';
import { say } from './says.ts';

export interface InteractionServiceDeps {
  readonly journal: Journal<ContactChange>;
  readonly graph: GraphService;
  readonly rows: ContactRows;
  /** Masks the values of secrets in texts before they are stored. */
  readonly masked: (text: string) => string;
  readonly ids: Ids;
  readonly clock: Clock;
}

export interface InteractionDraft {
  /** A word or two, such as call, meeting, email. */
  readonly type: string;
  readonly channel?: string | null;
  readonly summary: string;
  /** By default now. */
  readonly at?: number;
}

/** What took place with contacts. An interaction never changes: a wrong one is deleted. */
export class InteractionService {
  readonly #deps: InteractionServiceDeps;

  constructor(deps: InteractionServiceDeps) {
    this.#deps = deps;
  }

  /** Those of a contact, the last first. @throws Refusal contact_not_found, ambiguous_name */
  async of(
    reference: string,
    limit: number,
    after: TimePosition | null,
  ): Promise<Page<Interaction, TimePosition>> {
    const { graph, rows } = this.#deps;
    const { entityId } = await resolveContact(graph, reference);
    const entityIds = await graph.members(entityId);
    const page = await rows.interactions({ entityIds, limit, after });
    return { ...page, items: page.items.map((one) => ({ ...one, entityId })) };
  }

  /** @throws Refusal contact_not_found, ambiguous_name, invalid_interaction */
  async log(reference: string, draft: InteractionDraft): Promise<Interaction> {
    const { journal, graph, ids, clock } = this.#deps;
    // Alone: meanwhile the contact is neither erased nor merged.
    return await graph.alone(async () => {
      const { entityId } = await resolveContact(graph, reference);
      const words = this.#checked(draft);
      const interactionId = asInteractionId(ids.next());
      const interaction = { interactionId, entityId, ...words, at: draft.at ?? clock.now() };
      await journal.commit([{ change: 'interaction.add', interaction }]);
      return interaction;
    });
  }

  /** @throws Refusal invalid_interaction */
  #checked(draft: InteractionDraft): Pick<Interaction, 'type' | 'channel' | 'summary'> {
    const { masked } = this.#deps;
    const said = (draft.channel ?? '').trim();
    const type = oneLine(masked(draft.type));
    const channel = said === '' ? null : oneLine(masked(said));
    if (type === null || (channel === null && said !== ''))
      throw refuse.invalid_interaction({}, say('contacts.interaction_type'));
    const summary = masked(draft.summary).normalize('NFC').trim();
    if (summary === '') throw refuse.invalid_interaction({}, say('contacts.no_summary'));
    return { type, channel, summary };
  }

  /** @throws Refusal interaction_not_found */
  async remove(id: string): Promise<void> {
    try {
      await this.#deps.journal.commit([{ change: 'interaction.delete', interactionId: asInteractionId(id) }]);
    } catch (error) {
      throw isJournalConflict(error) ? refuse.interaction_not_found() : error;
    }
  }
}
