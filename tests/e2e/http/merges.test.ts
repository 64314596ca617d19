import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import type { TestEngineOptions } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import * as sending from './sending.ts';

async function started(options: TestEngineOptions = {}) {
  const { engine, dataDir, send } = await sending.started(options);
  const add = async (kind: string, name: string, detail: object = {}): Promise<string> =>
    (await send('POST', '/kg/entities', { kind, name, detail, isNew: true })).body.entityId;
  const merge = async (merged: string, kept: string) => await send('POST', '/merges', { merged, kept });
  const back = async (id: string) => await send('POST', `/merges/${id}/rollback`);
  const list = async () => (await send('GET', '/merges')).body.merges;
  const files = () => readdirSync(join(dataDir, 'sweeps')).toSorted();
  return { engine, dataDir, send, add, merge, back, list, files };
}

verifies(
  [
    'merges.file',
    'merges.file.rows',
    'merges.rows-unseen',
    'merges.names',
    'merges.date',
    'merges.counts',
    'merges.list',
    'merges.rollback',
    'merges.rolled-back',
    'merges.one-graph',
  ],
  'a merge shows one entry as another, is listed without their details, and is taken back whole',
  async () => {
    const { dataDir, send, add, merge, back, list, files } = await started();
    const away = await add('person', 'A. Weber', {
      email: 'anna@one.example',
      phone: '+43 1 5122112',
      role: 'Cook',
    });
    const kept = await add('person', 'Anna Weber', { email: 'anna@two.example' });
    const firm = await add('organization', 'Acme GmbH');
    await send('POST', '/kg/relations', { from: away, kind: 'works_for', to: firm, since: '2020' });
    const before = [
      (await send('GET', `/kg/entities/${away}`)).body,
      (await send('GET', `/kg/entities/${kept}`)).body,
    ];

    expect((await send('GET', `/merges/preview?merged=${away}&kept=${kept}`)).body).toMatchObject({
      mergedName: 'A. Weber',
      keptName: 'Anna Weber',
      names: ['A. Weber'],
      filled: ['company', 'phone', 'role'],
      differing: ['email'],
      relations: 1,
    });
    const merged = await merge(away, kept);
    expect(merged.status).toBe(201);
    for (const path of [`/kg/entities/${away}`, `/crm/contacts/${away}?everything=true`])
      expect((await send('DELETE', path)).body).toMatchObject({ code: 'entity_merged', entityId: kept });
    const { mergeId } = merged.body;
    expect(mergeId).toMatch(/^merge-\d{4}-\d\d-\d\dT[\d-]+Z-[0-9a-f]{6}$/u);
    expect(merged.body).toEqual({
      mergeId,
      createdAt: expect.any(String),
      kind: 'person',
      mergedName: 'A. Weber',
      keptName: 'Anna Weber',
      dataRows: 0,
      conversationLinks: 0,
      applied: true,
      inEffect: true,
      superseded: false,
      takeBackFirst: null,
    });
    expect(files()).toEqual([`${mergeId}.json`]);
    const file = readFileSync(join(dataDir, 'sweeps', `${mergeId}.json`), 'utf8');
    for (const value of ['anna@one.example', '+43 1 5122112', 'anna@two.example'])
      expect(file).toContain(value);
    const listed = await send('GET', '/merges');
    expect(listed.body.merges).toEqual([merged.body]);
    for (const value of ['example', '5122112']) expect(listed.text).not.toContain(value);

    const shown = (await send('GET', `/kg/entities/${away}`)).body;
    expect(shown).toMatchObject({
      entityId: kept,
      name: 'Anna Weber',
      aliases: ['A. Weber'],
      detail: { email: 'anna@two.example', phone: '+43 1 5122112', role: 'Cook' },
      relations: [{ kind: 'works_for', from: { entityId: kept } }],
    });
    expect((await send('GET', '/kg/stats')).body.byKind.person).toBe(1);
    // What is said since stays with the kept one.
    await send('PATCH', `/kg/entities/${kept}`, { detail: { phone: '+43 1 5122113' } });
    expect((await back(mergeId)).body).toMatchObject({
      mergeId,
      applied: true,
      inEffect: false,
      superseded: false,
    });
    expect((await send('GET', `/kg/entities/${away}`)).body).toMatchObject({
      ...before[0],
      lastSeenAt: expect.any(String),
    });
    expect((await send('GET', `/kg/entities/${kept}`)).body).toMatchObject({
      ...before[1],
      detail: { email: 'anna@two.example', phone: '+43 1 5122113' },
    });
    expect((await back(mergeId)).body.code).toBe('merge_not_in_effect');
    expect(await list()).toMatchObject([{ mergeId, applied: true, inEffect: false }]);
  },
);

