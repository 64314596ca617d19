// What a client can see of an end holds for what it asks next, while the disk still syncs that end.
import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { BY_OWNER } from '../../../doubles/people.ts';
import { expect, test } from '@jest/globals';
import type { Change } from '../../../../src/core/features.ts';
import type { Journal } from '../../../../src/core/ports/journal.ts';
import { ScriptedModel, text } from '../../../doubles/scripted-model.ts';
import { OWNER, triggersOver } from '../../../harness/triggers.ts';

/** Keeps ends readable, and unsynced until `synced` is called. */
function slowDisk(...ends: readonly Change['change'][]) {
  const sync = Promise.withResolvers<void>();
  const isEnd = ({ change }: Change) => ends.includes(change);
  return {
    synced: () => sync.resolve(),
    journal: (journal: Journal<Change>): Journal<Change> => ({
      commit: async (changes, durability) => {
        await journal.commit(changes, durability);
        if (changes.some(isEnd)) await sync.promise;
      },
    }),
  };
}

const engineOn = (disk: ReturnType<typeof slowDisk>) =>
  triggersOver({ journal: disk.journal, open: async () => new ScriptedModel([[text('Done.')]]) });

test.each(['run_agent', 'notify'] as const)(
  'a trigger with the effect %s whose outcome is told can be run again at once',
  async (effect) => {
    const disk = slowDisk('fire.end');
    const engine = await engineOn(disk);
    const { triggers } = engine;
    const { trigger } = await triggers.create(
      { title: 'Work', task: 'Work', effect, schedule: '@daily' },
      BY_OWNER,
      true,
    );
    const first = triggers.run(EVERYONE, trigger.triggerId, 'asked');
    await engine.pass(0);
    expect((await engine.fired(trigger)).map(({ outcome }) => outcome)).toEqual([
      effect === 'notify' ? 'verified' : 'unverified',
    ]);
    const again = triggers.run(EVERYONE, trigger.triggerId, 'asked');
    await engine.pass(0);
    disk.synced();
    await engine.pass(0);
    await Promise.all([first, again]);
    expect((await engine.fired(trigger)).filter(({ outcome }) => outcome !== null)).toHaveLength(2);
  },
);

test('a task whose end is told can be given to the agent again at once', async () => {
  const disk = slowDisk('task.end');
  const engine = await engineOn(disk);
  const { tasks } = engine.services;
  const { task } = await tasks.create({ title: 'Work', assignee: 'agent' }, BY_OWNER);
  await engine.pass(0);
  const { task: ended } = await tasks.get(task.taskId, OWNER);
  expect(ended.status).toBe('completed');
  const again = tasks.set(task.taskId, { assignee: 'agent', title: 'Work on' }, OWNER);
  await engine.pass(0);
  disk.synced();
  await engine.pass(0);
  await again;
  await engine.pass(0);
  const { task: second } = await tasks.get(task.taskId, OWNER);
  expect([second.status, second.runId === ended.runId]).toEqual(['completed', false]);
});

test('in a thread whose run is told to have ended the next one can be started at once', async () => {
  const disk = slowDisk('run.end');
  const engine = await engineOn(disk);
  const session = await engine.newSession();
  const first = await engine.start(session);
  await engine.pass(0);
  expect((await engine.runs.get(EVERYONE, first))?.status).toBe('completed');
  const next = engine.start(session);
  await engine.pass(0);
  disk.synced();
  await engine.pass(0);
  expect((await engine.runs.get(EVERYONE, await next))?.status).toBe('completed');
});
