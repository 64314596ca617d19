import { expect } from '@jest/globals';
import { ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import { startRestartable as started, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { until } from '../http/wire.ts';

const kindsIn = async ({ client }: RestartableEngine) =>
  (await client['backups.list']()).backups.map(({ kind, status }) => [kind, status]);

verifies(
  ['triggers.backup', 'triggers.stoppable'],
  'a trigger makes a backup after the one that is being made, says that it was checked, and cannot be stopped meanwhile',
  async () => {
    const engine = await started();
    const { client } = engine;
    const { triggerId, mayDo } = await client['triggers.create']({
      body: { title: 'Nightly', effect: 'backup', schedule: '0 3 * * *' },
    });
    expect(mayDo).toEqual([expect.stringContaining('It makes a backup of everything that svc keeps.')]);
    const one = () => client['triggers.get']({ params: { id: triggerId } });
    // The owner makes one at the same time: both are made, one after the other.
    await client['backups.create']();
    expect(await client['triggers.run']({ params: { id: triggerId } })).toEqual({
      started: true,
      runId: null,
    });
    expect(await one()).toMatchObject({ running: true, stoppable: false });
    expect(await client['running.list']()).toMatchObject({
      running: [{ of: 'trigger', id: triggerId, title: 'Nightly', effect: 'backup', stoppable: false }],
    });
    await expect(client['tasks.stop']({ params: { id: triggerId } })).rejects.toMatchObject({
      problem: { code: 'unstoppable', status: 409 },
    });
    await until('the backup was made', async () => !(await one()).running, 50_000);
    expect((await one()).lastRun).toMatchObject({
      outcome: 'verified',
      reason: { code: 'backup_complete', text: expect.stringContaining('opened and checked') },
    });
    expect(await kindsIn(engine)).toEqual([
      ['scheduled', 'complete'],
      ['manual', 'complete'],
    ]);
    expect((await one()).running).toBe(false);
    await expect(client['tasks.stop']({ params: { id: triggerId } })).rejects.toMatchObject({
      problem: { code: 'not_running', status: 409 },
    });
  },
);

verifies('backups.tool', 'the agent makes a backup, and says so only once it was checked', async () => {
  const model = new ScriptedModel([
    [toolCalls({ name: 'create_backup', input: {} })],
    [text('The backup is made.')],
  ]);
  const engine = await started({ model });
  const { sessionId } = await engine.client['sessions.create']({ body: {} });
  const { events } = await engine.client['runs.start']({
    params: { id: sessionId },
    body: { task: 'Back up.' },
  });
  const results: unknown[] = [];
  for await (const event of events) if (event.type === 'tool_result') results.push(event.data);
  expect(results).toMatchObject([
    { success: true, output: expect.stringMatching(/is complete: \d+ files/u) },
  ]);
  expect(await kindsIn(engine)).toEqual([['manual', 'complete']]);
});
