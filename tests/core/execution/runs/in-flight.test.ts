import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { describe, expect, it } from '@jest/globals';
import { text, toolCalls } from '../../../doubles/scripted-model.ts';
import { aTool, coreOver } from '../../../harness/core.ts';
import { verifies } from '../../../spec/verifies.ts';

const ASKS = [toolCalls({ name: 'change', input: {} })];
const DONE = [text('Done.')];
const aFewTurns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A run in the middle of a call that ends when told to, whatever its signal says. */
async function inACall(holdsPaths: boolean) {
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<string>();
  const tool = {
    ...aTool('change', async () => {
      begun.resolve();
      return { output: await gate.promise, success: true };
    }),
    holdsPaths,
  };
  const core = coreOver({ turns: [ASKS, DONE], tools: [tool] });
  const session = await core.newSession();
  const runId = await core.start(session);
  const events = core.eventsOf(runId);
  await begun.promise;
  return { core, session, runId, events, gate };
}

describe('a run that is stopped in the middle of a call', () => {
  verifies(
    'changesets.abort',
    'ends after a call that holds a path, with the outcome of the call',
    async () => {
      const { core, session, events, gate } = await inACall(true);
      await core.runs.abort(EVERYONE, session.sessionId, null);
      await aFewTurns();
      expect(core.runs.liveCount).toBe(1);
      expect(await core.holds.holdUnlessRunning(session.threadId, async (running) => running)).not.toBeNull();
      gate.resolve('Deleted a.txt.');
      expect((await events).filter(({ type }) => type === 'tool_result')).toMatchObject([
        { data: { output: 'Deleted a.txt.', success: true } },
      ]);
      expect((await events).at(-1)).toMatchObject({ type: 'done', data: { stopReason: 'aborted' } });
    },
  );

  verifies('runs.tool-hangs', 'does not wait for any other call', async () => {
    const { core, session, events } = await inACall(false);
    await core.runs.abort(EVERYONE, session.sessionId, null);
    expect((await events).at(-1)).toMatchObject({ type: 'done', data: { stopReason: 'aborted' } });
  });

  it('keeps its session and its thread until then', async () => {
    for (const what of ['session', 'thread'] as const) {
      const { core, session, gate } = await inACall(true);
      let isGone = false;
      const deleting = (
        what === 'session'
          ? core.sessions.delete(EVERYONE, session.sessionId)
          : core.threads.delete(EVERYONE, session.threadId, null)
      ).then(() => (isGone = true));
      await aFewTurns();
      expect([isGone, core.runs.liveCount]).toEqual([false, 1]);
      gate.resolve('Deleted a.txt.');
      await deleting;
      expect(core.runs.liveCount).toBe(0);
    }
  });
});
