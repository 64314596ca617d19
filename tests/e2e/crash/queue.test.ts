// Kills the process around the commits of a queue.
import { expect, jest } from '@jest/globals';
import type { Change } from '../../../src/core/features.ts';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { until } from '../http/wire.ts';
import { ANSWER, framesOf, post, whileAlive } from './client.ts';
import { killedAt, type Moment } from './kill.ts';
import { scenarios, steppingClock } from './scenario.ts';

// It starts a process for each point.
jest.setTimeout(180_000);

const TASKS = ['second', 'third'];

/** What the client was told before the engine died. */
interface Heard {
  threadId: string | null;
  readonly queued: string[];
}

/** Starts a run that asks, queues tasks, answers, and waits until all of them have run or the engine is dead. */
const play = (baseUrl: string, heard: Heard): Promise<void> =>
  whileAlive(async () => {
    const created = await post(`${baseUrl}/api/sessions`, {});
    const session = (await created.json()) as { sessionId: string; threadId: string };
    heard.threadId = session.threadId;
    const thread = `${baseUrl}/api/threads/${session.threadId}`;
    const stream = await post(`${baseUrl}/api/sessions/${session.sessionId}/run`, { task: 'first' });
    for await (const frame of framesOf(stream)) {
      if (!/^event: prompt$/mu.test(frame)) continue;
      for (const task of TASKS)
        if ((await post(`${thread}/queue`, { task })).status === 201) heard.queued.push(task);
      await post(`${thread}/reply`, { answer: ANSWER });
    }
    await until('all have run', async () => {
      const { activeRunId, queued } = (await (await fetch(thread)).json()) as {
        activeRunId: string | null;
        queued: number;
      };
      return activeRunId === null && queued === 0;
    });
  });

/** The kinds of changes in each commit of the whole scenario. */
async function commitsOf(dataDir: string): Promise<readonly (readonly string[])[]> {
  const made: string[][] = [];
  const engine = await startTestEngine({
    dataDir,
    model: scenarios.asking.model(),
    platform: { clock: steppingClock() },
    journal: (inner) => ({
      commit: async (changes: readonly Change[], durability) => {
        made.push(changes.map(({ change }) => change));
        await inner.commit(changes, durability);
      },
    }),
  });
  const heard: Heard = { threadId: null, queued: [] };
  await play(engine.baseUrl, heard);
  await engine.stop();
  expect(heard.queued).toEqual(TASKS);
  return made;
}

verifies('queue.once', 'kill -9 around every commit that touches the queue, a start or an end', async () => {
  const commits = await commitsOf(temporaryDir());
  const isPoint = (kind: string) => kind.startsWith('queue.') || kind === 'run.start' || kind === 'run.end';
  const first = commits.findIndex((kinds) => kinds.includes('queue.add'));
  const points = commits.flatMap((kinds, index) =>
    index >= first && kinds.some(isPoint) ? [index + 1] : [],
  );
  expect(points.length).toBeGreaterThanOrEqual(6);
  for (const [index, nth] of points.entries()) {
    // A start takes a task out of its queue; at the others both moments are met in turn.
    const isStart = commits[nth - 1]?.includes('run.start');
    const moments: readonly Moment[] = isStart ? ['before', 'after'] : [index % 2 === 0 ? 'before' : 'after'];
    for (const when of moments) {
      const dataDir = temporaryDir();
      const heard: Heard = { threadId: null, queued: [] };
      await killedAt(dataDir, 'asking', [when, nth], (baseUrl) => play(baseUrl, heard));
      const engine = await startTestEngine({ dataDir, model: new ScriptedModel() });
      const id = heard.threadId ?? '';
      const queue = await engine.client['queue.get']({ params: { id } });
      const waiting = queue.tasks.map(({ task }) => task);
      expect(queue.held).toBe(waiting.length > 0);
      const started = async () =>
        (await engine.client['history.runs']({ query: {} })).runs.map(({ task }) => task).toReversed();
      const all = [...(await started()), ...waiting];
      // In order, each once; nothing that was acknowledged is missing.
      expect([nth, when, all]).toEqual([nth, when, ['first', ...TASKS].slice(0, all.length)]);
      expect(all.length).toBeGreaterThan(heard.queued.length);
      await engine.client['queue.resume']({ params: { id } });
      await until('all have run', async () => {
        const { activeRunId, queued } = await engine.client['threads.get']({ params: { id } });
        return activeRunId === null && queued === 0;
      });
      expect(await started()).toEqual(all);
      await engine.stop();
    }
  }
});
