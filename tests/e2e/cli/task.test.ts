import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { localMinute } from '../../../src/contract/cli/local-time.ts';
import { removeTemporaryDirs, temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere } from '../../harness/in-process-svc.ts';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { hangUntilAbort, ScriptedModel } from '../../doubles/scripted-model.ts';
import { verifies } from '../../spec/verifies.ts';

let engine: RestartableEngine;
beforeAll(async () => {
  engine = await startRestartable({ models: { open: async () => new ScriptedModel([[hangUntilAbort()]]) } });
});
afterAll(async () => {
  await engine.stop();
  removeTemporaryDirs();
});

const svc = (...args: readonly string[]) => svcHere(engine.dataDir, ['task', ...args]);
const json = async (...args: readonly string[]): Promise<unknown> =>
  JSON.parse((await svc(...args, '--json')).stdout) as unknown;

verifies(
  'tasks.terminal',
  'svc task adds, lists, shows, changes, completes, stops and deletes tasks',
  async () => {
    expect(await svc()).toMatchObject({ code: 0, stdout: '', stderr: 'There are no such tasks.\n' });
    const added = (await json(
      'add',
      'Call Ann',
      '--description',
      'About the tax',
      '--priority',
      'high',
      '--assignee',
      'Bob',
      '--due',
      '2027-01-31T09:00:00Z',
      '--tag',
      'tax',
      '--tag',
      'ann',
    )) as { taskId: string; tags: readonly string[] };
    const { taskId: id } = added;
    expect(added.tags).toEqual(['ann', 'tax']);
    const row = `${id}  open  high  Call Ann  for Bob  due ${localMinute('2027-01-31T09:00:00Z')}  ann, tax\n`;
    expect(await svc()).toMatchObject({ code: 0, stdout: row, stderr: '' });
    expect(await svc('list', '--tag', 'tax', '--status', 'open', '--words', 'ann')).toMatchObject({
      stdout: row,
    });
    expect(await svc('list', '--assignee', 'Eve')).toMatchObject({ code: 0, stdout: '' });
    expect(await svc('show', id.slice(0, 8))).toMatchObject({ code: 0, stdout: `${row}About the tax\n` });
    expect(await json('show', id)).toEqual(added);

    const part = await svc('add', 'Find the papers', '--parent', id.slice(0, 8));
    expect(part).toMatchObject({ code: 0, stdout: expect.stringContaining(`in the task ${id}`) });
    const changed = await svc(
      'set',
      id,
      '--title',
      'Call Ann again',
      '--status',
      'in_progress',
      '--tag',
      'x',
    );
    expect(changed).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/in_progress {2}high {2}Call Ann again .* x\n/u),
    });
    expect(await svc('done', id)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('  completed  '),
    });
    expect(await json('list', '--status', 'completed')).toMatchObject({
      tasks: [{ title: 'Find the papers' }, { taskId: id }],
    });

    const { taskId: dig } = (await json('add', 'Dig', '--assignee', 'agent')) as { taskId: string };
    expect(await svc()).toMatchObject({
      stdout: expect.stringContaining(`${dig}  running  medium  Dig  for agent`),
    });
    expect(await svc('stop', dig)).toMatchObject({
      code: 0,
      stdout: 'It is asked to stop. svc task and svc trigger show when it has.\n',
    });
    expect(await svc('remove', dig)).toMatchObject({ code: 0, stderr: 'Deleted.\n' });

    for (const [args, code, words] of [
      [['show', 'ffffffff'], 1, 'No task has this id.'],
      [['show', 'fff'], 1, 'at least 4 characters'],
      [['stop', id], 1, 'nothing to stop'],
      [['add', ' '], 1, 'title must not be blank'],
      [['add', 'x', '--priority', 'huge'], 1, 'priority must be'],
      [['add', 'x', '--due', 'tomorrow'], 1, '--due is a day or a time'],
      [['add', 'x', '--due', '2027-02-30'], 1, '--due is a day or a time'],
      [['list', '--status', 'done'], 1, 'status must be'],
      [['set', id, '--parent', id], 1, 'in itself'],
      [['add'], 2, 'title'],
      [['set', id, '--colour', 'red'], 2, 'colour'],
    ] as const) {
      const refused = await svc(...args);
      expect([args, refused.code, refused.stdout]).toEqual([args, code, '']);
      expect(refused.stderr).toContain(words);
    }
    const due = async (text: string) =>
      ((await json('set', id, '--due', text)) as { dueAt: string | null }).dueAt;
    expect(await due('2027-01-31')).toBe(new Date(2027, 0, 31, 23, 59).toISOString());
    expect(await due('2027-01-31 09:00')).toBe(new Date(2027, 0, 31, 9).toISOString());
    expect(await due('none')).toBe(null);
    await svc('set', id, '--status', 'open');
    const inside = (await json('add', 'One more', '--parent', id)) as { taskId: string };
    expect((await svc('show', id)).stdout).toContain(`In it:\n${inside.taskId}  open  medium  One more\n`);
    expect((await svc('done', id)).stderr).toBe('1 task in it was completed with it.\n');
    expect(await json('set', inside.taskId, '--parent', 'none')).toMatchObject({ parentId: null });
    expect(await svc('remove', inside.taskId)).toMatchObject({ code: 0, stderr: 'Deleted.\n' });
    expect(await svc('remove', id)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/1 task in ".*" would be deleted with it: repeat it with --yes/u),
    });
    expect(await svc('remove', id, '--yes')).toMatchObject({
      code: 0,
      stderr: 'Deleted, with 1 task in it.\n',
    });
    expect(await svc()).toMatchObject({ stdout: '' });
  },
);

test('a task for the agent where no engine runs says why the command goes on', async () => {
  const dataDir = temporaryDir();
  const { code, stderr } = await svcHere(dataDir, [
    'task',
    'add',
    'count to 30',
    '--assignee',
    'agent',
    '--demo',
  ]);
  expect([code, stderr]).toEqual([
    0,
    'The agent is at work, and this command ends when it has ended. Ctrl-C stops it.\n',
  ]);
});
