import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { startFakeProvider, streams, type FakeProvider } from '../../servers/fake-provider.ts';
import * as chat from '../../servers/chat-completions.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun } from '../http/runs.ts';

let engine: TestEngine;
let server: FakeProvider;

/** The cost of an answer with 12 tokens in and 1 token out, with this content as pricing.json. */
async function costWith(content: string | null): Promise<number> {
  server = await startFakeProvider(streams(...chat.textAnswer('ok')));
  const dataDir = temporaryDir();
  if (content !== null) writeFileSync(join(dataDir, 'pricing.json'), content);
  engine = await startTestEngine({
    dataDir,
    env: {
      SVC_LLM_PROVIDER: 'compat',
      PRIMARY_BASE_URL: `${server.url}/v1`,
      COMPAT_MODEL_ID: 'mine',
      COMPAT_API_KEY: 'a-key',
    },
  });
  const session = await newSession(engine);
  const end = (await allOf(startRun(engine, session.id, 'hello'))).at(-1);
  return end?.type === 'done' ? end.data.costUsd : NaN;
}

verifies('models.cost', 'pricing.json in the data directory says what a model costs', async () => {
  const price = { input: 1_000, output: 2_000, cache_read: 0, cache_write: 0 };
  expect(await costWith(JSON.stringify({ mine: price }))).toBeCloseTo((12 * 1_000 + 2_000) / 1e6, 12);
});

verifies('models.cost.nearby', 'a local model with a key is free, too', async () => {
  expect(await costWith(null)).toBe(0);
});

verifies(
  'models.cost',
  'a damaged pricing.json is a line in the log, and what it says counts for nothing',
  async () => {
    expect(await costWith('{"mine": ')).toBe(0);
    expect(engine.log.events('warn').filter((event) => event === 'pricing problem')).toHaveLength(1);
  },
);
