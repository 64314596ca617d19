import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { BY_OWNER, BY_AGENT_OF_OWNER } from '../../../doubles/people.ts';
import { beforeEach, expect } from '@jest/globals';
import { isRefusal } from '../../../../src/core/kernel/refusal.ts';
import type { TaskEdit } from '../../../../src/core/automation/tasks/service.ts';
import {
  fail,
  gate,
  hangUntilAbort,
  SCRIPTED_USAGE,
  ScriptedModel,
  text,
  type Step,
} from '../../../doubles/scripted-model.ts';
import { HOUR, OWNER, triggersOver } from '../../../harness/triggers.ts';
import { verifies } from '../../../spec/verifies.ts';

type Engine = Awaited<ReturnType<typeof triggersOver>>;
let engine: Engine;
/** What the models of the next runs play. */
let turns: (readonly Step[])[];

beforeEach(async () => {
  turns = [];
  engine = await triggersOver({ open: async () => new ScriptedModel(turns.splice(0, 1)) });
});

const add = async (title: string, parentId: string | null = null) =>
  (await engine.services.tasks.create({ title, parentId }, BY_OWNER)).task.taskId;
const forAgent = async (...played: readonly Step[]) => {
  turns.push(played);
  const { task } = await engine.services.tasks.create({ title: 'Work', assignee: 'agent' }, BY_OWNER);
  await engine.pass(0);
  return task.taskId;
};
const set = (id: string, edit: TaskEdit) => engine.services.tasks.set(id, edit, OWNER);
const of = async (id: string) => (await engine.services.tasks.get(id, OWNER)).task;
const codeOf = async (call: Promise<unknown>) =>
  await call.then(
    () => 'done',
    (error: unknown) => (isRefusal(error) ? error.code : Promise.reject(error as Error)),
  );

verifies('tasks.outcome', 'how its run ended is what becomes of a task, with the reason', async () => {
  const done = await forAgent(text('Done.'));
  expect(await of(done)).toMatchObject({
    status: 'completed',
    problem: null,
    completedAt: expect.any(Number),
  });
  const cut = await forAgent(text('So'), {
    step: 'end',
    end: { type: 'end', stop: 'refused', usage: SCRIPTED_USAGE },
  });
  expect(await of(cut)).toMatchObject({ status: 'failed', completedAt: null });
  expect((await of(cut)).problem?.text).toContain('(refused)');
  const failed = await forAgent(
    fail('provider_error', { error: 'The provider is on fire.', retryable: false }),
  );
  expect(await of(failed)).toMatchObject({ status: 'failed', problem: { text: 'The provider is on fire.' } });
  // Given again, it begins again, and nothing of the failure is left.
  turns.push([text('Now it works.')]);
  await set(failed, { assignee: 'agent' });
  await engine.pass(0);
  expect(await of(failed)).toMatchObject({ status: 'completed', problem: null });
});

verifies(
  'tasks.outcome',
  'a status that was set meanwhile stays, and a change of something else sets none',
  async () => {
    for (const edit of [{ status: 'completed' }, { priority: 'urgent' }] as const) {
      const pause = gate();
      const id = await forAgent(pause.step, text('Done.'));
      await set(id, edit);
      pause.open();
      await engine.pass(0);
      expect(await of(id)).toMatchObject({ ...edit, status: 'completed' });
    }
    const pause = gate();
    const id = await forAgent(pause.step, text('Done.'));
    await set(id, { status: 'open' });
    pause.open();
    await engine.pass(0);
    expect((await of(id)).status).toBe('open');
  },
);

verifies(
  'tasks.outcome',
  'a change that meets the end of the run does not undo what became of it',
  async () => {
    const pause = gate();
    const id = await forAgent(pause.step, text('Done.'));
    // Read before the end of the run, written after it.
    const stale = await of(id);
    pause.open();
    await engine.pass(0);
    await engine.history.journal.commit([{ change: 'task.put', task: { ...stale, priority: 'high' } }]);
    expect(await of(id)).toMatchObject({ status: 'completed', priority: 'high', problem: null });
  },
);

