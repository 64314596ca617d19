import { beforeEach, expect } from '@jest/globals';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { proofOfOwner } from '../../../src/core/trust/people/model.ts';
import { ScriptedModel, text, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import type { directSurface } from '../../../src/main/serving/http-surface.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { askingWith, planted, proofOf } from '../../harness/people.ts';
import { verifies } from '../../spec/verifies.ts';
import { refuses } from './problems.ts';

type Asking = ReturnType<typeof directSurface>['client'];

let engine: TestEngine;
let owner: Asking;
let ann: Asking;
let ben: Asking;
let turns: (readonly Step[])[];
let model: ScriptedModel;
const KNOWLEDGE = { ns: 'knowledge' };
beforeEach(async () => {
  turns = [];
  model = new ScriptedModel(turns);
  engine = await startTestEngine({ models: { open: async () => model } });
  owner = engine.client as unknown as Asking;
  const asking = async (name: string) =>
    askingWith(engine, proofOf((await planted(engine, { name })).personId));
  [ann, ben] = [await asking('Ann'), await asking('Ben')];
});

const told = async (asking: Asking, said: string) => {
  const { entries } = await asking['memory.append']({ params: KNOWLEDGE, body: { text: said } });
  return entries[0]!.id;
};
const textOf = async (asking: Asking) => (await asking['memory.read']({ params: KNOWLEDGE })).content;

verifies('people.memory', 'a text for each person, and what is shared behind it', async () => {
  await told(owner, 'the owner likes plums');
  const hers = await told(ann, 'Ann likes plums');
  await told(ben, 'Ann likes plums');
  expect(await Promise.all([owner, ann, ben].map(textOf))).toEqual([
    'the owner likes plums',
    'Ann likes plums',
    'Ann likes plums',
  ]);
  const unknown = { status: 404, code: 'entry_not_found' };
  const named = { params: { id: hers } };
  for (const asking of [owner, ben]) {
    await refuses(asking['memory.entry'](named), unknown);
    await refuses(asking['memory.entryRuns'](named), unknown);
    await refuses(asking['memory.editEntry']({ ...named, body: { text: 'x' } }), unknown);
    await refuses(asking['memory.editEntry']({ ...named, body: { shared: true } }), unknown);
    await refuses(asking['memory.forgetEntry'](named), unknown);
    await refuses(asking['memory.restoreEntry'](named), unknown);
    await refuses(asking['memory.eraseEntry'](named), unknown);
    const { entries } = await asking['memory.search']({ query: { q: 'Ann plums' } });
    expect(entries.map(({ id }) => id)).not.toContain(hers);
    expect(entries.every(({ mine }) => mine)).toBe(true);
    expect((await asking['memory.namespaces']()).namespaces[0]).toMatchObject({ current: 1, past: 0 });
  }
  await owner['memory.delete']({ params: KNOWLEDGE, query: { pattern: 'plums' } });
  await ben['memory.replace']({ params: KNOWLEDGE, body: { content: '' } });
  expect(await owner['memory.edit']({ params: KNOWLEDGE, body: { oldText: 'Ann', newText: 'x' } })).toEqual({
    changed: false,
  });
  expect(await textOf(ann)).toBe('Ann likes plums');

  expect(await ann['memory.editEntry']({ ...named, body: { shared: true } })).toMatchObject({ shared: true });
  const another = { status: 403, code: 'entry_of_another' };
  await told(owner, 'the owner likes pears');
  const before = await textOf(owner);
  expect(before).toBe('the owner likes pears\nAnn likes plums');
  expect(await owner['memory.entry'](named)).toMatchObject({ mine: false, shared: true, origin: null });
  await refuses(owner['memory.editEntry']({ ...named, body: { text: 'x' } }), another);
  await refuses(owner['memory.editEntry']({ ...named, body: { shared: false } }), another);
  await refuses(owner['memory.eraseEntry'](named), another);
  // What was read can be written back, and takes nobody's entry.
  const replaced = await owner['memory.replace']({ params: KNOWLEDGE, body: { content: `${before}\nnew` } });
  expect(replaced).toMatchObject({ added: 1, kept: 1, superseded: 0 });
  await owner['memory.delete']({ params: KNOWLEDGE, query: { pattern: 'Ann' } });
  expect(await textOf(owner)).toBe('the owner likes pears\nnew\nAnn likes plums');
  const edited = await ann['memory.editEntry']({ ...named, body: { text: 'Ann likes figs' } });
  expect(edited).toMatchObject({ mine: true, shared: true });
  await ann['memory.editEntry']({ params: { id: edited.id }, body: { shared: false } });
  expect(await textOf(owner)).toBe('the owner likes pears\nnew');
});

async function run(asking: Asking, task: string, answers: readonly (readonly Step[])[]): Promise<string> {
  turns.push(...answers);
  const { sessionId } = await asking['sessions.create']({ body: {} });
  const { runId, events } = await asking['runs.start']({ params: { id: sessionId }, body: { task } });
  for await (const _ of events);
  return runId ?? '';
}

verifies(
  'people.memory',
  'a run recalls what its person has and what others share, and tells only them',
  async () => {
    await told(owner, 'The secret garden of the owner has plums.');
    const hers = await told(ann, 'The garden of Ann has quinces.');
    await ann['memory.editEntry']({ params: { id: hers }, body: { shared: true } });
    const runId = await run(ben, 'What is in the garden?', [
      [toolCalls({ name: 'recall', input: { query: 'garden plums quinces' } })],
      [text('quinces')],
    ]);
    const sent = JSON.stringify(model.requests);
    expect(sent).toContain('quinces');
    expect(sent).not.toContain('secret garden');
    const memories = await ben['runs.memories']({ params: { id: runId } });
    expect(new Set(memories.told.map(({ id }) => id))).toEqual(new Set([hers]));
    const named = { params: { id: hers } };
    expect((await ben['memory.entryRuns'](named)).runs.map((one) => one.runId)).toContain(runId);
    expect((await ann['memory.entryRuns'](named)).runs).toEqual([]);
    await ann['memory.editEntry']({ ...named, body: { shared: false } });
    const later = await ben['runs.memories']({ params: { id: runId } });
    expect(later.told.every(({ entry }) => entry === null)).toBe(true);
  },
);

verifies(
  'people.memory',
  'what another shares is nobody’s own words to a model, in the request and in what it looks up',
  async () => {
    const hers = await told(ann, 'The garden of Ann has quinces.');
    await ann['memory.editEntry']({ params: { id: hers }, body: { shared: true } });
    await told(ben, 'The garden of Ben has sloes.');
    await run(ben, 'What is in the garden?', [
      [toolCalls({ name: 'recall', input: { query: 'garden quinces sloes' } })],
      [text('quinces')],
    ]);
    const [first, second] = model.requests;
    const found = second?.messages.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool_result' ? [block.output] : [])),
    );
    for (const sent of [first?.tail ?? '', ...(found ?? [''])]) {
      expect(originIn(sent, 'quinces')).toBe('shared');
      expect(originIn(sent, 'sloes')).toBe('user');
    }
  },
);

