import { afterEach, describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import {
  removeTemporaryDirs,
  startTestEngine,
  temporaryDir,
  type TestEngine,
} from '../../harness/in-process-engine.ts';
import { aMessage, aToolCall, begunRun, NOON, textEvent } from '../../ports/history-builders.ts';
import { verifies } from '../../spec/verifies.ts';
import { nothingYet, play } from './client.ts';
import { aroundCommits, failing, type JournalAround } from './commits.ts';
import { expectNothingLost } from './oracle.ts';
import { COMMITS, scenarioModel, steppingClock } from './scenario.ts';

afterEach(removeTemporaryDirs);

const start = (dataDir: string, journal: JournalAround): Promise<TestEngine> =>
  startTestEngine({ dataDir, journal, model: scenarioModel(), platform: { clock: steppingClock() } });

const everyCommit = COMMITS.map((what, index) => [index + 1, what] as const);

describe('a journal that fails', () => {
  test('the scenario makes the listed commits and ends', async () => {
    let made = 0;
    const dataDir = temporaryDir();
    const engine = await start(
      dataDir,
      aroundCommits(async (nth, commit) => {
        made = nth;
        await commit();
      }),
    );
    const acknowledged = nothingYet();
    await play(engine.baseUrl, acknowledged);
    expect(made).toBe(COMMITS.length);
    expect(acknowledged.told).toEqual([]);
    expect([...acknowledged.frames.values()].at(-1)).toContain('event: done');
    await engine.stop();
    await expectNothingLost(dataDir, acknowledged);
  });

  for (const [nth, what] of everyCommit)
    verifies(
      ['crash.acknowledged', 'crash.interrupted', 'runs.journal-before-frame', 'runs.task-durable-first'],
      `from ${what} on (commit ${nth}) reports it and loses nothing acknowledged before`,
      async () => {
        const dataDir = temporaryDir();
        const acknowledged = nothingYet();
        const starting = start(
          dataDir,
          failing((n) => n >= nth),
        );
        if (nth === 1) {
          await expect(starting).rejects.toThrow();
        } else {
          const engine = await starting;
          await play(engine.baseUrl, acknowledged);
          expect(acknowledged.told).toEqual([expect.stringContaining('storage_error')]);
          await engine.stop();
        }
        await expectNothingLost(dataDir, acknowledged);
      },
    );

  // A change that cannot be recorded is not made, and the run goes on: see changesets.test.ts.
  for (const [nth, what] of everyCommit.slice(2).filter(([, each]) => each !== 'the change of the file'))
    verifies(
      ['crash.acknowledged', 'crash.interrupted'],
      `at ${what} only (commit ${nth}): the thread goes on without a restart`,
      async () => {
        const dataDir = temporaryDir();
        const acknowledged = nothingYet();
        const engine = await start(
          dataDir,
          failing((n) => n === nth),
        );
        await play(engine.baseUrl, acknowledged);
        // Either refused, or ended by an event that can be replayed.
        expect([...acknowledged.frames.values(), ...acknowledged.told].at(-1)).toContain('storage_error');
        const id = acknowledged.sessionId ?? '';
        const next = await engine.client['runs.start']({ params: { id }, body: { task: 'go on' } });
        const types: string[] = [];
        for await (const { type } of next.events) types.push(type);
        expect(types.at(-1)).toBe('done');
        await engine.stop();
        await expectNothingLost(dataDir, acknowledged);
      },
    );

  for (const nth of [1, 2, 3])
    verifies(
      ['crash.interrupted'],
      `at commit ${nth} of a start that has two runs to end leaves both to the next start`,
      async () => {
        const dataDir = temporaryDir();
        await twoRunsInFlight(join(dataDir, 'history.db'));
        await expect(
          start(
            dataDir,
            failing((n) => n >= nth),
          ),
        ).rejects.toThrow();
        const acknowledged = nothingYet();
        await expectNothingLost(dataDir, acknowledged);
        const engine = await startTestEngine({ dataDir });
        const { threads } = await engine.client['threads.list']();
        for (const { threadId } of threads) {
          const { messages } = await engine.client['threads.messages']({ params: { id: threadId } });
          expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
          const notes = messages.flatMap(({ content }) => content).filter(({ type }) => type === 'note');
          expect(notes).toMatchObject([{ code: 'interrupted' }, { code: 'reminded' }]);
        }
        expect(threads).toHaveLength(2);
        await engine.stop();
      },
    );
});

/** The state after a crash: a call without a result, then text that no message contains. */
async function twoRunsInFlight(file: string): Promise<void> {
  const history = openHistory(file);
  for (let each = 0; each < 2; each += 1) {
    const { run } = await begunRun(history.journal);
    const call = aToolCall(run.runId);
    const { toolCallId, name, input } = call;
    const asked = [{ type: 'tool_call' as const, toolCallId, name, input }];
    await history.journal.commit([
      { change: 'message.append', message: aMessage(run, run.task) },
      { change: 'message.append', message: aMessage(run, '', { role: 'assistant', content: asked }) },
      { change: 'tool-call.start', call },
      {
        change: 'run.event',
        runId: run.runId,
        event: { id: 1, type: 'tool_call', data: { toolCallId, name, input } },
        at: NOON,
      },
      { change: 'run.event', runId: run.runId, event: textEvent(2, 'half a senten'), at: NOON },
    ]);
  }
  await history.close();
}
