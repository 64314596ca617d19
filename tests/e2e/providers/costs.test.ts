// What the provider says of its counts, in the costs of runs, threads, days and the history.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import * as chat from '../../servers/chat-completions.ts';
import { sse, startFakeProvider, streams } from '../../servers/fake-provider.ts';
import {
  blockStart,
  blockStop,
  messageDelta,
  messageStart,
  messageStop,
  textBlock,
  written,
} from '../../servers/messages.ts';
import { verifies } from '../../spec/verifies.ts';
import { eventually } from '../boot/eventually.ts';
import { allOf, newSession, startRun, upTo } from '../http/runs.ts';
import { beginsAndBreaks, beginsAndHangs, primary, says, stageFor } from './providers.ts';

/** The end of a run of this profile. */
async function doneOf(engine: TestEngine, profile?: string) {
  const { id } = await newSession(engine);
  const body = { task: 'hi', ...(profile === undefined ? {} : { profile }) };
  const end = (await allOf(engine.client['runs.start']({ params: { id }, body }))).at(-1);
  if (end?.type !== 'done') throw new Error(`the run ended with ${JSON.stringify(end)}`);
  return end.data;
}

const usage = (promptTokens: number) => ({
  choices: [],
  usage: { prompt_tokens: promptTokens, completion_tokens: 5 },
});
const counting = (promptTokens: number) =>
  streams(sse(chat.chunk({ content: 'an answer' }), chat.chunk({}, 'stop'), usage(promptTokens), '[DONE]'));

for (const [what, content, costUsd, problems] of [
  [
    'says what a model costs',
    '{"local": {"input": 1000, "output": 2000, "cache_read": 0, "cache_write": 0}}',
    (12 * 1_000 + 2_000) / 1e6,
    0,
  ],
  ['that is damaged is a line in the log, and what it says counts for nothing', '{"local": ', 0, 1],
  ['that is not there leaves a local model free, with a key too', null, 0, 0],
] as const)
  verifies(['models.cost', 'models.cost.nearby'], `a pricing.json ${what}`, async () => {
    const server = await startFakeProvider(streams(...chat.textAnswer('ok')));
    const dataDir = temporaryDir();
    if (content !== null) writeFileSync(join(dataDir, 'pricing.json'), content);
    const env = chat.compatEnv(server, { COMPAT_API_KEY: 'a-key' });
    const engine = await startTestEngine({ dataDir, env });
    expect((await doneOf(engine)).costUsd).toBeCloseTo(costUsd, 12);
    expect(engine.log.events('warn').filter((event) => event === 'pricing problem')).toHaveLength(problems);
  });

verifies('models.cost.counts', "a reply of one profile does not use up the others' month", async () => {
  const evil = await startFakeProvider(counting(1e15));
  const good = await startFakeProvider(streams(...chat.textAnswer('ok')));
  const dataDir = temporaryDir();
  const price = { input: 5, output: 25, cache_read: 0, cache_write: 0 };
  writeFileSync(join(dataDir, 'pricing.json'), JSON.stringify({ local: price }));
  const env = chat.compatEnv(good);
  const engine = await startTestEngine({ dataDir, env });
  const profile = { provider: 'compat' as const, api_base_url: `${evil.url}/v1`, model_id: 'local' };
  await engine.client['config.set']({
    body: { memory_extraction: false, model_profiles: { evil: profile } },
  });
  const { costUsd } = await doneOf(engine, 'evil');
  expect(costUsd).toBeGreaterThan(0);
  expect(costUsd).toBeLessThan(1);
  expect(await doneOf(engine)).toMatchObject({ stopReason: 'end_turn' });
  await engine.stop();
  expect(await doneOf(await startTestEngine({ dataDir, env }))).toMatchObject({ stopReason: 'end_turn' });
});

verifies('models.cost.counts', 'a free model with a huge count can be called again', async () => {
  const server = await startFakeProvider(...[9_223_372_036_854_774_784, 1e300, 5_000].map(counting));
  const engine = await startTestEngine({ env: chat.compatEnv(server) });
  await engine.client['config.set']({ body: { memory_extraction: false } });
  for (let run = 0; run < 2; run++)
    expect(await doneOf(engine)).toMatchObject({ stopReason: 'end_turn', costUsd: 0 });
  expect(await doneOf(engine)).toMatchObject({ usage: { inputTokens: 5_000, outputTokens: 5 } });
  const { runs } = await engine.client['history.runs']({ query: {} });
  for (const run of runs) expect(run.usage.inputTokens).toBeLessThan(100_000);
  await expect(engine.client['history.stats']({ query: {} })).resolves.toBeDefined();
});

