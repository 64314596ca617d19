import { Socket } from 'node:net';
import { afterEach, expect, jest } from '@jest/globals';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';

let engine: TestEngine | undefined;
afterEach(async () => {
  jest.restoreAllMocks();
  await engine?.stop();
});

const address = 'http://127.0.0.1:9/v1';
const EMPTY = ['data:text/event-stream,'];
const providers: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
  ['a primary provider', { SVC_LLM_PROVIDER: 'primary', PRIMARY_API_KEY: 'sk-primary-0123456789' }, EMPTY],
  ['a custom one', { SVC_LLM_PROVIDER: 'custom', PRIMARY_BASE_URL: address }, EMPTY],
  [
    'a compatible one',
    { SVC_LLM_PROVIDER: 'compat', PRIMARY_BASE_URL: address, COMPAT_MODEL_ID: 'local' },
    EMPTY,
  ],
  ['one that is not set up', { SVC_LLM_PROVIDER: 'custom' }, []],
  ['none', {}, []],
];

/** What is stored, and what the log says. */
async function stateOf({ client, log }: TestEngine): Promise<unknown> {
  const { total, sideCalls } = await client['history.stats']({});
  return [await client['threads.list'](), total, sideCalls, log.lines];
}

for (const [name, env, sent] of providers)
  verifies(
    'engine.warm',
    `with ${name}, warming up reaches no network, writes nothing and reports nothing`,
    async () => {
      engine = await startTestEngine({ env });
      const before = structuredClone(await stateOf(engine));
      // Both only record.
      const [connects, fetches] = [jest.spyOn(Socket.prototype, 'connect'), jest.spyOn(globalThis, 'fetch')];
      await engine.engine.warmUp();
      expect([fetches.mock.calls.map(([url]) => url), connects.mock.calls]).toEqual([sent, []]);
      jest.restoreAllMocks();
      expect(await stateOf(engine)).toEqual(before);
    },
  );

verifies('engine.warm', 'an engine that was stopped before it had warmed up begins nothing', async () => {
  engine = await startTestEngine({});
  const { log } = engine;
  const before = structuredClone(log.lines);
  await engine.stop();
  await engine.engine.warmUp();
  await new Promise((resolve) => setImmediate(resolve));
  expect(log.lines).toEqual(before);
});
