import { describe, expect } from '@jest/globals';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import { uuidIdsBy } from '../../../src/adapters/out/system/uuid-ids.ts';
import type { Platform } from '../../../src/main/platform.ts';
import { ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { everyPage } from './pages.ts';
import { allOf, newSession, startRun } from './runs.ts';

const DAY = 24 * 60 * 60 * 1000;

/** A process whose wall clock shows an earlier time at each call. */
function fallingPlatform(from: number): Pick<Platform, 'clock' | 'ids'> {
  let at = from;
  const now = () => (at -= 997);
  return { clock: { ...systemClock, now }, ids: uuidIdsBy(now) };
}

const look = (path: string) => ({ name: 'list_files', input: { path } });

/** Five runs, each in its own thread, with three calls in two turns. */
async function workIn(engine: TestEngine, name: string) {
  const threads: string[] = [];
  for (let nth = 0; nth < 5; nth++) {
    const { id, threadId } = await newSession(engine);
    await allOf(startRun(engine, id, `${name} ${nth}`));
    threads.push(threadId);
  }
  return threads;
}

const turns = Array.from({ length: 5 }, () => [
  [text('First these.'), toolCalls(look('.'), look('./.'))],
  [toolCalls(look('././.'))],
  [text('Done.')],
]).flat();

const threadsIn = async ({ client }: TestEngine, limit: number) =>
  (await everyPage((more) => client['threads.list']({ query: { limit, ...more } }))).flatMap(
    ({ threads }) => threads,
  );

const runsIn = async ({ client }: TestEngine, limit: number) =>
  (await everyPage((more) => client['history.runs']({ query: { limit, ...more } }))).flatMap(
    ({ runs }) => runs,
  );

const callsOf = async ({ client }: TestEngine, id: string, limit: number) =>
  (
    await everyPage((more) => client['history.toolCalls']({ params: { id }, query: { limit, ...more } }))
  ).flatMap(({ toolCalls }) => toolCalls);

describe('with a clock that goes back at each call, and further at the next start', () => {
  verifies(
    ['contract.lists.order', 'contract.lists'],
    'threads, runs, tool calls and the past of memory are listed in the order of creation',
    async () => {
      const dataDir = temporaryDir();
      const begun = Date.now();
      const ahead = await startTestEngine({
        dataDir,
        model: new ScriptedModel(turns),
        platform: fallingPlatform(begun + 40 * DAY),
      });
      const before = await workIn(ahead, 'ahead');
      await ahead.stop();
      const engine = await startTestEngine({
        dataDir,
        model: new ScriptedModel(turns),
        platform: fallingPlatform(begun),
      });
      const made = [...before, ...(await workIn(engine, 'back'))];
      const newestFirst = made.toReversed();
      const limit = 3;
      expect((await threadsIn(engine, limit)).map(({ threadId }) => threadId)).toEqual(newestFirst);
      const runs = await runsIn(engine, limit);
      expect(runs.map(({ threadId }) => threadId)).toEqual(newestFirst);
      for (const { runId } of runs) {
        const calls = await callsOf(engine, runId, 2);
        expect(calls.map(({ input }) => input['path'])).toEqual(['.', './.', '././.']);
      }

      // A changed thread comes first, and cursors of earlier pages stay right.
      const [oldest, second] = made;
      const first = await engine.client['threads.list']({ query: { limit: 4 } });
      await engine.client['threads.set']({ params: { id: oldest ?? '' }, body: { title: 'Renamed' } });
      expect((await threadsIn(engine, 3))[0]?.threadId).toBe(oldest);
      const rest = await engine.client['threads.list']({
        query: { limit: 200, cursor: first.nextCursor ?? '' },
      });
      expect(rest.threads.map(({ threadId }) => threadId).at(-1)).toBe(second);

      for (const content of ['one', 'two', 'three'])
        await engine.client['memory.replace']({ params: { ns: 'knowledge' }, body: { content } });
      const { superseded } = await engine.client['memory.read']({
        params: { ns: 'knowledge' },
        query: { superseded: true },
      });
      expect(superseded?.map((entry) => entry.text)).toEqual(['two', 'one']);
      await engine.stop();
    },
  );

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
    const engine = await startTestEngine({
      model: new ScriptedModel(turns),
      platform: fallingPlatform(Date.now()),
    });
    await workIn(engine, 'timed');
    for (const run of await runsIn(engine, 200)) {
      expect(Math.min(run.durationMs, run.waitMs)).toBeGreaterThanOrEqual(0);
      expect(Date.parse(run.endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(run.createdAt));
    }
    await engine.stop();
  });
});
