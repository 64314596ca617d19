import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from '@jest/globals';
import {
  ScriptedModel,
  text,
  toolCalls,
  type ScriptedCall,
  type Step,
} from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { everyPage } from './pages.ts';
import { refuses } from './problems.ts';
import { allOf, newSession, startRun } from './runs.ts';
import { until } from './wire.ts';

let engine: TestEngine;
let turns: (readonly Step[])[];
beforeEach(async () => {
  turns = [];
  engine = await startTestEngine({ models: { open: async () => new ScriptedModel(turns) } });
});
afterEach(() => expect(engine.log.events('error')).toEqual([]));

const knowledge = { params: { ns: 'knowledge' } };
const append = async (said: string) =>
  (await engine.client['memory.append']({ ...knowledge, body: { text: said } })).entries.map(({ id }) => id);
const read = async () => (await engine.client['memory.read'](knowledge)).content;
const entry = (id: string) => engine.client['memory.entry']({ params: { id } });
const edit = (id: string, said: string) =>
  engine.client['memory.editEntry']({ params: { id }, body: { text: said } });
const forget = (id: string) => engine.client['memory.forgetEntry']({ params: { id } });
const restore = (id: string) => engine.client['memory.restoreEntry']({ params: { id } });
const erase = (id: string) => engine.client['memory.eraseEntry']({ params: { id } });
const search = async (q: string) => (await engine.client['memory.search']({ query: { q } })).entries;
const told = async (id: string) => (await engine.client['runs.memories']({ params: { id } })).told;

/** A run of this task, whose model makes these calls and then answers. */
async function ran(task: string, ...calls: readonly ScriptedCall[]) {
  turns.splice(0);
  for (const call of calls) turns.push([toolCalls(call)]);
  turns.push([text('done')]);
  const { id, threadId } = await newSession(engine);
  return { runId: await runIn(id, task), threadId };
}

async function runIn(session: string, task: string): Promise<string> {
  const started = await startRun(engine, session, task);
  await allOf(started);
  return started.runId ?? '';
}

verifies('memory.entries', 'lists a namespace in pages, and says how many entries each has', async () => {
  await append('one\ntwo\nthree');
  const pages = await everyPage((at) =>
    engine.client['memory.entries']({ ...knowledge, query: { limit: 2, ...at } }),
  );
  expect(pages.map(({ entries }) => entries.map((one) => one.text))).toEqual([['three', 'two'], ['one']]);
  const { namespaces } = await engine.client['memory.namespaces']();
  expect(namespaces).toEqual([
    { namespace: 'knowledge', current: 3, past: 0 },
    ...['methods', 'status', 'learnings'].map((namespace) => ({ namespace, current: 0, past: 0 })),
  ]);
});

verifies('memory.entries', 'an edit keeps its place, and what it replaced is its history', async () => {
  const [first = '', second = ''] = await append('Anna lives in Rome\nBob has a boat');
  const next = await edit(first, ' Anna lives\n in Oslo ');
  expect(await read()).toBe('Anna lives in Oslo\nBob has a boat');
  const last = await edit(next.id, 'Anna lives in Bergen');
  expect((await edit(last.id, 'Anna lives in Bergen')).id).toBe(last.id);
  const shown = await entry(next.id);
  expect(shown).toMatchObject({ text: 'Anna lives in Oslo', supersededBy: last.id, origin: null });
  expect(shown.earlier.map(({ id }) => id)).toEqual([first]);
  expect(shown.later.map(({ id }) => id)).toEqual([last.id]);
  expect((await entry(last.id)).earlier.map((one) => one.text)).toEqual([
    'Anna lives in Oslo',
    'Anna lives in Rome',
  ]);
  await refuses(edit(first, 'x'), { status: 409, code: 'entry_superseded' });
  await refuses(edit(second, ' \n '), { code: 'nothing_to_remember' });
  await refuses(edit(second, 'ghp_0123456789abcdefABCDEF01'), {
    code: 'secret_in_memory',
  });
  const gone = '01900000-0000-7000-8000-000000000000';
  const asking = [entry, forget, restore, erase, (id: string) => edit(id, 'x')];
  for (const ask of asking) await refuses(ask(gone), { status: 404, code: 'entry_not_found' });
});

verifies('memory.entries', 'what is forgotten is not found until it is brought back as it was', async () => {
  const [tea = '', boat = ''] = await append('The owner drinks tea\nBob has a boat');
  const before = await entry(tea);
  await forget(tea);
  expect(await read()).toBe('Bob has a boat');
  expect(await search('tea')).toEqual([]);
  await refuses(forget(tea), { status: 409, code: 'entry_superseded' });
  const { entries } = await engine.client['memory.entries']({ ...knowledge, query: { past: true } });
  expect(entries.map(({ id }) => id)).toEqual([tea]);
  expect(await restore(tea)).toMatchObject({ id: tea, supersededAt: null });
  expect(await read()).toBe('Bob has a boat\nThe owner drinks tea');
  expect(await entry(tea)).toEqual(before);
  const [found] = await search('tea');
  expect(found?.id).toBe(tea);
  expect(found?.reasons).toContain('words');
  await restore(tea);
  const next = await edit(boat, 'Bob has a ship');
  await refuses(restore(boat), { code: 'entry_superseded' });
  await erase(next.id);
  expect(await read()).toBe('The owner drinks tea');
});

