// A disk that fails once, at any commit of the agent's work on a task: the engine lives on.
import { BY_OWNER } from '../../../doubles/people.ts';
import { expect } from '@jest/globals';
import { isRefusal } from '../../../../src/core/kernel/refusal.ts';
import { ScriptedModel, text } from '../../../doubles/scripted-model.ts';
import { failingOnce } from '../../../harness/failing-once.ts';
import { MINUTE, OWNER, triggersOver } from '../../../harness/triggers.ts';
import { verifies } from '../../../spec/verifies.ts';

verifies(
  'tasks.disk',
  'whichever commit of the work on a task the disk refuses, the task says how it ended, and can be given again',
  async () => {
    const said = new Set<string>();
    for (let nth = 1, isOver = false; !isOver; nth += 1)
      for (const when of ['before', 'after'] as const) {
        const disk = failingOnce(nth, when);
        const engine = await triggersOver({
          journal: disk.journal,
          open: async () => new ScriptedModel([[text('Done.')]]),
        });
        const { tasks } = engine.services;
        const { task } = await tasks.create({ title: 'Work' }, BY_OWNER);
        disk.begin();
        const given = tasks.set(task.taskId, { assignee: 'agent' }, OWNER).then(
          () => 'given',
          (error: unknown) => (isRefusal(error) ? error.code : Promise.reject(error as Error)),
        );
        await engine.pass(2 * MINUTE);
        const answer = await given;
        isOver = !disk.hasFailed();
        if (isOver) {
          await engine.close();
          break;
        }
        const point = [nth, when, answer];
        const { task: after, running } = await tasks.get(task.taskId, OWNER);
        said.add(`${answer} ${after.status}`);
        expect([...point, running, after.status]).not.toEqual([...point, false, 'in_progress']);
        expect([...point, running]).toEqual([...point, false]);
        if (after.status === 'failed')
          expect([...point, after.problem?.text]).toEqual([...point, expect.stringMatching(/\.$/u)]);
        await tasks.set(task.taskId, { assignee: 'agent' }, OWNER);
        await engine.pass(0);
        expect([...point, (await tasks.get(task.taskId, OWNER)).task.status]).toEqual([
          ...point,
          'completed',
        ]);
        await engine.close();
      }
    expect([...said].toSorted()).toEqual([
      'given completed',
      'given failed',
      'storage_error failed',
      'storage_error open',
    ]);
  },
);
