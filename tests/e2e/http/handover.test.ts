import { beforeEach, expect } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PersonId } from '../../../src/core/kernel/ids.ts';
import { triggerTokens } from '../../../src/main/tokens.ts';
import type { directSurface } from '../../../src/main/serving/http-surface.ts';
import {
  hangUntilAbort,
  ScriptedModel,
  text,
  toolCalls,
  type ScriptedCall,
  type Step,
} from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { askingWith, planted, proofOf } from '../../harness/people.ts';
import { verifies } from '../../spec/verifies.ts';
import { refuses } from './problems.ts';

type Asking = ReturnType<typeof directSurface>['client'];

let engine: TestEngine;
let turns: (readonly Step[])[];
let ann: Asking;
let ben: Asking;
let eve: Asking;
let annId: PersonId;
let benId: PersonId;

beforeEach(async () => {
  turns = [];
  engine = await startTestEngine({ models: { open: async () => new ScriptedModel(turns) } });
  await engine.client['config.set']({ body: { memory_extraction: false, conversation_titles: false } });
  annId = (await planted(engine, { name: 'Ann' })).personId;
  benId = (await planted(engine, { name: 'Ben' })).personId;
  const eveId = (await planted(engine, { name: 'Eve' })).personId;
  [ann, ben, eve] = [
    askingWith(engine, proofOf(annId)),
    askingWith(engine, proofOf(benId)),
    askingWith(engine, proofOf(eveId)),
  ];
});

async function ran(asking: Asking, calls: readonly ScriptedCall[] = [], attachments: readonly string[] = []) {
  turns.push(...calls.map((call) => [toolCalls(call)]), [text('done')]);
  const { sessionId, threadId } = await asking['sessions.create']({ body: {} });
  const { runId, events } = await asking['runs.start']({
    params: { id: sessionId },
    body: { task: 'go', attachments: attachments.map((path) => ({ path })) },
  });
  for await (const _ of events);
  return { sessionId, threadId, runId: runId ?? '' };
}

const of = (id: string) => ({ params: { id } });
const toBen = () => ({ body: { to: benId } });
const runsOf = async (asking: Asking) => (await asking['history.stats']()).total.runs;
const notThere = { status: 404, code: 'handover_not_found' };

verifies(
  'people.handover',
  'a thread goes with all that hangs on it when the other says yes; what it has cost stays where it was spent',
  async () => {
    const { path } = await ann['files.save']({
      query: { path: 'notes/plan.txt' },
      body: { text: 'of Ann', revision: null },
    });
    const artifact = { name: 'save_artifact', input: { title: 'Plan', type: 'markdown', content: '# Plan' } };
    const { threadId, runId } = await ran(ann, [artifact], [path]);
    const { artifacts } = await ann['artifacts.list']();
    const offered = await ann['threads.handOver']({ ...of(threadId), ...toBen() });
    expect(offered).toMatchObject({ kind: 'thread', id: threadId, from: annId, to: benId });
    const { handoverId } = offered;
    for (const asking of [ann, ben])
      expect((await asking['handovers.list']()).handovers).toMatchObject([{ handoverId }]);
    expect((await eve['handovers.list']()).handovers).toEqual([]);
    for (const asking of [ann, eve]) await refuses(asking['handovers.accept'](of(handoverId)), notThere);
    await refuses(eve['handovers.end'](of(handoverId)), notThere);
    await refuses(ben['threads.get'](of(threadId)), { status: 404 });

    expect(await ben['handovers.accept'](of(handoverId))).toEqual({ kind: 'thread', id: threadId });
    await refuses(ben['handovers.accept'](of(handoverId)), notThere);
    for (const asked of [ann['threads.get'](of(threadId)), ann['history.run'](of(runId))])
      await refuses(asked, { status: 404 });
    const { messages } = await ben['threads.messages'](of(threadId));
    const [sent] = messages.flatMap(({ content }) => content.filter(({ type }) => type === 'attachment'));
    // Nothing that Ann wrote counts as his words.
    const ofUser = messages.filter(
      ({ role, content }) => role === 'user' && content.some(({ type }) => type === 'text'),
    );
    for (const { content } of ofUser)
      expect(content).toContainEqual(expect.objectContaining({ type: 'note', code: 'handed_over' }));
    expect(ofUser).toHaveLength(1);
    const there = `people/${benId}/handed-over/notes/plan.txt`;
    expect(sent).toMatchObject({ path: there });
    expect(readFileSync(join(engine.dataDir, 'workspace', there), 'utf8')).toBe('of Ann');
    expect((await ben['history.run'](of(runId))).attachments).toMatchObject([{ path: there }]);
    expect((await ben['history.runs']()).runs).toMatchObject([{ runId }]);
    expect((await ann['history.runs']()).runs).toEqual([]);
    expect((await ben['artifacts.list']()).artifacts).toHaveLength(artifacts.length);
    expect(artifacts).toHaveLength(1);
    expect((await ann['artifacts.list']()).artifacts).toEqual([]);
    expect([await runsOf(ann), await runsOf(ben)]).toEqual([1, 0]);
    // Ben goes on with it, and it is his.
    turns.push([text('more')]);
    const { sessionId } = await ben['sessions.create']({ body: { threadId } });
    const { events } = await ben['runs.start']({ ...of(sessionId), body: { task: 'on' } });
    for await (const _ of events);
    expect(await runsOf(ben)).toBe(1);
  },
);