verifies('tasks.agent', 'given to another, the agent stops, also when it has only begun', async () => {
  const id = await forAgent(hangUntilAbort());
  await set(id, { assignee: 'Ann' });
  expect(await of(id)).toMatchObject({
    status: 'open',
    assignee: 'Ann',
    problem: { says: [{ code: 'run.aborted' }] },
  });
  expect(engine.inFlight.all()).toEqual([]);

  turns.push([hangUntilAbort()]);
  const soon = await add('Soon');
  const given = set(soon, { assignee: 'agent' });
  while (engine.inFlight.of(soon) === null) await new Promise((resolve) => setImmediate(resolve));
  await set(soon, { assignee: null });
  await given;
  await engine.pass(HOUR);
  expect(await of(soon)).toMatchObject({ status: 'open', assignee: null });
  expect(engine.inFlight.all()).toEqual([]);
});

verifies(
  'tasks.children',
  'two changes that meet make no circle, and what a task moves with counts as depth',
  async () => {
    const [one, other] = [await add('one'), await add('other')];
    const both = await Promise.all([
      codeOf(set(one, { parentId: other })),
      codeOf(set(other, { parentId: one })),
    ]);
    expect(both.toSorted()).toEqual(['done', 'invalid_parent']);
    expect(await codeOf(set(one, { parentId: one }))).toBe('invalid_parent');

    const chain = async (levels: number) => {
      const ids = [await add('1')];
      for (let level = 2; level <= levels; level++) ids.push(await add(`${level}`, ids.at(-1)));
      return ids;
    };
    const [five, three, four] = [await chain(5), await chain(3), await chain(4)];
    expect(await codeOf(set(four[0] ?? '', { parentId: five[4] ?? null }))).toBe('invalid_parent');
    expect(await codeOf(set(three[0] ?? '', { parentId: five[4] ?? null }))).toBe('done');
    expect(await codeOf(add('9', three[2]))).toBe('invalid_parent');
  },
);

verifies('tasks.outcome', 'what the end of the engine cut off is failed', async () => {
  const id = await forAgent(hangUntilAbort());
  const next = await triggersOver({ history: engine.history, firstId: 10_000 });
  const { task, running } = await next.services.tasks.get(id, OWNER);
  expect([task.status, running, task.problem === null]).toEqual(['failed', false, false]);
});

verifies('tasks.children', 'completing reaches what is in it, and what failed stays failed', async () => {
  const parent = await add('parent');
  const child = await add('child', parent);
  const [leaf, failed] = [await add('leaf', child), await add('failed', parent)];
  await set(failed, { status: 'failed' });
  await engine.services.tasks.complete(parent, OWNER);
  for (const id of [parent, child, leaf]) expect((await of(id)).status).toBe('completed');
  expect((await of(failed)).status).toBe('failed');
});

verifies('tasks.children', 'what is in it goes with a task, and its work is stopped first', async () => {
  const parent = await add('parent');
  const child = await add('child', parent);
  turns.push([hangUntilAbort()]);
  const { task } = await engine.services.tasks.create(
    { title: 'work', assignee: 'agent', parentId: child },
    BY_OWNER,
  );
  const runId = (await of(task.taskId)).runId;
  await engine.services.tasks.remove(parent, OWNER);
  expect(engine.inFlight.all()).toEqual([]);
  expect((await engine.runs.get(EVERYONE, runId as never))?.status).toBe('aborted');
  for (const id of [parent, child, task.taskId]) expect(await codeOf(of(id))).toBe('task_not_found');
});

verifies(
  'tasks.tools',
  'once the agent wrote some of its words, they are not words of the owner',
  async () => {
    const { tasks } = engine.services;
    const id = await add('Mine');
    await tasks.set(id, { tags: ['a'] }, OWNER, 'agent');
    expect((await of(id)).isOfAgent).toBe(false);
    await tasks.set(id, { description: 'See https://a.example' }, OWNER, 'agent');
    await tasks.set(id, { title: 'Still' }, OWNER);
    expect((await of(id)).isOfAgent).toBe(true);
    expect((await tasks.create({ title: 'Its own' }, BY_AGENT_OF_OWNER)).task.isOfAgent).toBe(true);
  },
);
