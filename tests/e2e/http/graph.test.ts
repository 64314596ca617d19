import { peopleTokens } from '../../../src/main/tokens.ts';
import { expect, test } from '@jest/globals';
import { verifies } from '../../spec/verifies.ts';
import * as sending from './sending.ts';
import { expectRefused } from './sending.ts';

async function started() {
  const { engine, send, get, code } = await sending.started({}, '/api/kg');
  const add = async (kind: string, name: string, detail: object = {}, more: object = {}): Promise<string> => {
    const { status, body } = await send('POST', '/entities', { kind, name, detail, ...more });
    expect([name, status, body.error]).toEqual([name, 201, undefined]);
    return body.entityId;
  };
  return { engine, send, get, code, add };
}

verifies(
  ['kg.stats', 'kg.entities', 'kg.entity'],
  'entities are kept, found by words and misspelled ones, shown with details and relations, and counted',
  async () => {
    const { send, add, get, code } = await started();
    const ada = await add(
      'person',
      'Ada Lovelace',
      { email: 'Ada@Example.com', phone: '+43 1 512 21 12' },
      {
        aliases: ['Countess of Lovelace'],
      },
    );
    const firm = await add('organization', 'Analytical Engines Ltd.', {
      domain: 'https://www.engines.example/x',
    });
    const related = await send('POST', '/relations', {
      from: ada,
      kind: 'works for',
      to: 'Analytical Engines Limited',
      since: '1842-10',
    });
    expect(related.status).toBe(201);
    const again = await send('POST', '/relations', { from: 'ada lovelace', kind: 'works_for', to: firm });
    expect([again.status, again.body]).toEqual([200, related.body]);

    expect(await get(`/entities/${ada}`)).toMatchObject({
      entityId: ada,
      kind: 'person',
      name: 'Ada Lovelace',
      aliases: ['Countess of Lovelace'],
      detail: { email: 'Ada@example.com', phone: '+43 1 5122112' },
      contradictions: [],
      relations: [
        {
          kind: 'works_for',
          from: { entityId: ada },
          to: { entityId: firm, name: 'Analytical Engines Ltd.' },
          since: '1842-10',
          until: null,
          source: { origin: 'user' },
        },
      ],
      memories: [],
      contactId: null,
    });
    const found = async (q: string) =>
      (await get(`/entities?q=${encodeURIComponent(q)}`)).entities.map((one: { name: string }) => one.name);
    expect(await found('love')).toEqual(['Ada Lovelace']);
    expect(await found('lovelace ada')).toEqual(['Ada Lovelace']);
    expect(await found('countess')).toEqual(['Ada Lovelace']);
    expect(await found('Lovelase')).toEqual(['Ada Lovelace']);
    expect(await found('anlytical')).toEqual(['Analytical Engines Ltd.']);
    expect(await found('nothing of it')).toEqual([]);
    // Nearer words of others do not hide it, and two letters may have changed places.
    const [john, jon] = [await add('person', 'John Smith'), await add('person', 'Jon Smith')];
    expect((await found('jonh smith')).toSorted()).toEqual(['John Smith', 'Jon Smith']);
    for (const id of [john, jon]) await send('DELETE', `/entities/${id}`);
    expect(await get('/entities?sort=name&limit=1')).toMatchObject({
      entities: [{ name: 'Ada Lovelace' }],
      nextCursor: expect.any(String),
    });
    expect(await get('/stats')).toMatchObject({
      entities: 2,
      relations: 1,
      memories: 0,
      byKind: { person: 1, organization: 1, topic: 0 },
    });
    expect(await get(`/graph?around=${ada}`)).toMatchObject({
      nodes: [{ entityId: ada }, { entityId: firm }],
      edges: [{ kind: 'works_for' }],
      truncated: false,
    });
    expect((await send('DELETE', `/relations/${related.body.relationId}`)).status).toBe(204);
    expect((await get(`/entities/${ada}`)).relations).toEqual([]);
    expect((await get(`/entities/${ada}/history`)).relations).toHaveLength(1);
    expect((await send('DELETE', `/entities/${ada}`)).status).toBe(204);
    expect(await code('GET', `/entities/${ada}`)).toBe('entity_not_found');
    expect(await found('love')).toEqual([]);
  },
);