verifies(
  ['merges.superseded', 'merges.reasons', 'merges.in-effect'],
  'what cannot be taken back is refused for one of the fixed reasons, and nothing changes',
  async () => {
    const { send, add, merge, back, list } = await started();
    const [a, b, c] = [await add('person', 'A A'), await add('person', 'B B'), await add('person', 'C C')];
    const first = (await merge(a, b)).body.mergeId;
    const second = (await merge(b, c)).body.mergeId;
    expect(await back(first)).toMatchObject({
      status: 409,
      body: { code: 'merge_chained', mergeId: second },
    });
    expect(await list()).toMatchObject([
      { mergeId: second, inEffect: true },
      { mergeId: first, inEffect: false, superseded: false, takeBackFirst: second },
    ]);
    expect((await send('GET', `/kg/entities/${a}`)).body.entityId).toBe(c);
    await back(second);
    expect((await back(first)).body.inEffect).toBe(false);
    const third = (await merge(b, a)).body.mergeId;
    expect(await back(first)).toMatchObject({ status: 409, body: { code: 'merge_superseded' } });
    expect(
      (await list()).map(({ mergeId, inEffect, superseded }: Record<string, unknown>) => [
        mergeId,
        inEffect,
        superseded,
      ]),
    ).toEqual([
      [third, true, false],
      [second, false, false],
      [first, false, true],
    ]);
    expect((await back('merge-2026-01-01T00-00-00-000Z-abcdef')).body).toMatchObject({
      status: 404,
      code: 'merge_not_found',
    });
    for (const name of [
      '..%2F..%2Fconfig',
      'merge-*',
      '..',
      'merge-2026-01-01T00-00-00-000Z-abcdef.json',
      '%00',
    ])
      expect([name, (await back(name)).status]).toEqual([name, 404]);
    const place = await add('place', 'Vienna');
    expect((await merge(a, place)).body.code).toBe('merge_impossible');
    expect((await merge(b, a)).body.code).toBe('merge_impossible');
    expect((await merge('nothing', a)).body.code).toBe('entity_not_found');
  },
);

verifies(
  ['merges.age', 'merges.gone'],
  'records older than 90 days are removed at the next merge or start, except the newest',
  async () => {
    const clock = new ManualClock();
    const { add, merge, list, files } = await started({ platform: { clock } });
    const names = await Promise.all(['A A', 'B B', 'C C', 'D D'].map((name) => add('person', name)));
    const [a = '', b = '', c = '', d = ''] = names;
    await merge(a, b);
    await clock.advance(1_000);
    const newest = (await merge(c, b)).body.mergeId;
    await clock.advance(91 * 86_400_000);
    expect(await list()).toHaveLength(2);
    const last = (await merge(d, b)).body.mergeId;
    expect((await list()).map((one: { mergeId: string }) => one.mergeId)).toEqual([last, newest]);
    expect(files()).toHaveLength(2);
  },
);

verifies(
  'merges.one-graph',
  'of two firms the one of the entry that stays is shown, and the preview says so',
  async () => {
    const { send, merge, back } = await started();
    const contact = async (name: string, company: string): Promise<string> =>
      (await send('POST', '/crm/contacts', { name, company })).body.contactId as string;
    const shown = async () => (await send('GET', `/crm/contacts/${kept}`)).body.company as string;
    const kept = await contact('Anna Weber', 'Acme GmbH');
    // Noted later, by the same owner.
    const away = await contact('A. Weber', 'Acme');
    expect((await send('GET', `/merges/preview?merged=${away}&kept=${kept}`)).body).toMatchObject({
      filled: [],
      differing: ['company'],
    });
    const { mergeId } = (await merge(away, kept)).body;
    expect(await shown()).toBe('Acme GmbH');
    await back(mergeId);
    expect(await shown()).toBe('Acme GmbH');
  },
);

verifies(
  'merges.asks',
  'a yes is for the two that were shown, whatever their names mean by the time it is given',
  async () => {
    const merging = toolCalls({
      name: 'merge_entries',
      input: { merged: 'Old One', kept: 'Spare\u200B One' },
    });
    const { engine, send, add, list } = await started({
      model: new ScriptedModel([[merging], [text('Done.')]]),
    });
    const shown = await add('person', 'Old One');
    const into = await add('person', 'Spare\u200B One');
    const owner = await add('person', 'The Owner');
    const { sessionId } = (await send('POST', '/sessions', {})).body;
    const run = await engine.client['runs.start']({ params: { id: sessionId }, body: { task: 'Tidy up.' } });
    for await (const event of run.events) {
      if (event.type !== 'prompt') continue;
      const { promptId, question } = event.data as { readonly promptId: string; readonly question: string };
      expect(question).toContain(
        `Merge the person "Old One" (${shown}) into "Spare\\u{200b} One" (${into}): they become one entry`,
      );
      // While its owner thinks, the name comes to mean somebody else.
      await send('PATCH', `/kg/entities/${shown}`, { name: 'Older One', withoutAliases: ['Old One'] });
      await send('PATCH', `/kg/entities/${owner}`, { name: 'Old One' });
      await send('POST', `/sessions/${sessionId}/reply`, { promptId, answer: 'consent.once' });
    }
    expect((await send('GET', `/kg/entities/${owner}`)).body).toMatchObject({
      entityId: owner,
      name: 'Old One',
    });
    expect((await send('GET', `/kg/entities/${shown}`)).body.entityId).toBe(into);
    expect(await list()).toMatchObject([{ mergedName: 'Older One', keptName: 'Spare\u200B One' }]);
  },
);

verifies('kg.erased', 'an erased entity leaves no record that names it', async () => {
  const { send, add } = await started();
  const [gone, stays] = [await add('person', 'Gone Gone'), await add('person', 'Stays Stays')];
  await send('POST', '/datastore/collections', {
    name: 'visits',
    columns: [
      { name: 'who', type: 'subject' },
      { name: 'nth', type: 'number' },
    ],
  });
  const rows = [gone, stays].map((who, nth) => ({ who, nth }));
  expect((await send('POST', '/datastore/visits/records', { records: rows })).status).toBeLessThan(300);
  expect((await send('GET', `/merges/preview?merged=${gone}&kept=${stays}`)).body.rowsByKind).toEqual([
    { kind: 'records of visits', count: 1 },
  ]);
  await send('DELETE', `/kg/entities/${gone}`);
  const { body, text: shown } = await send('GET', '/datastore/visits?sort=nth');
  expect(body.records).toMatchObject([
    { who: null, nth: 0 },
    { who: { entityId: stays }, nth: 1 },
  ]);
  expect(shown).not.toContain(gone);
});
