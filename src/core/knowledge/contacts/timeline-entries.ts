import type { LinkedThread } from '../graph/model.ts';
import type { GraphService } from '../graph/service.ts';
import type { EntityId, PersonId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { MemoryEntry } from '../memory/model.ts';
import { amountInWords, type Deal, type Interaction, type TimelineEntry } from './model.ts';
import type { ContactThreads } from './port.ts';
import type { ContactRows } from './store.ts';
import type { TimelineSources } from './timeline.ts';

interface Stores {
  readonly rows: ContactRows;
  readonly threads: ContactThreads;
  readonly graph: Pick<GraphService, 'memories'>;
}

/** What a timeline is made of: of conversations and memories, what this person may read. @param entityIds the contact, and what was merged into it */
export const timelineSources = (
  { rows, threads, graph }: Stores,
  person: PersonId,
  entityId: EntityId,
  entityIds: readonly EntityId[],
): TimelineSources => ({
  interactions: async (limit, after) =>
    shownAs(await rows.interactions({ entityIds, limit, after }), interactionEntry),
  deals: async (limit, after) =>
    shownAs(await rows.deals({ entityIds, stage: null, limit, after }), dealEntry),
  threads: async (limit, after) => shownAs(await threads.of(person, entityIds, limit, after), threadEntry),
  memories: async (limit, after) =>
    shownAs(await graph.memories(person, entityId, limit, after), memoryEntry),
});

const shownAs = <Item, Position>(
  { items, next }: Page<Item, Position>,
  entryOf: (item: Item) => TimelineEntry,
): Page<TimelineEntry, Position> => ({ items: items.map(entryOf), next });

const interactionEntry = ({ interactionId: id, at, type, channel, summary }: Interaction): TimelineEntry => {
  const title = channel === null ? type : `${type}, ${channel}`;
  return { kind: 'interaction', id, at, title, text: summary, deal: null };
};

const dealEntry = (deal: Deal): TimelineEntry => {
  const { dealId: id, updatedAt: at, title } = deal;
  return { kind: 'deal', id, at, title, text: dealInWords(deal), deal };
};

const threadEntry = ({ threadId: id, at, title }: LinkedThread): TimelineEntry => {
  return { kind: 'thread', id, at, title, text: null, deal: null };
};

const memoryEntry = ({ entryId: id, createdAt: at, namespace, text }: MemoryEntry): TimelineEntry => {
  return { kind: 'memory', id, at, title: namespace, text, deal: null };
};

function dealInWords({ stage, value, currency, nextAction }: Deal): string {
  const amount = value === null ? [] : [`${amountInWords(value)} ${currency ?? ''}`];
  return [stage, ...amount, ...(nextAction === null ? [] : [nextAction])].join(', ');
}