verifies(
  'kg.identity',
  'two of one name are never taken for one, and are told apart by what is known',
  async () => {
    const { send, add, code } = await started();
    const first = await add('person', 'Anna Weber', { email: 'anna@one.example' });
    const unsure = await send('POST', '/entities', {
      kind: 'person',
      name: 'anna  weber',
      detail: { email: 'anna@two.example' },
    });
    expect(unsure).toMatchObject({
      status: 409,
      body: { code: 'ambiguous_name', candidates: [{ entityId: first, name: 'Anna Weber', kind: 'person' }] },
    });
    const second = await add('person', 'Anna Weber', { email: 'anna@two.example' }, { isNew: true });
    const both = await send('GET', '/entities/Anna%20Weber');
    expect(both).toMatchObject({ status: 409, body: { code: 'ambiguous_name' } });
    expect(both.body.candidates.map((one: { entityId: string }) => one.entityId).toSorted()).toEqual(
      [first, second].toSorted(),
    );
    expect(both.body.error).toContain('anna@one.example');
    // An address is identity, whatever the name.
    const byMail = await send('POST', '/entities', {
      kind: 'person',
      name: 'A. Weber-Huber',
      detail: { email: 'ANNA@two.example' },
    });
    expect([byMail.status, byMail.body.entityId, byMail.body.aliases]).toEqual([
      200,
      second,
      ['A. Weber-Huber'],
    ]);
    // Nor does an address make one of a parent and a child of one name.
    await add('person', 'Bob Miller', { email: 'miller@home.example' });
    const child = { kind: 'person', name: 'Bob Miller Jr.', detail: { email: 'miller@home.example' } };
    expect(await code('POST', '/entities', child)).toBe('ambiguous_name');
    // A mailbox of a function is not.
    const office = await add('person', 'Office One', { email: 'office@firm.example' });
    expect(await add('person', 'Office Two', { email: 'office@firm.example' })).not.toBe(office);
    // Two firms of one name with different domains are two; a public provider of mail is no domain of a firm.
    const acme = await add('organization', 'Acme GmbH', { domain: 'acme.at' });
    expect(await add('organization', 'Acme GmbH', { domain: 'acme.de' })).not.toBe(acme);
    for (const [a, b] of [
      ['Bob Jones Jr.', 'Bob Jones Sr.'],
      ['Dr. Huber', 'Huber'],
      ['J. Smith', 'John Smith'],
    ])
      expect(await add('person', a!)).not.toBe(await add('person', b!));
  },
);

verifies(
  'kg.statements',
  'what was said stays, and what contradicts it stands beside it until the owner decides',
  async () => {
    const { engine, send, add, get } = await started();
    const ada = await add('person', 'Ada', { phone: '+43 1 5122112', role: 'Countess' });
    const graph = engine.engine.services.graph.of(engine.engine.get(peopleTokens.people).owner);
    const byAgent = { origin: 'agent', runId: null, threadId: null, tool: 'save_entity' } as const;
    expect(await graph.save({ entityId: ada, detail: { phone: '+43 1 5122113' } }, byAgent)).toMatchObject({
      contradicts: ['phone'],
    });
    expect(await graph.save({ entityId: ada, detail: { phone: '+43 1 5122113' } }, byAgent)).toMatchObject({
      contradicts: ['phone'],
    });
    expect(await get(`/entities/${ada}`)).toMatchObject({
      detail: { phone: '+43 1 5122112' },
      contradictions: [{ attribute: 'phone', value: '+43 1 5122113', source: { origin: 'agent' } }],
    });
    await send('PATCH', `/entities/${ada}`, {
      detail: { phone: '+43 1 5122113', role: null },
      name: 'Ada King',
    });
    const after = await get(`/entities/${ada}`);
    expect(after).toMatchObject({
      name: 'Ada King',
      aliases: ['Ada'],
      detail: { phone: '+43 1 5122113' },
      contradictions: [],
    });
    expect(after.detail.role).toBeUndefined();
    const { values } = await get(`/entities/${ada}/history`);
    expect(
      values.map(({ attribute, value, supersededAt }: Record<string, unknown>) => [
        attribute,
        value,
        supersededAt === null,
      ]),
    ).toEqual([
      ['role', null, true],
      ['phone', '+43 1 5122113', true],
      ['phone', '+43 1 5122113', false],
      ['role', 'Countess', false],
      ['phone', '+43 1 5122112', false],
    ]);
  },
);

