import { afterAll, afterEach, describe, expect } from '@jest/globals';
import { removeTemporaryDirs } from '../../harness/in-process-engine.ts';
import type { Reply } from '../../servers/fake-provider.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun, upTo } from '../http/runs.ts';
import {
  beginsAndBreaks,
  beginsAndHangs,
  PROVIDERS,
  says,
  stageFor,
  type Provider,
  type Stage,
} from './providers.ts';

const SAID = 'A sentence of some length, again. '.repeat(1_200);

let stage: Stage;
afterEach(() => stage.end());
afterAll(removeTemporaryDirs);

/** With a key, each of them bills an account. */
const started = async ({ env, ...provider }: Provider, ...replies: readonly Reply[]): Promise<Stage> => {
  const keyed: Provider = { ...provider, env: (...at) => ({ ...env(...at), COMPAT_API_KEY: 'a-key' }) };
  stage = await stageFor(keyed, ...replies);
  return stage;
};

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

describe.each(PROVIDERS)('$name', (provider) => {
  const { spoken } = provider;

  verifies('models.cost.unfinished', 'an aborted run costs what it had streamed', async () => {
    const { engine } = await started(provider, beginsAndHangs(spoken, SAID));
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
      const { engine } = await started(provider, says(spoken, 'ok'), beginsAndBreaks(spoken, SAID));
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
});
