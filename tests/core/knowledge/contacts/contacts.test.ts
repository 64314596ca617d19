import type { Whose } from '../../../../src/core/trust/people/model.ts';
import { OWNER_ID } from '../../../doubles/people.ts';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { amountFrom, amountInWords, amountShown } from '../../../../src/core/knowledge/contacts/model.ts';
import { entityId, mergeId, threadId, type EntityId } from '../../../../src/core/kernel/ids.ts';
import { fromOwner, type Origin, type Source } from '../../../../src/core/knowledge/memory/model.ts';
import { contactTokens, databaseTokens, graphTokens, memoryTokens } from '../../../../src/main/tokens.ts';
import { graphOver } from '../../../harness/graph.ts';
import { verifies } from '../../../spec/verifies.ts';
import { afterwards } from '../../../harness/afterwards.ts';
import { pagesOf } from '../../../harness/paged.ts';

function started(options: Parameters<typeof graphOver>[0] = {}) {
  const made = graphOver(options);
  afterwards(made.close);
  const { get } = made;
  const contacts = get(contactTokens.contacts).of(OWNER_ID);
  const add = async (name: string, more: object = {}): Promise<EntityId> =>
    (await contacts.add({ name, ...more }, fromOwner)).contact.contactId;
  const merge = async (merged: EntityId, kept: EntityId, id: string) => {
    const journal = get(databaseTokens.journal);
    await journal.commit([{ change: 'entities.merge', mergeId: mergeId(id), merged, kept }]);
    await journal.commit([{ change: 'rows.follow', mergeId: mergeId(id), from: merged, to: kept }]);
  };
  const part = async (merged: EntityId, kept: EntityId, id: string) => {
    const journal = get(databaseTokens.journal);
    await journal.commit([{ change: 'rows.return', mergeId: mergeId(id), from: kept, to: merged }]);
    await journal.commit([{ change: 'entities.part', mergeId: mergeId(id), merged, kept }]);
  };
  return {
    ...made,
    contacts,
    interactions: get(contactTokens.interactions).of(OWNER_ID),
    deals: get(contactTokens.deals).of(OWNER_ID),
    rows: get(contactTokens.contactRows),
    graphService: get(graphTokens.graph).of(OWNER_ID),
    journal: get(databaseTokens.journal),
    add,
    merge,
    part,
    list: async (query: object = {}) =>
      (await contacts.list({ q: null, type: null, tag: null, limit: 50, after: null, ...query })).items,
  };
}

const by = (origin: Origin): Source => ({ ...fromOwner, origin });

verifies('crm.money', 'an amount is what was written, or none', () => {
  for (const [written, value] of [
    [0, 0],
    [0.1, 1_000],
    ['12.3400', 123_400],
    [0.0001, 1],
    [99_999_999_999.9999, 999_999_999_999_999],
  ] as const)
    expect([written, amountFrom(written)]).toEqual([written, value]);
  for (const none of [
    -1,
    -0.5,
    0.000_01,
    1e-7,
    1e21,
    1e12,
    NaN,
    Infinity,
    '1e3',
    '',
    ' 1',
    '1,5',
    '1.',
    '.5',
    '0x10',
  ])
    expect([none, amountFrom(none)]).toEqual([none, null]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (value) => {
      const shown = amountShown(value);
      expect([amountFrom(shown), JSON.parse(JSON.stringify(shown))]).toEqual([value, shown]);
      expect(amountFrom(amountInWords(value))).toBe(value);
    }),
  );
  expect(amountInWords(10n ** 20n + 1n)).toBe('10000000000000000.0001');
});

verifies('crm.money', 'a sum of many amounts is exact beyond what a number holds', async () => {
  const { add, journal, rows, contacts } = started();
  const entity = await add('Ada');
  const deal = (index: number) => ({
    dealId: `deal-${index}` as never,
    entityId: entity,
    title: `Deal ${index}`,
    value: 999_999_999_999_999,
    currency: 'EUR',
    stage: 'won' as const,
    nextAction: null,
    dueAt: null,
    createdAt: 1,
    updatedAt: 1,
  });
  await journal.commit(
    Array.from({ length: 20_000 }, (_, index) => ({ change: 'deal.add', deal: deal(index) }) as const),
  );
  expect(await rows.sums()).toEqual([
    { stage: 'won', currency: 'EUR', count: 20_000, value: 20_000n * 999_999_999_999_999n },
  ]);
  expect((await contacts.stats()).deals.find(({ stage }) => stage === 'won')).toMatchObject({
    count: 20_000,
  });
});

