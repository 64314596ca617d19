import { beforeAll, expect, test } from '@jest/globals';
import { localMinute } from '../../../src/contract/cli/local-time.ts';
import { hangUntilAbort, ScriptedModel } from '../../doubles/scripted-model.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere } from '../../harness/in-process-svc.ts';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { typing, wordsOf } from './typed.ts';

let engine: RestartableEngine;
beforeAll(async () => {
  engine = await startRestartable({ models: { open: async () => new ScriptedModel([[hangUntilAbort()]]) } });
});

const { svc, said, json: parsed, refused } = typing('task', () => engine.dataDir);
interface Task {
  readonly taskId: string;
  readonly tags: readonly string[];
  readonly dueAt: string | null;
}
const json = async (line: string) => (await parsed(line)) as unknown as Task;

verifies(
  'tasks.terminal',
  'svc task adds, lists, shows, changes, completes, stops and deletes tasks',
  async () => {
    expect(await said('')).toBe('');
    const added = await json(
      "add 'Call Ann' --description 'About the tax' --priority high --assignee Bob --due 2027-01-31T09:00:00Z --tag tax --tag ann",
    );
    const { taskId: id } = added;
    expect(added.tags).toEqual(['ann', 'tax']);
    const row = `${id}  open  high  Call Ann  for Bob  due ${localMinute('2027-01-31T09:00:00Z')}  ann, tax\n`;
    expect(await said('')).toBe(row);
    expect(await said('list --tag tax --status open --words ann')).toBe(row);
    expect(await said('list --assignee Eve')).toBe('');
    expect(await said(`show ${id.slice(0, 8)}`)).toBe(`${row}About the tax\n`);
    expect(await json(`show ${id}`)).toEqual(added);

    expect(await said(`add 'Find the papers' --parent ${id.slice(0, 8)}`)).toContain(id);
    const changed = await said(`set ${id} --title 'Call Ann again' --status in_progress --tag x`);
    expect(changed).toMatch(/in_progress {2}high {2}Call Ann again .* x\n/u);
    expect(await said(`done ${id}`)).toContain('  completed  ');
    expect(await json('list --status completed')).toMatchObject({
      tasks: [{ title: 'Find the papers' }, { taskId: id }],
    });

    const { taskId: dig } = await json('add Dig --assignee agent');
    expect(await said('')).toContain(`${dig}  running  medium  Dig  for agent`);
    await said(`stop ${dig}`);
    await said(`remove ${dig}`);

    await refused(
      1,
      'show ffffffff',
      'show fff',
      `stop ${id}`,
      'add x --priority huge',
      'add x --due tomorrow',
      'add x --due 2027-02-30',
      'list --status done',
      `set ${id} --parent ${id}`,
    );
    await refused(2, "add ' '", 'add', `set ${id} --colour red`);
    const due = async (text: string) => (await json(`set ${id} --due '${text}'`)).dueAt;
    expect(await due('2027-01-31')).toBe(new Date(2027, 0, 31, 23, 59).toISOString());
    expect(await due('2027-01-31 09:00')).toBe(new Date(2027, 0, 31, 9).toISOString());
    expect(await due('none')).toBe(null);
    await said(`set ${id} --status open`);
    const inside = await json(`add 'One more' --parent ${id}`);
    expect(await said(`show ${id}`)).toContain(`${inside.taskId}  open  medium  One more\n`);
    await said(`done ${id}`);
    expect(await json(`set ${inside.taskId} --parent none`)).toMatchObject({
      parentId: null,
      status: 'completed',
    });
    await said(`remove ${inside.taskId}`);
    // The papers would go with it.
    expect(await svc(`remove ${id}`)).toMatchObject({ code: 1, stderr: expect.stringContaining('--yes') });
    await said(`remove ${id} --yes`);
    expect(await said('')).toBe('');
  },
);

test('a task for the agent where no engine runs says why the command goes on', async () => {
  const words = wordsOf("task add 'count to 30' --assignee agent --demo");
  const { code, stderr } = await svcHere(temporaryDir(), words);
  expect([code, stderr]).toEqual([0, expect.stringContaining('Ctrl-C')]);
});
