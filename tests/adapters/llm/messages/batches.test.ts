import { sayFailure } from '../../../../src/core/instance/models/says.ts';
import { beforeEach, expect, test } from '@jest/globals';
import { openPrimaryBatches } from '../../../../src/adapters/out/llm/providers/primary.ts';
import { modelLimits } from '../../../../src/core/instance/models/limits.ts';
import type { BatchedRequest, BatchItem, ModelBatches } from '../../../../src/core/ports/model-batches.ts';
import { noPrice, noUsage, type Price } from '../../../../src/core/ports/model.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import {
  answers,
  saysNothing,
  startFakeProvider,
  type FakeProvider,
} from '../../../servers/fake-provider.ts';
import { errored, MessageBatchesServer, succeeded } from '../../../servers/message-batches.ts';
import { verifies } from '../../../spec/verifies.ts';
import { AGENT, connectionOf, KEY, MODEL } from './models.ts';

let clock: ManualClock;
let vendor: MessageBatchesServer;
let server: FakeProvider;
let batches: ModelBatches;
const NEVER = new AbortController().signal;
const PRICE: Price = { ...noPrice, input: 1.5, output: 7.5 };

const opened = (over: Parameters<typeof connectionOf>[1] = {}, address = server.url) =>
  openPrimaryBatches(connectionOf('primary', over), PRICE, { clock, userAgent: AGENT, address });

beforeEach(async () => {
  clock = new ManualClock(Date.UTC(2026, 10, 23));
  vendor = new MessageBatchesServer();
  server = await startFakeProvider(vendor.reply);
  batches = opened();
});

const asks = (name: string, task: string, system = ''): BatchedRequest => ({
  name,
  request: { system, messages: [{ role: 'user', content: [{ type: 'text', text: task }] }], tools: [] },
});

const REQUESTS = [asks('n-0', 'one', 'Be brief.'), asks('n-1', 'two'), asks('n-2', 'three')];

/** The cost of an answer whose counts are not known. */
const ESTIMATED = { isEstimated: true, usage: { inputTokens: 500 } };

async function submitted(): Promise<string> {
  const submission = await batches.submit(REQUESTS, NEVER);
  if (submission.kind !== 'accepted') throw new Error(submission.kind);
  return submission.batchId;
}

async function itemsOf(batchId: string): Promise<readonly BatchItem[]> {
  const items: BatchItem[] = [];
  const billing = { price: PRICE, promptTokens: () => 500 };
  for await (const item of batches.results(batchId, billing, NEVER)) items.push(item);
  return items;
}

test('a batch is submitted as requests of the Messages API, not streamed and without marks for the cache', async () => {
  expect(await batches.submit(REQUESTS, NEVER)).toEqual({ kind: 'accepted', batchId: 'msgbatch_001' });
  const [{ method, path, headers, body }] = server.arrived as [(typeof server.arrived)[number]];
  expect([method, path]).toEqual(['POST', '/v1/messages/batches']);
  expect(headers).toMatchObject({
    authorization: `Bearer ${KEY}`,
    'content-type': 'application/json',
    'user-agent': AGENT,
  });
  expect(Object.keys(headers).toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'accept-language',
    'anthropic-version',
    'authorization',
    'connection',
    'content-length',
    'content-type',
    'host',
    'sec-fetch-mode',
    'user-agent',
  ]);
  expect(body).toEqual({
    requests: [
      {
        custom_id: 'n-0',
        params: {
          model: MODEL,
          max_tokens: 16_000,
          thinking: { type: 'adaptive', display: 'summarized' },
          system: [{ type: 'text', text: 'Be brief.' }],
          messages: [{ role: 'user', content: [{ type: 'text', text: 'one' }] }],
        },
      },
      expect.objectContaining({ custom_id: 'n-1' }),
      expect.objectContaining({ custom_id: 'n-2' }),
    ],
  });
});

test('a batch is looked at until it has ended', async () => {
  const batchId = await submitted();
  expect(await batches.look(batchId, NEVER)).toEqual({ kind: 'processing' });
  vendor.end();
  expect(await batches.look(batchId, NEVER)).toEqual({ kind: 'ended' });
  expect(await batches.look('msgbatch_999', NEVER)).toEqual({ kind: 'missing' });
});

