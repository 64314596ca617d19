import { expect } from '@jest/globals';
import type { Reply } from '../../servers/fake-provider.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun, upTo } from '../http/runs.ts';
import { beginsAndBreaks, beginsAndHangs, primary, says, stageFor, type Stage } from './providers.ts';

const SAID = 'A sentence of some length, again. '.repeat(1_200);

let stage: Stage;

const { spoken } = primary;

const started = async (...replies: readonly Reply[]): Promise<Stage> =>
  (stage = await stageFor(primary, ...replies));

/** The only run, once it has ended. */
async function onlyRun() {
  const { client } = stage.engine;
  for (;;) {
    const { runs } = await client['history.runs']({ query: {} });
    const [run] = runs;
    if (run && run.status !== 'running') return run;
    await new Promise(setImmediate);
  }
}

verifies('models.cost.unfinished', 'an aborted run costs what it had streamed', async () => {
  const { engine } = await started(beginsAndHangs(spoken, SAID));
  const session = await newSession(engine);
  await upTo('text', await startRun(engine, session.id, 'say something'));
  await engine.client['runs.abort']({ params: { id: session.id } });
  const run = await onlyRun();
  expect(run.status).toBe('aborted');
  expect(run.usage.outputTokens).toBeGreaterThan(SAID.length / 4);
  expect(run.costUsd).toBeGreaterThan(0.01);
  const { days } = await engine.client['history.dailyCost']({ query: {} });
  expect(days.at(-1)?.costUsd ?? 0).toBeCloseTo(run.costUsd, 9);
});

verifies(
  ['models.cost.unfinished', 'runs.side-calls'],
  'a side call after the run that is cut off costs what it had streamed',
  async () => {
    const { engine } = await started(says(spoken, 'ok'), beginsAndBreaks(spoken, SAID));
    const session = await newSession(engine);
    await allOf(startRun(engine, session.id, 'I have moved to Basel this year.'));
    for (;;) {
      const { sideCalls } = await engine.client['history.stats']({ query: {} });
      const [call] = sideCalls;
      if (call) {
        expect(call).toMatchObject({ purpose: 'extraction', failures: 1 });
        expect(call.costUsd).toBeGreaterThan(0.01);
        return;
      }
      await new Promise(setImmediate);
    }
  },
);
