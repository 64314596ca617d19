// Kills the process while sub-agents work.
import { afterEach, expect, test } from '@jest/globals';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { removeTemporaryDirs, startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { nothingYet, play } from './client.ts';
import { aroundCommits } from './commits.ts';
import { killedAt, type Moment } from './kill.ts';
import { expectNothingLost } from './oracle.ts';
import { delegatingModel, steppingClock } from './scenario.ts';

afterEach(removeTemporaryDirs);

/**
 * First the boot, the session, the task and the call of the run; then two sub-agents begin, call, get a
 * result, and end.
 */
const ALL = 16;
const moments: readonly (readonly [number, Moment])[] = [
  [6, 'after'],
  [8, 'before'],
  [11, 'after'],
];

test('the scenario makes the expected number of commits and ends', async () => {
  const dataDir = temporaryDir();
  const acknowledged = nothingYet();
  let made = 0;
  const engine = await startTestEngine({
    dataDir,
    model: delegatingModel(),
    platform: { clock: steppingClock() },
    journal: aroundCommits(async (nth, commit) => {
      made = nth;
      await commit();
    }),
  });
  await play(engine.baseUrl, acknowledged);
  await engine.stop();
  expect(made).toBe(ALL);
  expect([...acknowledged.frames.values()].at(-1)).toContain('"text":"Both looked."');
  await expectNothingLost(dataDir, acknowledged);
});

for (const [nth, when] of moments)
  verifies(
    ['agents.crash', 'crash.acknowledged', 'crash.interrupted'],
    `kill -9 right ${when} commit ${nth} of ${ALL} leaves an interrupted run whose sub-agents have ended, and repeats nothing`,
    async () => {
      const dataDir = temporaryDir();
      const acknowledged = nothingYet();
      await killedAt(dataDir, when, nth, acknowledged, 'delegating');
      const { runId: id } = acknowledged;
      const model = new ScriptedModel([]);
      const engine = await startTestEngine({ dataDir, model });
      const { client } = engine;
      const params = { id: id ?? '' };
      expect(await client['history.run']({ params })).toMatchObject({ status: 'interrupted' });
      const begun: string[] = [];
      const ended: string[] = [];
      for await (const event of (await client['runs.events']({ params: { runId: id ?? '' } })).events) {
        if (event.type !== 'subagent') continue;
        if (event.data.event === 'started') begun.push(event.data.name);
        if (event.data.event === 'ended') ended.push(event.data.name);
      }
      expect(begun.length).toBeGreaterThan(0);
      expect(ended.toSorted()).toEqual(begun.toSorted());
      expect(model.requests).toEqual([]);
      await engine.stop();
      await expectNothingLost(dataDir, acknowledged);
    },
  );
