import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import * as chat from '../../servers/chat-completions.ts';
import { startFakeProvider, sse, streams, type Reply } from '../../servers/fake-provider.ts';
import * as messages from '../../servers/messages.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun } from '../http/runs.ts';

let engine: TestEngine;

/** The end of a run of this profile. */
async function doneOf(profile: string | null = null) {
  const { client } = engine;
  const { id } = await newSession(engine);
  const events = await allOf(
    profile === null
      ? startRun(engine, id, 'hi')
      : client['runs.start']({ params: { id }, body: { task: 'hi', profile } }),
  );
  const end = events.at(-1);
  if (end?.type !== 'done') throw new Error(`the run ended with ${JSON.stringify(end)}`);
  return end.data;
}

const PRICE = { price_input_usd: 5, price_output_usd: 25 };

verifies(
  'models.cost.counts',
  'one reply of one profile does not use up the month of the others',
  async () => {
    const usage = { input_tokens: 1e15, output_tokens: 5 };
    const evil = await startFakeProvider(
      streams(
        messages.written([
          messages.messageStart(usage),
          ...messages.textBlock(0, 'x'),
          messages.messageDelta('end_turn', usage),
          messages.messageStop,
        ]),
      ),
    );
    const good = await startFakeProvider(streams(chat.textAnswer('ok').join('')));
    const dataDir = temporaryDir();
    const price = { input: 5, output: 25, cache_read: 0, cache_write: 0 };
    writeFileSync(join(dataDir, 'pricing.json'), JSON.stringify({ good: price }));
    engine = await startTestEngine({ dataDir });
    await engine.client['config.set']({
      body: {
        memory_extraction: false,
        provider: 'compat',
        api_base_url: `${good.url}/v1`,
        compat_model_id: 'good',
        model_profiles: {
          evil: { provider: 'custom', api_base_url: evil.url, model_id: 'claude-sonnet-4-6', ...PRICE },
        },
      },
    });
    const { costUsd } = await doneOf('evil');
    expect(costUsd).toBeGreaterThan(0);
    expect(costUsd).toBeLessThan(1);
    expect(await doneOf()).toMatchObject({ stopReason: 'end_turn' });
    await engine.stop();
    engine = await startTestEngine({ dataDir });
    expect(await doneOf()).toMatchObject({ stopReason: 'end_turn' });
  },
);

verifies(
  'models.cost.counts',
  'a free model that reports a huge count once can be called again',
  async () => {
    const counting = (promptTokens: number): Reply =>
      streams(
        sse(
          chat.chunk({ content: 'an answer' }),
          chat.chunk({}, 'stop'),
          { choices: [], usage: { prompt_tokens: promptTokens, completion_tokens: 5 } },
          '[DONE]',
        ),
      );
    const server = await startFakeProvider(
      ...[9_223_372_036_854_774_784, 1e19, 1e300].map(counting),
      counting(5_000),
    );
    engine = await startTestEngine({
      env: {
        SVC_LLM_PROVIDER: 'compat',
        PRIMARY_BASE_URL: `${server.url}/v1`,
        COMPAT_MODEL_ID: 'llama',
      },
    });
    await engine.client['config.set']({ body: { memory_extraction: false } });
    for (let run = 0; run < 3; run++)
      expect(await doneOf()).toMatchObject({ stopReason: 'end_turn', costUsd: 0 });
    expect(await doneOf()).toMatchObject({
      stopReason: 'end_turn',
      usage: { inputTokens: 5_000, outputTokens: 5 },
    });
    const { runs } = await engine.client['history.runs']({ query: {} });
    for (const { usage } of runs) expect(usage.inputTokens).toBeLessThan(100_000);
    await expect(engine.client['history.stats']({ query: {} })).resolves.toBeDefined();
  },
);