verifies(
  'people.handover',
  'who is offered something is told so, as long as it is offered, and who has offered it what became of it',
  async () => {
    const { threadId } = await ran(ann);
    const offer = (to: string) => ann['threads.handOver']({ ...of(threadId), body: { to } });
    const toldTo = async (asking: Asking) => {
      const { notices } = await asking['notices.list']();
      return notices.map(({ kind, says }) => [kind, says.title?.[0]?.code, says.text?.[0]?.facts['name']]);
    };
    const fromAnn = ['people', 'told.offered', { quoted: 'Ann' }];
    const { personId: eveId } = await eve['me.get']();
    await offer(eveId);
    expect(await toldTo(eve)).toMatchObject([fromAnn]);
    // Another offer takes its place.
    const { handoverId } = await offer(benId);
    expect(await toldTo(eve)).toEqual([]);
    expect(await toldTo(ben)).toMatchObject([fromAnn]);
    await ann['handovers.end'](of(handoverId));
    expect([await toldTo(ben), await toldTo(ann)]).toEqual([[], []]);
    await ben['handovers.end'](of((await offer(benId)).handoverId));
    expect(await toldTo(ben)).toEqual([]);
    expect(await toldTo(ann)).toMatchObject([['people', 'told.offer_declined', { quoted: 'Ben' }]]);
    await ben['handovers.accept'](of((await offer(benId)).handoverId));
    expect(await toldTo(ben)).toEqual([]);
    expect((await toldTo(ann))[0]).toMatchObject(['people', 'told.offer_accepted', { quoted: 'Ben' }]);
    expect((await toldTo(eve)).concat(await toldTo(ben))).toEqual([]);
  },
);

verifies('people.handover', 'not while it runs, nor with changes that nobody has reviewed', async () => {
  const { threadId, sessionId, runId } = await ran(ann, [
    { name: 'write_file', input: { path: 'a.txt', content: 'a' } },
  ]);
  const offer = () => ann['threads.handOver']({ ...of(threadId), ...toBen() });
  await refuses(offer(), { status: 409, code: 'changes_pending' });
  await ann['threads.review']({ ...of(threadId), body: { action: 'accept', runId } });
  const { handoverId } = await offer();
  turns.push([hangUntilAbort()]);
  await ann['runs.start']({ ...of(sessionId), body: { task: 'go on' } });
  await refuses(offer(), { status: 409, code: 'run_in_progress' });
  await refuses(ben['handovers.accept'](of(handoverId)), { status: 409, code: 'run_in_progress' });
  await ann['threads.get'](of(threadId));
  await ann['runs.abort']({ ...of(sessionId), body: {} });
});

verifies('people.handover', 'a trigger may nothing and does not fire until it is confirmed', async () => {
  const { triggerId } = await ann['triggers.create']({
    body: {
      title: 'Look',
      schedule: '0 3 * * *',
      timeZone: 'UTC',
      task: 'look',
      permissions: { tools: [], hosts: ['api.example.org'], folders: [] },
    },
  });
  turns.push([text('done')]);
  await ann['triggers.run'](of(triggerId));
  while ((await ann['running.list']()).running.length > 0) await new Promise(setImmediate);
  const { threadId } = await ann['triggers.get'](of(triggerId));
  const { handoverId } = await ann['triggers.handOver']({ ...of(triggerId.slice(0, 6)), ...toBen() });
  await ben['handovers.accept'](of(handoverId));
  await refuses(ann['triggers.get'](of(triggerId)), { status: 404, code: 'trigger_not_found' });
  expect(await ben['triggers.get'](of(triggerId))).toMatchObject({
    enabled: false,
    confirmedAt: null,
    nextRunAt: null,
    permissions: { hosts: [] },
  });
  expect((await ben['threads.get'](of(threadId ?? ''))).threadId).toBe(threadId);
  expect((await ann['consents.list']()).consents).toEqual([]);
  expect(await engine.engine.get(triggerTokens.triggerStore).nextDueAt([])).toBeNull();
});

verifies('people.handover', 'a workflow goes alone, and not while triggers carry it out', async () => {
  const { workflowId } = await ann['workflows.save']({
    body: { name: 'steps', steps: [{ stepId: 'one', task: 'step' }] },
  });
  const { triggerId } = await ann['triggers.create']({
    body: { title: 'T', effect: 'run_workflow', schedule: '0 3 * * *', workflowId },
  });
  const offer = () => ann['workflows.handOver']({ ...of(workflowId), ...toBen() });
  await refuses(offer(), { status: 409, code: 'workflow_in_use' });
  await ann['triggers.delete'](of(triggerId));
  await ben['handovers.accept'](of((await offer()).handoverId));
  await refuses(ann['workflows.definition'](of(workflowId)), { status: 404 });
  expect(await ben['workflows.definition'](of(workflowId))).toMatchObject({ name: 'steps' });
});

verifies(
  'people.handover',
  'either says no, and a later offer takes the place of an earlier one',
  async () => {
    const { threadId } = await ran(ann);
    const offer = (to: string) => ann['threads.handOver']({ ...of(threadId), body: { to } });
    await refuses(offer(annId), { status: 400, code: 'handover_to_self' });
    await refuses(offer(threadId), { status: 404, code: 'person_not_found' });
    await refuses(ben['threads.handOver']({ ...of(threadId), ...toBen() }), { status: 404 });
    const first = await offer(benId);
    const { personId: eveId } = await eve['me.get']();
    const second = await offer(eveId);
    await refuses(ben['handovers.accept'](of(first.handoverId)), notThere);
    await eve['handovers.end'](of(second.handoverId));
    await refuses(eve['handovers.accept'](of(second.handoverId)), notThere);
    const third = await offer(benId);
    await ann['handovers.end'](of(third.handoverId));
    expect((await ben['handovers.list']()).handovers).toEqual([]);
    await ann['threads.get'](of(threadId));
  },
);