test('hostile names and values are refused or kept as text', async () => {
  const { send, add, get, code } = await started();
  const names = [
    `Robert'); DROP TABLE entities;--`,
    '"* OR NEAR(a b) AND NOT c',
    '<img src=x onerror=alert(1)>',
    '山田 太郎',
    'محمد علي',
    'a%_\\',
  ];
  for (const name of names) {
    const id = await add('topic', name);
    expect((await get(`/entities/${id}`)).name).toBe(name);
    const found = await send('GET', `/entities?q=${encodeURIComponent(name)}`);
    expect([name, found.status, found.body.entities[0]?.entityId]).toEqual([name, 200, id]);
  }
  await expectRefused(
    async (body: object) => await send('POST', '/entities', body),
    [
      [{ kind: 'person', name: '\u202Eevil' }, 'invalid_entity'],
      [{ kind: 'person', name: '...' }, 'invalid_entity'],
      [{ kind: 'person', name: 'x'.repeat(5_000) }, 'invalid_request'],
      [{ kind: 'robot', name: 'R2' }, 'invalid_request'],
      [{ kind: 'person', name: 'A B', detail: { __proto__x: 'y' } }, 'invalid_entity'],
      [{ kind: 'person', name: 'A B', detail: { constructor: 'y' } }, 'invalid_entity'],
      [{ kind: 'person', name: 'A B', detail: { email: 'not an address' } }, 'invalid_entity'],
      [{ kind: 'person', name: 'A B', detail: { phone: '12' } }, 'invalid_entity'],
      [{ kind: 'person', name: 'A B', detail: { website: 'javascript:alert(1)' } }, 'invalid_entity'],
      [{ kind: 'organization', name: 'A B', detail: { vatNumber: 'DE12' } }, 'invalid_entity'],
    ],
  );
  for (const q of ['"', '*', 'NEAR', '^', 'a'.repeat(200), '%'])
    expect([q, (await send('GET', `/entities?q=${encodeURIComponent(q)}`)).status]).toEqual([q, 200]);
  expect(await code('GET', '/entities?cursor=xxxx')).toBe('invalid_request');
});

test('relations come in pages, and an entity says where those begin that it does not show', async () => {
  const { send, add, get } = await started();
  const hub = await add('person', 'Hub Hub');
  for (let nth = 0; nth < 3; nth++) {
    const to = await add('organization', `Firm ${nth}`);
    await send('POST', '/relations', { from: hub, kind: 'knows', to });
  }
  const names = ({
    relations,
  }: {
    readonly relations: readonly { readonly to: { readonly name: string } }[];
  }) => relations.map(({ to }) => to.name);
  const first = await get(`/entities/${hub}/relations?limit=2`);
  expect(names(first)).toEqual(['Firm 2', 'Firm 1']);
  const rest = await get(`/entities/${hub}/relations?limit=2&cursor=${first.nextCursor}`);
  expect([names(rest), rest.nextCursor]).toEqual([['Firm 0'], null]);
  expect((await get(`/entities/${hub}`)).nextRelations).toBeNull();
  expect((await send('GET', `/entities/${hub}/relations?cursor=x`)).status).toBe(400);
});