verifies(
  ['crm.timeline', 'crm.interactions', 'crm.contact-deals'],
  'what hangs on a merged contact is shown by the one that shows it, and goes back when the merge is taken back',
  async () => {
    const { contacts, interactions, deals, add, merge, part, list, journal } = started();
    const kept = await add('Ada Lovelace', { type: 'customer' });
    const merged = await add('Ada King', { type: 'lead', tags: ['x'], company: 'Acme' });
    await interactions.log(merged, { type: 'call', summary: 'With King', at: 2 });
    await interactions.log(kept, { type: 'call', summary: 'With Lovelace', at: 1 });
    await deals.add({ contact: merged, title: 'Plan', value: 5, currency: 'EUR' });
    await merge(merged, kept, 'merge-1');
    expect((await list()).map(({ name, type, company, tags }) => [name, type, company, tags])).toEqual([
      ['Ada Lovelace', 'customer', 'Acme', ['x']],
    ]);
    // A row that was written for the merged one is not lost.
    const late = {
      interactionId: 'late' as never,
      entityId: merged,
      type: 'mail',
      channel: null,
      summary: 'Late',
      at: 3,
    };
    await journal.commit([{ change: 'interaction.add', interaction: late }]);
    for (const name of [kept, merged, 'Ada King', 'Ada Lovelace']) {
      const page = await interactions.of(name, 50, null);
      expect(page.items.map(({ summary, entityId: id }) => [summary, id])).toEqual([
        ['Late', kept],
        ['With King', kept],
        ['With Lovelace', kept],
      ]);
    }
    expect((await deals.list({ contact: kept, stage: null, limit: 9, after: null })).items).toMatchObject([
      { contactId: kept, contactName: 'Ada Lovelace', deal: { title: 'Plan' } },
    ]);
    // The deal of the merged one is known by its title.
    expect(await deals.add({ contact: kept, title: 'plan', value: 6, currency: 'EUR' })).toMatchObject({
      isNew: false,
    });
    expect((await contacts.timeline(OWNER_ID, merged, 50)).entries.map(({ text }) => text)).toEqual([
      'lead, 6 EUR',
      'Late',
      'With King',
      'With Lovelace',
    ]);
    expect((await list({ type: 'lead' })).length).toBe(0);
    expect((await list({ type: 'customer', tag: 'X' })).length).toBe(1);
    expect(await contacts.stats()).toMatchObject({ contacts: 1, byType: [{ type: 'customer', count: 1 }] });

    await part(merged, kept, 'merge-1');
    expect((await interactions.of(merged, 50, null)).items.map(({ summary }) => summary)).toEqual([
      'Late',
      'With King',
    ]);
    expect((await interactions.of(kept, 50, null)).items.map(({ summary }) => summary)).toEqual([
      'With Lovelace',
    ]);
    expect(await contacts.stats()).toMatchObject({ contacts: 2 });

    // Removal takes all that is shown.
    await merge(merged, kept, 'merge-2');
    await contacts.remove(kept, false);
    expect(await list()).toEqual([]);
    expect(await contacts.stats()).toMatchObject({
      contacts: 0,
      deals: expect.arrayContaining([{ stage: 'lead', count: 0, totals: [] }]),
    });
    await expect(interactions.of(merged, 50, null)).rejects.toMatchObject({ code: 'contact_not_found' });
  },
);

test('a contact shows the values that the graph shows, whoever stated them', async () => {
  const { contacts, graphService, add, list } = started();
  const origins: readonly Origin[] = ['agent', 'import', 'user', 'external', 'agent', 'user', 'import'];
  const id = await add('Ada');
  for (const [index, origin] of origins.entries()) {
    await contacts.edit(
      id,
      { type: `type ${index}`, tags: [`tag ${index}`], notes: `note ${index}` },
      by(origin),
    );
    const { detail } = await graphService.get(id);
    const [shown] = await list();
    expect([index, shown?.type, shown?.tags, shown?.notes]).toEqual([
      index,
      detail['type'],
      [detail['tags']],
      detail['notes'],
    ]);
    expect([index, (await list({ type: detail['type'] })).length]).toEqual([index, 1]);
    expect([index, (await list({ tag: detail['tags'] })).length]).toEqual([index, 1]);
    expect(await contacts.stats()).toMatchObject({ byType: [{ type: detail['type'], count: 1 }] });
  }
  await contacts.edit(id, { type: null, tags: [] }, fromOwner);
  expect(await list()).toMatchObject([{ type: null, tags: [] }]);
  expect(await contacts.stats()).toMatchObject({ byType: [{ type: null, count: 1 }] });
});

