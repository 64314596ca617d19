import { expect } from '@jest/globals';
import { around } from '../../../src/core/kernel/around.ts';
import { ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import { startRestartable } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from '../http/problems.ts';
import { fill, logical } from '../backups/logical.ts';

verifies(
  'data.delete.refused',
  'while a run does not stop nothing is erased; the engine serves on, and erases once the run has ended',
  async () => {
    const writing = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const engine = await startRestartable({
      model: new ScriptedModel([
        [toolCalls({ name: 'write_file', input: { path: 'a.txt', content: 'some' } })],
        [text('done')],
      ]),
      workspace: (workspace) =>
        around(workspace, {
          whileHeld: async (paths, work) => {
            writing.resolve();
            await held.promise;
            return await workspace.whileHeld(paths, work);
          },
          write: async (...input) => {
            writing.resolve();
            await held.promise;
            return await workspace.write(...input);
          },
        }),
    });
    try {
      const { client } = engine;
      await fill(engine, 'KEPT');
      const before = await logical(engine);
      const { sessionId } = await client['sessions.create']();
      const run = await client['runs.start']({ params: { id: sessionId }, body: { task: 'write' } });
      await writing.promise;
      const body = { confirm: 'DELETE_ALL_DATA' };
      expect(await refusal(client['data.erase']({ body }))).toMatchObject({
        status: 409,
        code: 'runs_did_not_stop',
      });
      expect(await client['data.erasure']()).toEqual({ erasure: null });
      expect((await logical(engine)).entries).toEqual(before.entries);
      held.resolve();
      for await (const _ of run.events);
      expect((await client['data.erase']({ body })).deleted).toBe(true);
    } finally {
      held.resolve();
      await engine.stop();
    }
  },
);
