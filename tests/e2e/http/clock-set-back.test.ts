import { describe, expect } from '@jest/globals';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import { uuidIdsBy } from '../../../src/adapters/out/system/uuid-ids.ts';
import type { Platform } from '../../../src/main/platform.ts';
import { ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun } from './runs.ts';

const DAY = 24 * 60 * 60 * 1000;

/** A process whose wall clock shows an earlier time at each call. */
function fallingPlatform(from: number): Pick<Platform, 'clock' | 'ids'> {
  let at = from;
  const now = () => (at -= 997);
  return { clock: { ...systemClock, now }, ids: uuidIdsBy(now) };
}

describe('with a clock that goes back at each call, and further at the next start', () => {
  verifies('contract.ids.rise', 'the first id after a start is above all stored ids', async () => {
    const dataDir = temporaryDir();
    const begun = Date.now();
    const ahead = await startTestEngine({ dataDir, platform: fallingPlatform(begun + 40 * DAY) });
    const { threadId } = await newSession(ahead);
    const { entries } = await ahead.client['memory.append']({
      params: { ns: 'knowledge' },
      body: { text: 'The sky is blue.' },
    });
    await ahead.stop();
    const engine = await startTestEngine({ dataDir, platform: fallingPlatform(begun) });
    const highest = [threadId, ...entries.map(({ id }) => id)].toSorted().at(-1) ?? '';
    const session = await newSession(engine);
    expect([session.id > highest, session.threadId > session.id]).toEqual([true, true]);
    await engine.stop();
  });

  verifies('contract.durations', 'no duration is negative, and no run ends before it began', async () => {
    const look = toolCalls({ name: 'list_files', input: {} });
    const engine = await startTestEngine({
      model: new ScriptedModel([[text('First this.'), look], [text('Done.')]]),
      platform: fallingPlatform(Date.now()),
    });
    const { id } = await newSession(engine);
    for (const task of ['one', 'two']) await allOf(startRun(engine, id, task));
    const { runs } = await engine.client['history.runs']();
    expect(runs).toHaveLength(2);
    for (const run of runs) {
      expect(Math.min(run.durationMs, run.waitMs)).toBeGreaterThanOrEqual(0);
      expect(Date.parse(run.endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(run.createdAt));
    }
    await engine.stop();
  });
});