/** Of the entry with this word. */
const originIn = (sent: string, word: string): unknown => {
  const line = sent.split('\n').find((one) => one.startsWith('{') && one.includes(word)) ?? '{}';
  return (JSON.parse(line) as { readonly origin?: string }).origin;
};

verifies('people.memory', 'what its agent notes is of the person for whom a run acts', async () => {
  await run(ann, 'Note it.', [
    [toolCalls({ name: 'remember', input: { text: 'Ann has a boat.' } })],
    [text('noted')],
  ]);
  expect(await textOf(ann)).toBe('Ann has a boat.');
  expect(await textOf(owner)).toBe('');
});

verifies(
  'people.arriving',
  'what is of nobody who is there becomes the owner’s at the next start',
  async () => {
    const gone = await planted(engine, { name: 'Cleo' });
    const cleo = askingWith(engine, proofOf(gone.personId));
    await told(owner, 'first');
    await told(cleo, 'second');
    await told(ann, 'third');
    await engine.stop();
    const history = new Database(join(engine.dataDir, 'history.db'));
    history.prepare('DELETE FROM people WHERE person_id = ?').run(gone.personId);
    history.close();
    const next = await startTestEngine({ dataDir: engine.dataDir });
    expect(await textOf(askingWith(next, proofOfOwner('files')))).toBe('first\nsecond');
  },
);
