import { OWNER_ID } from '../../../doubles/people.ts';
import { expect, test } from '@jest/globals';
import { spotted } from '../../../../src/core/knowledge/graph/spotting.ts';
import { fromOwner } from '../../../../src/core/knowledge/memory/model.ts';
import { graphTokens, memoryTokens } from '../../../../src/main/tokens.ts';
import { text } from '../../../doubles/scripted-model.ts';
import { coreOver } from '../../../harness/core.ts';
import { graphOver } from '../../../harness/graph.ts';
import { verifies } from '../../../spec/verifies.ts';
import { afterwards } from '../../../harness/afterwards.ts';

function knowing() {
  const made = graphOver();
  const [graph, memory, mentions, store] = [
    made.get(graphTokens.graph).of(OWNER_ID),
    made.get(memoryTokens.memory).of(OWNER_ID),
    made.get(graphTokens.mentions),
    made.get(graphTokens.graphStores).ofPerson(OWNER_ID),
  ];
  afterwards(async () => (await mentions.stop(), await made.close()));
  const person = async (name: string, aliases: readonly string[] = [], isNew = false) =>
    (await graph.save({ kind: 'person', name, aliases, isNew }, fromOwner)).entityId;
  const firm = async (name: string) => (await graph.save({ kind: 'organization', name }, fromOwner)).entityId;
  const remember = async (said: string) =>
    void (await memory.record({ namespace: 'knowledge', text: said, source: fromOwner }));
  const about = async (id: Awaited<ReturnType<typeof person>>) => {
    await mentions.upToDate();
    return (await graph.memories(OWNER_ID, id)).items.map((entry) => entry.text);
  };
  return { ...made, graph, memory, mentions, store, person, firm, remember, about };
}

verifies(
  'kg.mentions',
  'entries keep which entities they speak of, whichever of the two was there first',
  async () => {
    const { person, firm, remember, about, memory, mentions, graph } = knowing();
    const anna = await person('Anna Weber', ['Annerl']);
    await remember("Anna Weber's birthday is in May.");
    await remember('The owner met Annerl in Graz.');
    await remember('Someone else came.');
    expect(await about(anna)).toEqual(['The owner met Annerl in Graz.', "Anna Weber's birthday is in May."]);
    // The name comes after the entry.
    await remember('Acme G.m.b.H. makes anvils.');
    const acme = await firm('Acme GmbH');
    expect(await about(acme)).toEqual(['Acme G.m.b.H. makes anvils.']);
    expect((await graph.get(anna)).entity.mentionCount).toBe(2);
    await memory.delete('knowledge', 'Annerl');
    await mentions.upToDate();
    expect(await about(anna)).toEqual(["Anna Weber's birthday is in May."]);
  },
);

test('a name that several entities have, and a part of a longer name, count as a mention of none', async () => {
  const { person, store } = knowing();
  const [first, anna] = [await person('Bob Jones'), await person('Anna')];
  const names = async (said: string) => (await spotted(store, said)).map(({ entityId }) => entityId);
  expect(await names('Yesterday Bob Jones called.')).toEqual([first]);
  expect(await names('Yesterday Bob Jones Jr. called.')).toEqual([first]);
  expect(await names('Then Anna came.')).toEqual([anna]);
  expect(await names('Then Anna Weber came.')).toEqual([]);
  await person('Bob Jones', [], true);
  expect(await names('Yesterday Bob Jones called.')).toEqual([]);
  const taro = await person('山田太郎');
  expect(await names('昨日、山田太郎さんに会った。')).toEqual([taro]);
});

verifies(
  'kg.recall',
  'a question about a person finds what only names the firm, another name, or what held at that time',
  async () => {
    const { person, firm, remember, memory, graph } = knowing();
    const [anna, acme, beta] = [
      await person('Anna Weber', ['Countess']),
      await firm('Zyx GmbH'),
      await firm('Qrs AG'),
    ];
    for (const one of ['The Zyx office is closed on Fridays.', 'Qrs pays late.', 'The Countess likes tea.']) {
      await remember(one);
      for (let nth = 0; nth < 20; nth++)
        await remember(`Besides ${one.length}: apples, rivers, clock ${nth}.`);
    }
    const found = async (question: string) =>
      (await memory.search(question, { limit: 10 })).map(({ entry }) => entry.text);
    expect((await found('What do we know of Anna Weber?'))[0]).toBe('The Countess likes tea.');
    await graph.relate({ from: anna, kind: 'works_for', to: acme, since: '2018', until: '2020' }, fromOwner);
    await graph.relate({ from: anna, kind: 'works_for', to: beta, since: '2021' }, fromOwner);
    expect(await found('What do we know of Anna Weber?')).toEqual(
      expect.arrayContaining([
        'The Countess likes tea.',
        'The Zyx office is closed on Fridays.',
        'Qrs pays late.',
      ]),
    );
    const best = async (question: string) =>
      (await found(question)).find((one) => one.includes('Zyx') || one.includes('Qrs'));
    expect(await best('Where did Anna Weber work in 2019?')).toBe('The Zyx office is closed on Fridays.');
    expect(await best('Where did Anna Weber work in 2023?')).toBe('Qrs pays late.');
  },
);

const said = {
  knowledge: ['Anna Weber works for Acme GmbH since 2024.'],
  entities: [
    {
      kind: 'person',
      name: 'Anna Weber',
      detail: { email: 'anna@acme.example', role: 'Chief of everything' },
    },
    { kind: 'organization', name: 'Acme GmbH' },
    { kind: 'person', name: 'Invented Person' },
    { kind: 'robot', name: 'Acme' },
    'nonsense',
  ],
  relations: [
    { from: 'Anna Weber', kind: 'works for', to: 'Acme GmbH', since: '2024' },
    { from: 'Anna Weber', kind: 'hates', to: 'Invented Person' },
    { from: 'Anna Weber' },
  ],
};

verifies(
  'kg.extraction',
  'what the owner says of people and firms is in the graph after the run, and nothing that only the model wrote',
  async () => {
    const core = coreOver({
      turns: [[text('Noted.')], [text(JSON.stringify(said))]],
      learns: { record: async () => ({}) as never },
    });
    afterwards(core.close);
    const session = await core.newSession();
    const runId = await core.start(
      session,
      'By the way, Anna Weber (anna@acme.example) has worked for Acme GmbH since 2024.',
    );
    await core.eventsOf(runId);
    await core.clock.advance(1_000);
    const graph = core.get(graphTokens.graph).of(OWNER_ID);
    const anna = await graph.get('Anna Weber');
    expect(anna).toMatchObject({
      detail: { email: 'anna@acme.example' },
      facts: [
        {
          source: { origin: 'agent', runId, threadId: session.threadId, tool: 'extraction' },
          confidence: 0.8,
        },
      ],
    });
    expect(anna.detail).not.toHaveProperty('role');
    expect((await graph.relations(anna.entity.entityId)).items).toMatchObject([
      { kind: 'works_for', to: { name: 'Acme GmbH' }, since: '2024' },
    ]);
    expect((await graph.counts()).byKind).toEqual({ person: 1, organization: 1 });
    expect(await graph.threads(OWNER_ID, 'Anna Weber', 10)).toMatchObject([{ threadId: session.threadId }]);
  },
);