/** A run whose answer has five searches: the prompt counts six times, each time longer. */
async function searched(config: { readonly max_cost_per_run_usd?: number }) {
  const counts = { input_tokens: 90_000, output_tokens: 9, server_tool_use: { web_search_requests: 5 } };
  const answer = [
    messageStart(),
    blockStart(0, { type: 'web_search_tool_result', tool_use_id: 's', content: [] }),
    blockStop(0),
    ...textBlock(1, 'Otters swim.'),
    messageDelta('end_turn', counts),
    messageStop,
  ];
  const { engine, server } = await stageFor(primary, streams(written(answer)));
  await engine.client['config.set']({ body: { memory_extraction: false, ...config } });
  const session = await newSession(engine);
  const events = await allOf(startRun(engine, session.id, 'otters?'));
  const tools = (server.arrived[0]?.body?.['tools'] ?? []) as readonly { type?: string; max_uses?: number }[];
  const uses = tools.find(({ type }) => type === 'web_search_20250305')?.max_uses ?? 0;
  return { client: engine.client, session, events, uses };
}

verifies('models.cost.searches', 'five searches cost a cent each, in the turn and later', async () => {
  const { client, session, events, uses } = await searched({});
  expect(uses).toBe(5);
  const { runs } = await client['history.runs']({ query: {} });
  const { days } = await client['history.dailyCost']({ query: {} });
  const thread = await client['threads.get']({ params: { id: session.threadId } });
  const costs = [...events.map(({ data }) => data), runs[0], thread, days.at(-1)].flatMap((one) =>
    one && 'costUsd' in one ? [one.costUsd] : [],
  );
  expect(costs).toHaveLength(5);
  for (const cost of costs) expect(cost).toBeCloseTo(0.05 + (90_000 * 3 + 9 * 15) / 1e6, 9);
});

verifies('runs.ceilings.searches', 'with a ceiling of 30 cents, the provider may search less', async () => {
  const { events, uses } = await searched({ max_cost_per_run_usd: 0.3 });
  expect(uses).toBeLessThan(5);
  expect(events.at(-1)?.type).toBe('done');
});

const SAID = 'A sentence of some length, again. '.repeat(1_200);

verifies('models.cost.unfinished', 'an aborted run costs what it had streamed', async () => {
  const { engine } = await stageFor(primary, beginsAndHangs(primary.spoken, SAID));
  const { client } = engine;
  const session = await newSession(engine);
  await upTo('text', await startRun(engine, session.id, 'say something'));
  await client['runs.abort']({ params: { id: session.id } });
  const runs = async () => (await client['history.runs']({ query: {} })).runs;
  await eventually('it has ended', async () => (await runs())[0]?.status === 'aborted');
  const [run] = await runs();
  expect(run?.usage.outputTokens).toBeGreaterThan(SAID.length / 4);
  expect(run?.costUsd).toBeGreaterThan(0.01);
  const { days } = await client['history.dailyCost']({ query: {} });
  expect(days.at(-1)?.costUsd).toBeCloseTo(run?.costUsd ?? 0, 9);
});

verifies(
  ['models.cost.unfinished', 'runs.side-calls'],
  'a side call after the run that is cut off costs what it had streamed',
  async () => {
    const { spoken } = primary;
    const { engine } = await stageFor(primary, says(spoken, 'ok'), beginsAndBreaks(spoken, SAID));
    const session = await newSession(engine);
    await allOf(startRun(engine, session.id, 'I have moved to Basel this year.'));
    const calls = async () => (await engine.client['history.stats']({ query: {} })).sideCalls;
    await eventually('it is told', async () => (await calls()).length > 0);
    const [call] = await calls();
    expect(call).toMatchObject({ purpose: 'extraction', failures: 1 });
    expect(call?.costUsd).toBeGreaterThan(0.01);
  },
);
