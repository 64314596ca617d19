// Breaks the disk, or kills the process, between any two commits of a run. The kill sweep of `make torture` kills the built
// engine at every call to the disk.
import { describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { aMessage, aToolCall, begunRun, NOON, textEvent } from '../../ports/history-builders.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, replay } from '../http/runs.ts';
import { nothingYet, play, type Acknowledged } from './client.ts';
import { aroundCommits, failing, type JournalAround } from './commits.ts';
import { killedAt } from './kill.ts';
import { expectNothingLost } from './oracle.ts';
import { scenarios, steppingClock, type ScenarioName } from './scenario.ts';

const start = (dataDir: string, what: ScenarioName, journal: JournalAround): Promise<TestEngine> =>
  startTestEngine({ dataDir, journal, model: scenarios[what].model(), platform: { clock: steppingClock() } });

/** Plays against an engine whose commits with these numbers fail. Leaves it running. */
async function played(what: ScenarioName, fails: (nth: number) => boolean) {
  const dataDir = temporaryDir();
  const acknowledged = nothingYet();
  const engine = await start(dataDir, what, failing(fails));
  await play(engine.baseUrl, acknowledged);
  return { dataDir, acknowledged, engine };
}

type Point = readonly [what: ScenarioName, nth: number, commit: string];
const pointsOf = (what: ScenarioName, from = 1): readonly Point[] =>
  scenarios[what].commits.map((commit, index) => [what, index + 1, commit] as const).slice(from - 1);

const QUESTION = scenarios.asking.commits.indexOf('the question') + 1;
const ANSWER = QUESTION + 1;
/** The number of frames of a run that writes, sent before each commit. */
const FRAMES_BEFORE = [0, 0, 0, 0, 0, 1, 2, 4, 4, 5, 6, 7];

/** The client was told what was written before this commit, and nothing more. */
function expectToldBefore(acknowledged: Acknowledged, what: ScenarioName, nth: number): void {
  const { sessionId, runId, frames, promptId, answer } = acknowledged;
  expect([sessionId !== null, runId !== null]).toEqual([nth > 2, nth > 4]);
  if (what === 'writing') expect(frames.size).toBe(FRAMES_BEFORE[nth - 1]);
  if (what === 'asking') expect([promptId !== null, answer !== null]).toEqual([nth > QUESTION, nth > ANSWER]);
}

async function lastTypeOf({ client }: TestEngine, { sessionId }: Acknowledged): Promise<string | undefined> {
  const next = await client['runs.start']({ params: { id: sessionId ?? '' }, body: { task: 'go on' } });
  return (await allOf(next)).at(-1)?.type;
}

test.each(Object.keys(scenarios) as readonly ScenarioName[])(
  'the run that is %s makes the listed commits and ends',
  async (what) => {
    const dataDir = temporaryDir();
    const acknowledged = nothingYet();
    let made = 0;
    const engine = await start(
      dataDir,
      what,
      aroundCommits(async (nth, commit) => {
        made = nth;
        await commit();
      }),
    );
    await play(engine.baseUrl, acknowledged);
    await engine.stop();
    expect(made).toBe(scenarios[what].commits.length);
    expect([...acknowledged.frames.values()].at(-1)).toContain('event: done');
    expect([acknowledged.told, acknowledged.answer !== null]).toEqual([[], what === 'asking']);
    await expectNothingLost(dataDir, acknowledged);
  },
);

describe('a disk that breaks', () => {
  verifies('crash.interrupted', 'at the boot stops the start, and the next one goes on', async () => {
    const dataDir = temporaryDir();
    await expect(
      start(
        dataDir,
        'writing',
        failing(() => true),
      ),
    ).rejects.toThrow();
    await expectNothingLost(dataDir, nothingYet());
  });

  for (const [what, nth, commit] of [...pointsOf('writing', 2), ...pointsOf('asking', QUESTION)])
    verifies(
      [
        'crash.acknowledged',
        'crash.interrupted',
        'runs.journal-before-frame',
        'runs.task-durable-first',
        'prompts.restart',
        'prompts.acknowledged',
      ],
      `from ${commit} on (${what}, commit ${nth}) is told, and nothing acknowledged before is lost`,
      async () => {
        const { dataDir, acknowledged, engine } = await played(what, (n) => n >= nth);
        expect(acknowledged.told).toEqual([expect.stringContaining('storage_error')]);
        expectToldBefore(acknowledged, what, nth);
        await engine.stop();
        await expectNothingLost(dataDir, acknowledged);
      },
    );

  // A change that cannot be recorded is not made, and the run goes on: see changesets.test.ts.
  const passing = pointsOf('writing', 3).filter(([, , commit]) => commit !== 'the change of the file');
  for (const [what, nth, commit] of passing)
    verifies(
      ['crash.acknowledged', 'crash.interrupted'],
      `at ${commit} only (commit ${nth}): the thread goes on without a restart`,
      async () => {
        const { dataDir, acknowledged, engine } = await played(what, (n) => n === nth);
        // Either refused, or ended by an event that can be replayed.
        expect([...acknowledged.frames.values(), ...acknowledged.told].at(-1)).toContain('storage_error');
        expect(await lastTypeOf(engine, acknowledged)).toBe('done');
        await engine.stop();
        await expectNothingLost(dataDir, acknowledged);
      },
    );

  test('for one answer: it is told, and the answer can be sent again', async () => {
    const { dataDir, acknowledged, engine } = await played('asking', (n) => n === ANSWER);
    expect([acknowledged.told, acknowledged.answer]).toEqual([['storage_error'], null]);
    const { promptId, sessionId, runId } = acknowledged;
    const answer = await engine.client['prompts.reply']({
      params: { id: sessionId ?? '' },
      body: { answer: 'blue, as ever', promptId: promptId ?? '' },
    });
    expect(answer).toEqual({ accepted: true, duplicate: false });
    expect((await allOf(replay(engine, runId))).at(-1)?.type).toBe('done');
    await engine.stop();
    await expectNothingLost(dataDir, acknowledged);
  });

  for (const [nth, what] of [
    [1, 'the prompts are expired'],
    [2, 'the run is ended'],
  ] as const)
    verifies(
      ['prompts.restart', 'prompts.acknowledged'],
      `while ${what} at a start leaves the rest to the next start`,
      async () => {
        for (const broken of [ANSWER, ANSWER + 1]) {
          const { dataDir, acknowledged, engine } = await played('asking', (n) => n >= broken);
          await engine.stop();
          const again = start(
            dataDir,
            'asking',
            failing((n) => n >= nth),
          );
          await expect(again).rejects.toMatchObject({ code: 'storage_error' });
          await expectNothingLost(dataDir, acknowledged);
        }
      },
    );

  for (const nth of [1, 2, 3])
    verifies(
      'crash.interrupted',
      `at commit ${nth} of a start that has two runs to end leaves both to the next start`,
      async () => {
        const dataDir = temporaryDir();
        await twoRunsInFlight(join(dataDir, 'history.db'));
        const broken = start(
          dataDir,
          'writing',
          failing((n) => n >= nth),
        );
        await expect(broken).rejects.toThrow();
        await expectNothingLost(dataDir, nothingYet());
        const engine = await startTestEngine({ dataDir });
        const { threads } = await engine.client['threads.list']();
        for (const { threadId } of threads) {
          const { messages } = await engine.client['threads.messages']({ params: { id: threadId } });
          expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
          const notes = messages.flatMap(({ content }) => content).filter(({ type }) => type === 'note');
          expect(notes).toMatchObject([{ code: 'interrupted' }, { code: 'reminded' }]);
        }
        expect(threads).toHaveLength(2);
      },
    );
});

describe('kill -9', () => {
  for (const [when, nth] of [
    ['after', 6],
    ['before', 8],
    ['after', 11],
  ] as const)
    verifies(
      ['agents.crash', 'crash.acknowledged', 'crash.interrupted'],
      `right ${when} commit ${nth} leaves an interrupted run whose sub-agents have ended, and repeats nothing`,
      async () => {
        const dataDir = temporaryDir();
        const acknowledged = nothingYet();
        const signal = await killedAt(dataDir, 'delegating', [when, nth], (baseUrl) =>
          play(baseUrl, acknowledged),
        );
        expect(signal).toBe('SIGKILL');
        const runId = acknowledged.runId ?? '';
        const model = new ScriptedModel([]);
        const engine = await startTestEngine({ dataDir, model });
        const { client } = engine;
        expect(await client['history.run']({ params: { id: runId } })).toMatchObject({
          status: 'interrupted',
        });
        const begun: string[] = [];
        const ended: string[] = [];
        for await (const event of (await client['runs.events']({ params: { runId } })).events) {
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