verifies('memory.entries.erase', 'erasing takes the earlier versions along, from every table', async () => {
  const [first = '', other = ''] = await append('Xylophone lessons in Rome\nBob has a boat');
  const next = await edit(first, 'Xylophone lessons in Oslo');
  expect(await erase(next.id)).toEqual({ erased: 2 });
  for (const id of [first, next.id]) await refuses(entry(id), { status: 404, code: 'entry_not_found' });
  expect(await read()).toBe('Bob has a boat');
  expect(
    (await engine.client['memory.search']({ query: { q: 'xylophone', superseded: true } })).entries,
  ).toEqual([]);
  const inFiles = () =>
    readdirSync(engine.dataDir).filter(
      (name) =>
        name.startsWith('memory.db') &&
        /xylophone/iu.test(readFileSync(join(engine.dataDir, name), 'latin1')),
    );
  await until('no file of the running engine has its words', () => inFiles().length === 0);
  // What took the place of an erased one stays.
  const ship = await edit(other, 'Bob has a ship');
  expect(await erase(other)).toEqual({ erased: 1 });
  expect(await read()).toBe('Bob has a ship');
  expect((await entry(ship.id)).earlier).toEqual([]);
});

verifies('memory.entries', 'says which conversation it came from, and at which message', async () => {
  const { runId, threadId } = await ran('Hello there', { name: 'recall', input: { query: 'x' } });
  expect(runId).not.toBe('');
  turns.splice(0);
  turns.push([toolCalls({ name: 'remember', input: { text: 'Anna prefers green tea' } })], [text('Kept.')]);
  const { sessionId } = await engine.client['sessions.create']({ body: { threadId } });
  const second = await runIn(sessionId, 'Remember the tea');
  const [found] = await search('green tea');
  const shown = await entry(found?.id ?? '');
  expect(shown.source).toMatchObject({ origin: 'agent', runId: second, tool: 'remember' });
  const { messages } = await engine.client['threads.messages']({ params: { id: threadId } });
  const begun = messages.find((message) => message.runId === second)?.seq;
  expect(begun).toBeGreaterThan(1);
  expect(shown.origin).toMatchObject({ threadId, seq: begun });
  await engine.client['threads.delete']({ params: { id: threadId } });
  expect((await entry(shown.id)).origin).toBeNull();
});

verifies(
  'memory.told',
  'a run says what its model was told in its prompt and by calls, and why',
  async () => {
    const [tea = ''] = await append('Anna is allergic to peanuts\nThe boiler was repaired in March');
    const { entityId } = await engine.client['graph.save']({ body: { kind: 'person', name: 'Anna Weber' } });
    const { runId, threadId } = await ran(
      'Is there anything that Anna must not eat? I think she has an allergy.',
      { name: 'recall', input: { query: 'boiler repairs' } },
      { name: 'find_entities', input: { query: 'Anna' } },
    );
    const all = await told(runId);
    expect(all.map(({ kind, toldIn, tool, state }) => [kind, toldIn, tool, state])).toEqual([
      ['memory', 'prompt', null, 'current'],
      ['memory', 'tool', 'recall', 'current'],
      // It was written right before the one that was looked for.
      ['memory', 'tool', 'recall', 'current'],
      ['entity', 'tool', 'find_entities', 'current'],
    ]);
    const [prompt, recalled, neighbour, entity] = all;
    expect(prompt).toMatchObject({ id: tea, entry: { text: 'Anna is allergic to peanuts' }, agent: null });
    expect(prompt?.reasons).toContain('words');
    expect(prompt?.words).toContain('Anna');
    expect(prompt?.question).toMatch(/^Is there anything/u);
    expect(recalled).toMatchObject({ question: 'boiler repairs', words: ['boiler', 'repaired'] });
    expect(recalled?.score).toBeGreaterThan(0);
    expect(neighbour).toMatchObject({ id: tea, reasons: ['neighbours'] });
    expect(entity).toMatchObject({ id: entityId, entity: { entityId, name: 'Anna Weber' }, entry: null });
    const { runs } = await engine.client['memory.entryRuns']({ params: { id: tea } });
    expect(runs).toMatchObject([
      { runId, threadId, seq: 1, toldIn: 'tool', tool: 'recall' },
      { runId, threadId, seq: 1, toldIn: 'prompt', tool: null },
    ]);
    await engine.client['threads.delete']({ params: { id: threadId } });
    await refuses(told(runId), { status: 404, code: 'run_not_found' });
    expect((await engine.client['memory.entryRuns']({ params: { id: tea } })).runs).toEqual([]);
  },
);

verifies('memory.told', 'what was changed or erased since is said so, without its words', async () => {
  const [one = ''] = await append('Anna keeps a quokka named Zebulon');
  const { runId } = await ran('What is the quokka of Anna named?');
  const next = await edit(one, 'Anna keeps a quokka named Barnabas');
  expect(await told(runId)).toMatchObject([{ state: 'replaced', entry: { supersededBy: next.id } }]);
  await erase(next.id);
  const [left] = await told(runId);
  expect(left).toMatchObject({ id: one, state: 'erased', entry: null, words: [] });
  expect(left?.reasons).toContain('words');
  expect(JSON.stringify(left)).not.toContain('Zebulon');
  expect((await engine.client['memory.entryRuns']({ params: { id: one } })).runs).toHaveLength(1);
});