verifies('batches.cost', 'results are read line by line, with the cost at the price of batches', async () => {
  const batchId = await submitted();
  vendor.end(0, {
    1: errored('invalid_request_error', 'too long'),
    2: succeeded('half', { stop_reason: 'max_tokens' }),
  });
  expect(await itemsOf(batchId)).toEqual([
    {
      kind: 'result',
      name: 'n-2',
      result: expect.objectContaining({ kind: 'answer', text: 'half', stop: 'output_limit' }),
    },
    {
      kind: 'result',
      name: 'n-1',
      result: {
        kind: 'errored',
        failure: {
          code: 'provider_error',
          says: expect.arrayContaining([sayFailure('model.said', { message: { quoted: 'too long' } })]),
          retryable: false,
        },
        spent: { usage: noUsage },
      },
    },
    {
      kind: 'result',
      name: 'n-0',
      result: {
        kind: 'answer',
        text: 'Done: one',
        stop: 'end_turn',
        spent: expect.objectContaining({
          usage: { inputTokens: 1_000, outputTokens: 100, cacheReadTokens: 0, cacheWriteTokens: 0 },
        }),
      },
    },
    { kind: 'end', failure: null },
  ]);
});

test.each([
  ['that was canceled', { type: 'canceled' }, { kind: 'canceled' }],
  ['that has expired', { type: 'expired' }, { kind: 'expired' }],
  ['without counts is estimated', succeeded('said', { usage: {} }), { spent: ESTIMATED }],
  ['that is none was billed', { type: 'succeeded', message: null }, { kind: 'errored', spent: ESTIMATED }],
  [
    'that is an error was billed',
    { type: 'succeeded', message: { error: { type: 'api_error', message: 'no' } } },
    { kind: 'errored', spent: ESTIMATED },
  ],
])('an answer %s', async (_what, sent, result) => {
  const batchId = await submitted();
  vendor.end(0, { 0: sent, 1: null, 2: null });
  expect(await itemsOf(batchId)).toMatchObject([{ name: 'n-0', result }, { kind: 'end' }]);
});

test('thoughts are not part of the answer', async () => {
  const batchId = await submitted();
  const content = [
    { type: 'thinking', thinking: 'hm', signature: 's' },
    { type: 'text', text: 'first, ' },
    { type: 'text', text: 'second' },
  ];
  vendor.end(0, { 0: succeeded('', { content }), 1: null, 2: null });
  expect(await itemsOf(batchId)).toMatchObject([{ result: { text: 'first, second' } }, { kind: 'end' }]);
});

verifies('batches.address', 'results come from the configured address, whatever is named', async () => {
  const elsewhere = await startFakeProvider(answers(200, 'stolen'));
  vendor.resultsBase = elsewhere.url;
  const batchId = await submitted();
  vendor.end();
  await batches.look(batchId, NEVER);
  expect((await itemsOf(batchId)).at(0)).toMatchObject({ result: { text: 'Done: three' } });
  expect(elsewhere.arrived).toEqual([]);
  expect(server.arrived.at(-1)?.path).toBe(`/v1/messages/batches/${batchId}/results`);
});

verifies('batches.address', 'a redirect is not followed', async () => {
  const elsewhere = await startFakeProvider(answers(200, {}));
  const batchId = await submitted();
  server.reply(answers(307, '', { location: `${elsewhere.url}/v1/messages/batches` }));
  expect(await batches.submit(REQUESTS, NEVER)).toMatchObject({ kind: 'refused' });
  expect(await batches.look(batchId, NEVER)).toMatchObject({ kind: 'failed' });
  expect(await itemsOf(batchId)).toMatchObject([{ kind: 'end', failure: { retryable: false } }]);
  expect(elsewhere.arrived).toEqual([]);
});

test('a result that breaks off leaves the others, and says that not all came', async () => {
  const batchId = await submitted();
  vendor.end();
  vendor.breaksAfterBytes = 700;
  const items = await itemsOf(batchId);
  expect(items.slice(0, -1)).toMatchObject([{ name: 'n-2' }]);
  expect(items.at(-1)).toMatchObject({ kind: 'end', failure: { retryable: true } });
});

