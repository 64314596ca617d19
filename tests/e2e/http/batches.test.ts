// Batches over a socket: the whole engine, with a provider on a socket of its own.
import { beforeEach, expect, test } from '@jest/globals';
import { createClient, type Client, type Transport } from '../../../src/contract/client.ts';
import { socketRows } from '../../../src/contract/http/rows.ts';
import { routesOf } from '../../../src/contract/routes.ts';
import { batchLimits } from '../../../src/core/execution/batches/limits.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import * as chat from '../../servers/chat-completions.ts';
import { startFakeProvider, streams, type FakeProvider } from '../../servers/fake-provider.ts';
import { MessageBatchesServer } from '../../servers/message-batches.ts';
import { verifies } from '../../spec/verifies.ts';
import { everyPage } from './pages.ts';
import { refusal } from './problems.ts';
import { UNKNOWN_ID } from './routes.ts';
import { until } from './wire.ts';

let dataDir: string;
let vendor: MessageBatchesServer;
let server: FakeProvider;
let engine: TestEngine;
let clock: ManualClock;
let client: Client<typeof socketRows>;

async function start(env: Record<string, string>): Promise<void> {
  clock = new ManualClock(Date.now());
  engine = await startTestEngine({
    dataDir,
    env,
    reach: { primary: server.url },
    platform: { clock },
    surface: { isPrivate: true },
  });
  client = createClient(routesOf(socketRows), { baseUrl: engine.baseUrl, transport: fetch as Transport });
}

const PRIMARY = { SVC_LLM_PROVIDER: 'primary', PRIMARY_API_KEY: 'sk-primary-0123456789' };

beforeEach(async () => {
  dataDir = temporaryDir();
  vendor = new MessageBatchesServer();
  server = await startFakeProvider(vendor.reply);
});

const submit = (...requests: { id: string; task: string; system?: string }[]) =>
  client['batches.submit']({ body: { principal: 'stdio', requests } });
const statusOf = (id: string, principal: 'stdio' | 'http' = 'stdio') =>
  client['batches.get']({ params: { id }, body: { principal } });

/** Moves the clock until the batch has ended. */
async function ended(id: string) {
  await until('the batch has ended', async () => {
    await clock.advance(1_000);
    return (await statusOf(id)).status !== 'in_progress';
  });
  return await statusOf(id);
}

