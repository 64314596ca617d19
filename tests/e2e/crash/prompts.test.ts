// Kills the process, or breaks the disk, between any two commits around a question to the owner.
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  removeTemporaryDirs,
  startTestEngine,
  temporaryDir,
  type TestEngine,
} from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { nothingYet, play } from './client.ts';
import { aroundCommits, failing, type JournalAround } from './commits.ts';
import { killedAt } from './kill.ts';
import { expectNothingLost } from './oracle.ts';
import { ASKING_COMMITS, askingModel, steppingClock } from './scenario.ts';

afterEach(removeTemporaryDirs);

const start = (dataDir: string, journal: JournalAround): Promise<TestEngine> =>
  startTestEngine({ dataDir, journal, model: askingModel(), platform: { clock: steppingClock() } });

const QUESTION = ASKING_COMMITS.indexOf('the question') + 1;
const ANSWER = ASKING_COMMITS.indexOf('the answer') + 1;
const everyCommit = ASKING_COMMITS.map((what, index) => [index + 1, what] as const).slice(4);

describe('around a question', () => {
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
    expect(made).toBe(ASKING_COMMITS.length);
    expect(acknowledged.answer).not.toBeNull();
    expect([...acknowledged.frames.values()].at(-1)).toContain('event: done');
    await engine.stop();
    await expectNothingLost(dataDir, acknowledged);
  });

  for (const [nth, what] of everyCommit) {
    verifies(
      ['prompts.restart', 'prompts.acknowledged', 'crash.acknowledged'],
      `a disk that breaks at ${what} (commit ${nth}) leaves nothing pending and loses no accepted answer`,
      async () => {
        const dataDir = temporaryDir();
        const acknowledged = nothingYet();
        const engine = await start(
          dataDir,
          failing((n) => n >= nth),
        );
        await play(engine.baseUrl, acknowledged);
        expect(acknowledged.told).toEqual([expect.stringContaining('storage_error')]);
        expect([acknowledged.promptId !== null, acknowledged.answer !== null]).toEqual([
          nth > QUESTION,
          nth > ANSWER,
        ]);
        await engine.stop();
        await expectNothingLost(dataDir, acknowledged);
      },
    );

    // Alternates, so that both kinds meet every kind of boundary.
    const when = nth % 2 === 0 ? 'after' : 'before';
    verifies(
      ['prompts.restart', 'prompts.acknowledged', 'crash.acknowledged'],
      `a kill -9 right ${when} ${what} (commit ${nth}) leaves nothing pending and loses no accepted answer`,
      async () => {
        const dataDir = temporaryDir();
        const acknowledged = nothingYet();
        await killedAt(dataDir, when, nth, acknowledged, 'asking');
        expect(acknowledged.answer !== null).toBe(nth > ANSWER);
        await expectNothingLost(dataDir, acknowledged);
      },
    );
  }

  for (const [nth, what] of [
    [1, 'the prompts are expired'],
    [2, 'the run is ended'],
  ] as const)
    verifies(
      ['prompts.restart', 'prompts.acknowledged'],
      `a start that fails when ${what} leaves the rest to the next start`,
      async () => {
        for (const broken of [ANSWER, ANSWER + 1]) {
          const dataDir = temporaryDir();
          const acknowledged = nothingYet();
          const engine = await start(
            dataDir,
            failing((n) => n >= broken),
          );
          await play(engine.baseUrl, acknowledged);
          await engine.stop();
          const again = start(
            dataDir,
            failing((n) => n >= nth),
          );
          await expect(again).rejects.toMatchObject({ code: 'storage_error' });
          await expectNothingLost(dataDir, acknowledged);
        }
      },
    );

  test('a disk error for one answer is reported, and the answer can be sent again', async () => {
    const dataDir = temporaryDir();
    const acknowledged = nothingYet();
    const engine = await start(
      dataDir,
      failing((n) => n === ANSWER),
    );
    await play(engine.baseUrl, acknowledged);
    expect([acknowledged.told, acknowledged.answer]).toEqual([['storage_error'], null]);
    const { promptId, sessionId, runId } = acknowledged;
    const answer = await engine.client['prompts.reply']({
      params: { id: sessionId ?? '' },
      body: { answer: 'blue, as ever', promptId: promptId ?? '' },
    });
    expect(answer).toEqual({ accepted: true, duplicate: false });
    const types: string[] = [];
    const stream = await engine.client['runs.events']({ params: { runId: runId ?? '' } });
    for await (const { type } of stream.events) types.push(type);
    expect(types.at(-1)).toBe('done');
    await engine.stop();
    await expectNothingLost(dataDir, acknowledged);
  });
});