test('pages have every contact once, in filters as in lists; an export has them whatever changes meanwhile', async () => {
  const { add, contacts, get } = started();
  const ids: string[] = [];
  for (let index = 0; index < 25; index++)
    ids.push(
      await add(`Person ${String.fromCharCode(65 + index)}`, {
        type: index % 2 === 0 ? 'even' : 'odd',
        tags: ['t'],
      }),
    );
  const every = async (query: object) => {
    const asked = { q: null, type: null, tag: null, limit: 4, ...query };
    const pages = await pagesOf((after: Parameters<typeof contacts.list>[0]['after']) =>
      contacts.list({ ...asked, after }),
    );
    return pages.flat().map(({ contactId }) => contactId);
  };
  expect(await every({})).toEqual(ids.toReversed());
  expect(await every({ tag: 't' })).toEqual(ids.toReversed());
  expect(await every({ q: 'person' })).toEqual(ids.toReversed());
  expect(await every({ type: 'even' })).toEqual(ids.filter((_, index) => index % 2 === 0).toReversed());
  const store = get(contactTokens.contactStores).ofPerson(OWNER_ID);
  const first = await store.all(10, null);
  await contacts.edit(ids[20]!, { notes: 'changed' }, fromOwner);
  const second = await store.all(50, first.next);
  expect([...first.items, ...second.items].map(({ contactId }) => contactId)).toEqual(ids);
});

test('secrets are masked in what is kept', async () => {
  const { interactions, deals, add, contacts, knownSecrets } = started();
  knownSecrets.learn(['sesame-open-42'], 'always');
  const id = await add('Ada', {
    notes: 'pw sesame-open-42',
    tags: ['sesame-open-42'],
    company: 'sesame-open-42 Inc',
  });
  const said = await interactions.log(id, {
    type: 'sesame-open-42',
    channel: 'sesame-open-42',
    summary: 'x sesame-open-42',
  });
  const deal = await deals.add({ contact: id, title: 'sesame-open-42', nextAction: 'sesame-open-42' });
  expect(JSON.stringify([said, deal, await contacts.get(id)])).not.toContain('sesame-open-42');
});

verifies('crm.removal', 'a removal that was cut off can be repeated', async () => {
  const { add, contacts, interactions, get } = started();
  const id = await add('Ada');
  await interactions.log(id, { type: 'call', summary: 'x' });
  // As a crash between its two steps leaves it.
  await get(contactTokens.forgetting).leave([entityId(id)]);
  expect(await contacts.get(id)).toMatchObject({ name: 'Ada' });
  await contacts.remove(id, false);
  await expect(contacts.get(id)).rejects.toMatchObject({ code: 'contact_not_found' });
});

test('of many saves at once none is lost, and one deal is made', async () => {
  const { contacts, deals, add, list } = started();
  const id = await add('Ada');
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      contacts.add({ name: `Bob ${index % 2 === 0 ? '' : '  '}Jones`, company: 'Acme GmbH' }, fromOwner),
    ),
  );
  expect(await list()).toHaveLength(2);
  const saved = await Promise.all(Array.from({ length: 20 }, () => deals.add({ contact: id, title: 'One' })));
  expect(saved.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect((await deals.list({ contact: null, stage: null, limit: 50, after: null })).items).toHaveLength(1);
});

verifies('crm.timeline', 'conversations and memories of a contact are in its timeline', async () => {
  const asked: (readonly [readonly EntityId[], number])[] = [];
  const of = async (_whose: Whose, ids: readonly EntityId[], limit: number) => {
    asked.push([ids, limit]);
    return { items: [{ threadId: threadId('thread-1'), title: 'A plan', at: 5 }], next: null };
  };
  const { get, contacts, add, merge, interactions } = started({
    rebind: (rebinding) => rebinding.set(contactTokens.contactThreads, { of }),
  });
  const kept = await add('Ada');
  const merged = await add('Ada King');
  await get(memoryTokens.memory).of(OWNER_ID).append('knowledge', 'Ada King likes engines.', fromOwner);
  await get(graphTokens.mentions).upToDate();
  await merge(merged, kept, 'merge-1');
  await interactions.log(kept, { type: 'call', summary: 'x', at: 6 });
  const { entries } = await contacts.timeline(OWNER_ID, kept, 10);
  expect(entries.map(({ kind, title, text }) => [kind, title, text])).toEqual([
    ['memory', 'knowledge', 'Ada King likes engines.'],
    ['interaction', 'call', 'x'],
    ['thread', 'A plan', null],
  ]);
  expect(asked).toEqual([[[kept, merged], 10]]);
  const more = Array.from({ length: 60 }, (_, nth) => `Ada King built engine ${nth}.`);
  await get(memoryTokens.memory).of(OWNER_ID).append('knowledge', more.join('\n'), fromOwner);
  await get(graphTokens.mentions).upToDate();
  const long = await contacts.timeline(OWNER_ID, kept, 100);
  expect([long.entries.filter(({ kind }) => kind === 'memory').length, long.next]).toEqual([61, null]);
  const short = await contacts.timeline(OWNER_ID, kept, 1);
  expect([short.entries.map(({ kind }) => kind), short.next]).toEqual([['memory'], expect.anything()]);
});
