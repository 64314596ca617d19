import { OWNER_ID } from '../../../doubles/people.ts';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { TimelineEntry } from '../../../../src/core/knowledge/contacts/model.ts';
import {
  timelinePage,
  type TimelinePosition,
  type TimelineSources,
} from '../../../../src/core/knowledge/contacts/timeline.ts';
import { threadId } from '../../../../src/core/kernel/ids.ts';
import { fromOwner } from '../../../../src/core/knowledge/memory/model.ts';
import { contactTokens, databaseTokens, graphTokens, memoryTokens } from '../../../../src/main/tokens.ts';
import { graphOver } from '../../../harness/graph.ts';
import { aThread } from '../../../ports/history-builders.ts';
import { verifies } from '../../../spec/verifies.ts';
import { afterwards } from '../../../harness/afterwards.ts';
import { pagesOf } from '../../../harness/paged.ts';

const entry = (kind: TimelineEntry['kind'], nth: number, at: number): TimelineEntry => {
  return { kind, id: `${kind} ${nth}`, at, title: '', text: null, deal: null };
};

/** A source of entries at these times; its pages have at most `most` of them, whatever is asked. */
function sourceOf(kind: TimelineEntry['kind'], times: readonly number[], most: number) {
  const entries = times.toSorted((a, b) => b - a).map((at, nth) => entry(kind, nth, at));
  const read = async <Position>(limit: number, after: Position | null, place: (nth: number) => Position) => {
    const from = after === null ? 0 : entries.findIndex((_, nth) => key(place(nth)) === key(after)) + 1;
    const end = from + Math.min(limit, most);
    return { items: entries.slice(from, end), next: end < entries.length ? place(end - 1) : null };
  };
  return { entries, read };
}

const key = (position: unknown): string => JSON.stringify(position);

const times = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 });

test('the pages of a timeline have each entry of each source once, the last first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(times, times, times, times),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 7 }),
      async ([ofInteractions, ofDeals, ofThreads, ofMemories], limit, most) => {
        const interactions = sourceOf('interaction', ofInteractions, most);
        const deals = sourceOf('deal', ofDeals, 99);
        const threads = sourceOf('thread', ofThreads, 99);
        const memories = sourceOf('memory', ofMemories, most + 1);
        const sources: TimelineSources = {
          interactions: async (count, after) => interactions.read(count, after, (no) => ({ at: 0, no })),
          deals: async (count, after) => deals.read(count, after, (nth) => nth + 1),
          threads: async (count, after) => threads.read(count, after, (nth) => ({ at: nth, id: 't' })),
          memories: async (count, after) => memories.read(count, after, (nth) => ({ at: nth, id: 'm' })),
        };
        const found: TimelineEntry[] = [];
        let after: TimelinePosition | null = null;
        do {
          const page = await timelinePage(sources, limit, after);
          expect(page.items.length).toBeLessThanOrEqual(limit);
          expect(page.items.length > 0 || page.next === null).toBe(true);
          found.push(...page.items);
          after = page.next;
        } while (after !== null);
        const all = [interactions, deals, threads, memories].flatMap(({ entries }) => entries);
        expect(found.map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
        expect(found.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((a, b) => b - a));
      },
    ),
  );
});

test('a page whose sources change while it is read leaves no entry out, and has none twice', async () => {
  const none = async () => ({ items: [], next: null });
  const changes = {
    'one is deleted': (ids: string[]) => ids.splice(0, 1),
    'one is added': (ids: string[]) => ids.unshift('A'),
  };
  const placeOf = (id: string): number => 'Aabcdef'.indexOf(id);
  for (const change of Object.values(changes)) {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    let reads = 0;
    const sources: TimelineSources = {
      // Between them, so that a page has only some of the interactions that it reads.
      deals: async (_, after) =>
        after === null ? { items: [entry('deal', 0, 5)], next: null } : { items: [], next: null },
      interactions: async (limit, after) => {
        if (++reads === 2) change(ids);
        const left = ids.filter((id) => placeOf(id) > (after?.no ?? -1));
        const items = left.slice(0, limit);
        const last = items.at(-1);
        return {
          items: items.map((id) => ({ ...entry('interaction', 0, id < 'd' ? 9 : 1), id })),
          next: last !== undefined && left.length > limit ? { at: 0, no: placeOf(last) } : null,
        };
      },
      threads: none,
      memories: none,
    };
    const pages = await pagesOf((after: TimelinePosition | null) => timelinePage(sources, 4, after));
    const found = pages.flat().flatMap(({ kind, id }) => (kind === 'interaction' ? [id] : []));
    expect(found).toEqual(ids);
  }
});

verifies('crm.timeline', 'a long timeline is read to its end in pages', async () => {
  const { get, close } = graphOver();
  afterwards(close);
  const [contacts, interactions, deals] = [
    get(contactTokens.contacts).of(OWNER_ID),
    get(contactTokens.interactions).of(OWNER_ID),
    get(contactTokens.deals).of(OWNER_ID),
  ];
  const journal = get(databaseTokens.journal);
  const memory = get(memoryTokens.memory).of(OWNER_ID);
  const { contactId: ada } = (await contacts.add({ name: 'Ada' }, fromOwner)).contact;
  for (let nth = 0; nth < 9; nth += 1) {
    await interactions.log(ada, { type: 'call', summary: `Call ${nth}`, at: nth });
    await deals.add({ contact: ada, title: `Deal ${nth}`, value: 1, currency: 'EUR' });
    await memory.append('knowledge', `Ada built engine ${nth}.`, fromOwner);
    const thread = aThread({ threadId: threadId(`thread ${nth}`) });
    await journal.commit([{ change: 'thread.create', thread }]);
    await journal.commit([{ change: 'thread.link', threadId: thread.threadId, entityId: ada, at: nth % 2 }]);
  }
  await get(graphTokens.mentions).upToDate();
  const whole = await contacts.timeline(OWNER_ID, ada, 200);
  expect([whole.entries.length, whole.next]).toEqual([36, null]);
  for (const limit of [1, 5, 7]) {
    const found: TimelineEntry[] = [];
    let after: TimelinePosition | null = null;
    do {
      const page = await contacts.timeline(OWNER_ID, ada, limit, after);
      found.push(...page.entries);
      after = page.next;
    } while (after !== null);
    expect(found).toEqual(whole.entries);
  }
  // What was replaced by now is passed over, also where it fills whole pages.
  await memory.replace('knowledge', 'Ada built engine 8.', fromOwner);
  await get(graphTokens.mentions).upToDate();
  const { items, next } = await get(graphTokens.graph).of(OWNER_ID).memories(OWNER_ID, ada, 2);
  expect([items.map(({ text }) => text), next]).toEqual([['Ada built engine 8.'], null]);
});
