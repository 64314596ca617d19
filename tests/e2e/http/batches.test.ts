// Batches over a socket: the whole engine, with a provider on a socket of its own.
import { beforeEach, expect, test } from '@jest/globals';
import { createClient, type Client, type Transport } from '../../../src/contract/client.ts';
import { socketRows } from '../../../src/contract/http/rows.ts';
import { routesOf } from '../../../src/contract/routes.ts';
import { batchLimits } from '../../../src/core/execution/batches/limits.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { startTestEngine } from '../../harness/in-process-engine.ts';
import { startFakeProvider } from '../../servers/fake-provider.ts';
import { MessageBatchesServer } from '../../servers/message-batches.ts';
import { verifies } from '../../spec/verifies.ts';
import { everyPage } from './pages.ts';
import { refuses } from './problems.ts';
import { until } from './wire.ts';

let vendor: MessageBatchesServer;
let clock: ManualClock;
let client: Client<typeof socketRows>;

beforeEach(async () => {
  vendor = new MessageBatchesServer();
  const server = await startFakeProvider(vendor.reply);
  clock = new ManualClock(Date.now());
  const engine = await startTestEngine({
    env: { SVC_LLM_PROVIDER: 'primary', PRIMARY_API_KEY: 'sk-primary-0123456789' },
    reach: { primary: server.url },
    platform: { clock },
    surface: { isPrivate: true },
  });
  client = createClient(routesOf(socketRows), { baseUrl: engine.baseUrl, transport: fetch as Transport });
});

const submit = (...requests: { id: string; task: string; system?: string }[]) =>
  client['batches.submit']({ body: { principal: 'stdio', requests } });
const statusOf = (id: string) => client['batches.get']({ params: { id }, body: { principal: 'stdio' } });

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

verifies('batches.limits', 'a refusal names the limit', async () => {
  const many = Array.from({ length: batchLimits.requests + 1 }, (_, index) => ({
    id: `${index}`,
    task: 'x',
  }));
  await refuses(submit(...many), {
    status: 413,
    code: 'batch_too_large',
    limit: 'requests',
    most: 1_000,
  });
  await refuses(submit(), { status: 400, code: 'batch_empty' });
  // Two thirds of a megabyte of text, every character of which is escaped in JSON.
  const largest = Array.from({ length: 7 }, (_, index) => ({
    id: `${index}`,
    task: `x${'\u0001'.repeat(batchLimits.taskChars - 1)}`,
  }));
  expect(await submit(...largest)).toMatchObject({ counts: { processing: 7 } });
});

test('results come in pages, none cut and none left out', async () => {
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