test('a damaged line is left out, and told at the end', async () => {
  const batchId = await submitted();
  server.reply(answers(200, `{"custom_id":"n-0"\n{"custom_id":"n-1","result":{"type":"canceled"}}\n\n`));
  expect(await itemsOf(batchId)).toMatchObject([
    { name: 'n-1', result: { kind: 'canceled' } },
    { kind: 'end', failure: { retryable: true } },
  ]);
});

test.each([
  ['a refused key', 401, 'refused'],
  ['too many requests', 429, 'refused'],
  ['an overloaded provider', 529, 'refused'],
  ['a gateway that gave up', 504, 'unknown'],
  ['a fault of the provider', 500, 'unknown'],
  ['a server without batches', 404, 'none'],
] as const)('after %s, a submission is told as %s', async (_what, status, kind) => {
  server.reply(answers(status, { type: 'error', error: { type: 'api_error', message: `no ${KEY}` } }));
  const submission = await batches.submit(REQUESTS, NEVER);
  expect(submission.kind).toBe(kind);
  expect(JSON.stringify(submission)).not.toContain(KEY);
  expect(server.arrived).toHaveLength(1);
});

verifies('batches.intention', 'a submission whose answer is lost is unknown, and sent once', async () => {
  vendor.losesAnswers = true;
  expect(await batches.submit(REQUESTS, NEVER)).toMatchObject({ kind: 'unknown' });
  expect(server.arrived).toHaveLength(1);
  for (const said of [{ type: 'message_batch' }, { id: '../../../x' }]) {
    server.reply(answers(200, said));
    expect(await batches.submit(REQUESTS, NEVER)).toMatchObject({ kind: 'unknown' });
  }
});

test('where nothing listens, nothing was submitted', async () => {
  const gone = await startFakeProvider();
  await gone.close();
  batches = opened({}, gone.url);
  expect(await batches.submit(REQUESTS, NEVER)).toMatchObject({ kind: 'refused' });
});

test('a key that is no key is refused before anything is sent', async () => {
  batches = opened({ key: 'a b' });
  expect(await batches.submit(REQUESTS, NEVER)).toMatchObject({ kind: 'refused' });
  expect(server.arrived).toEqual([]);
});

test('a silent provider is given up after three minutes, and a stop ends the wait at once', async () => {
  server.reply(saysNothing());
  const waiting = batches.submit(REQUESTS, NEVER);
  await server.reached(1);
  await clock.advance(modelLimits.idleMs);
  expect(await waiting).toMatchObject({ kind: 'unknown', failure: { code: 'provider_timeout' } });

  const stop = new AbortController();
  const looking = batches.look('msgbatch_001', stop.signal);
  await server.reached(2);
  stop.abort();
  expect(await looking).toMatchObject({ kind: 'failed' });
  await server.idle();
  expect(clock.waiting).toBe(0);
});

test('the list is read page by page, as far back as asked', async () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day));
  const request = { custom_id: 'x', params: {} };
  vendor.add([request], at(1));
  vendor.add([request], at(20));
  vendor.add([request, request], at(21));
  vendor.add([request], at(22));
  vendor.end(2, { 0: { type: 'canceled' }, 1: { type: 'expired' } });
  expect(await batches.recent(Date.UTC(2026, 10, 10), NEVER)).toEqual({
    kind: 'list',
    batches: [
      { batchId: 'msgbatch_004', requests: 1, hasEnded: false },
      { batchId: 'msgbatch_003', requests: 2, hasEnded: true },
      { batchId: 'msgbatch_002', requests: 1, hasEnded: false },
    ],
  });
  expect(server.arrived).toHaveLength(2);
  for (const [status, kind] of [
    [404, 'none'],
    [500, 'failed'],
    [200, 'failed'],
  ] as const) {
    server.reply(answers(status, {}));
    expect([status, (await batches.recent(0, NEVER)).kind]).toEqual([status, kind]);
  }
});