verifies(
  ['batches.results', 'batches.cost'],
  'a batch is submitted, told while it runs, and its results come with their cost at half the price',
  async () => {
    await start(PRIMARY);
    const submitted = await submit({ id: 'a', task: 'one' }, { id: 'b', task: 'two', system: 'Be brief.' });
    expect(submitted).toEqual({
      batchId: expect.any(String),
      status: 'in_progress',
      reducedPrice: true,
      counts: { processing: 2, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
      problem: null,
      createdAt: expect.any(String),
      endedAt: null,
    });
    expect(await statusOf(submitted.batchId)).toEqual({ ...submitted, results: [], nextCursor: null });
    vendor.end();
    expect(await ended(submitted.batchId)).toMatchObject({
      status: 'ended',
      counts: { processing: 0, succeeded: 2 },
      results: [
        // 1,000 tokens at 3 dollars and 100 at 15, for a million; half of it.
        { id: 'a', status: 'succeeded', text: 'Done: one', error: null, costUsd: 0.00225 },
        { id: 'b', status: 'succeeded', text: 'Done: two', error: null, costUsd: 0.00225 },
      ],
    });
    const { sideCalls } = await client['history.stats']({ query: {} });
    expect(sideCalls).toEqual([
      { purpose: 'batch', calls: 2, failures: 0, costUsd: expect.closeTo(0.0045, 9) },
    ]);
  },
);

verifies(
  ['batches.intention', 'batches.results'],
  'a batch whose answer was lost is found after a restart, and not submitted again',
  async () => {
    await start(PRIMARY);
    vendor.losesAnswers = true;
    const { batchId, status } = await submit({ id: 'a', task: 'one' });
    expect(status).toBe('in_progress');
    await engine.stop();
    vendor.losesAnswers = false;
    vendor.end();
    await start(PRIMARY);
    expect(await ended(batchId)).toMatchObject({ status: 'ended', results: [{ text: 'Done: one' }] });
    expect(server.arrived.filter(({ method }) => method === 'POST')).toHaveLength(1);
  },
);

verifies(
  'batches.one-by-one',
  'where the provider has no batch interface, the answer says that the price is not reduced',
  async () => {
    server.reply(streams(...chat.textAnswer('an ', 'answer')));
    await start({
      SVC_LLM_PROVIDER: 'compat',
      PRIMARY_BASE_URL: `${server.url}/v1`,
      COMPAT_MODEL_ID: 'local',
    });
    const submitted = await submit({ id: 'a', task: 'one' }, { id: 'b', task: 'two' });
    expect(submitted).toMatchObject({ status: 'in_progress', reducedPrice: false });
    expect(await ended(submitted.batchId)).toMatchObject({
      reducedPrice: false,
      results: [
        { id: 'a', text: 'an answer' },
        { id: 'b', text: 'an answer' },
      ],
    });
    expect(server.arrived.map(({ path }) => path)).toEqual(['/v1/chat/completions', '/v1/chat/completions']);
    expect(server.arrived[0]?.body).not.toHaveProperty('tools');
  },
);

test('the demo model does batches, too', async () => {
  await start({ SVC_DEMO: '1' });
  const { batchId } = await submit({ id: 'a', task: 'hello' });
  const { results, reducedPrice } = await ended(batchId);
  expect(results).toMatchObject([{ id: 'a', status: 'succeeded', costUsd: 0 }]);
  expect(reducedPrice).toBe(false);
});

verifies('batches.principals', 'a batch of another principal is answered like an unknown one', async () => {
  await start(PRIMARY);
  const { batchId } = await submit({ id: 'a', task: 'one' });
  const other = await refusal(statusOf(batchId, 'http'));
  const unknown = await refusal(statusOf(UNKNOWN_ID, 'http'));
  expect(other).toMatchObject({ status: 404, code: 'batch_not_found' });
  expect({ ...other, instance: '' }).toEqual({ ...unknown, instance: '' });
});

verifies('batches.limits', 'a refusal names the limit', async () => {
  await start(PRIMARY);
  const many = Array.from({ length: batchLimits.requests + 1 }, (_, index) => ({
    id: `${index}`,
    task: 'x',
  }));
  expect(await refusal(submit(...many))).toMatchObject({
    status: 413,
    code: 'batch_too_large',
    limit: 'requests',
    most: 1_000,
  });
  expect(await refusal(submit())).toMatchObject({ status: 400, code: 'batch_empty' });
  // Two thirds of a megabyte of text, every character of which is escaped in JSON.
  const largest = Array.from({ length: 7 }, (_, index) => ({
    id: `${index}`,
    task: `x${'\u0001'.repeat(batchLimits.taskChars - 1)}`,
  }));
  expect(await submit(...largest)).toMatchObject({ counts: { processing: 7 } });
});

test('results come in pages, none cut and none left out', async () => {
  await start(PRIMARY);
  const requests = Array.from({ length: 9 }, (_, index) => ({ id: `${index}`, task: 'x'.repeat(190_000) }));
  const { batchId } = await submit(...requests);
  vendor.end();
  await ended(batchId);
  const pages = await everyPage((more) =>
    client['batches.get']({ params: { id: batchId }, body: { principal: 'stdio', ...more } }),
  );
  expect(pages.length).toBeGreaterThan(1);
  const results = pages.flatMap((page) => page.results);
  expect(results.map(({ id }) => id)).toEqual(requests.map(({ id }) => id));
  expect(results.every(({ text }) => text?.length === 190_006)).toBe(true);
});

test('what the provider refuses is a refusal, and leaves no batch', async () => {
  await start(PRIMARY);
  server.reply((_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}');
  });
  expect(await refusal(submit({ id: 'a', task: 'one' }))).toMatchObject({
    status: 502,
    code: 'provider_error',
    retryable: false,
  });
});
