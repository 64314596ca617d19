import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { RetryingModel } from '../../../src/core/models/retrying.ts';
import { modelLimits } from '../../../src/core/models/limits.ts';
import {
  costOfEnd,
  noUsage,
  promptTokensIn,
  type Model,
  type ModelEnd,
  type Price,
} from '../../../src/core/ports/model.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import * as chat from '../../servers/chat-completions.ts';
import {
  answers,
  cutsAfter,
  hangsAfter,
  saysNothing,
  sse,
  startFakeProvider,
  streams,
  type FakeProvider,
} from '../../servers/fake-provider.ts';
import * as messages from '../../servers/messages.ts';
import { verifies } from '../../spec/verifies.ts';
import { compatAt } from './chat/compat-under-test.ts';
import { openModel, outcomeOf, requestOf, user } from './messages/models.ts';

const PRICE: Price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 6 };
const SAID = 'A sentence of some length, again. '.repeat(1_200);
const PROMPT = 'What to know of this thing. '.repeat(1_000);
/** Four characters are a token of English text, and an estimate is never lower. */
const LEAST = { answer: SAID.length / 4, prompt: PROMPT.length / 4 };

let server: FakeProvider;
let clock: ManualClock;
beforeEach(async () => {
  server = await startFakeProvider(saysNothing());
  clock = new ManualClock();
});
afterEach(() => server.close());

interface Wire {
  readonly name: string;
  readonly open: (url: string) => Promise<Model>;
  readonly begun: string;
  /** A tool call whose arguments arrived and whose end did not. */
  readonly calling: string;
  /** A complete answer without a count. */
  readonly uncounted: string;
  /** An answer that is an error. */
  readonly error: string;
}

const WIRES: readonly Wire[] = [
  {
    name: 'Chat Completions',
    open: async (url) => {
      const { model, clock: itsClock } = await compatAt(`${url}/v1`, { price: PRICE });
      clock = itsClock;
      return model;
    },
    begun: chat.textAnswer(SAID).slice(0, 2).join(''),
    calling: chat
      .callAnswer('write_file', JSON.stringify({ path: 'a', content: SAID }))
      .slice(0, 3)
      .join(''),
    uncounted: sse(chat.chunk({ content: SAID }), chat.chunk({}, 'stop'), '[DONE]'),
    error: sse({ error: { message: 'overloaded', type: 'server_error' } }),
  },
  {
    name: 'Messages',
    open: (url) => openModel('primary', { url, clock, over: { price: PRICE } }),
    begun: messages.written([messages.messageStart({}), messages.textStart(0), messages.textDelta(0, SAID)]),
    calling: messages.written([
      messages.messageStart({}),
      messages.toolStart(0, 't1', 'write_file'),
      messages.jsonDelta(0, JSON.stringify({ path: 'a', content: SAID })),
    ]),
    uncounted: messages.written([
      messages.messageStart({}),
      ...messages.textBlock(0, SAID),
      messages.messageDelta('end_turn', {}),
      messages.messageStop,
    ]),
    error: messages.written([messages.errorEvent('overloaded_error', 'overloaded')]),
  },
];

/** How one model call ends, which may be stopped on its way. */
async function endOf(
  model: Model,
  stop?: (controller: AbortController) => Promise<void> | void,
  signal: AbortController = new AbortController(),
): Promise<ModelEnd> {
  const ended = outcomeOf(model.stream(requestOf(user(PROMPT)), signal.signal));
  await stop?.(signal);
  return (await ended).end;
}

/** It is billed for the prompt, and for as much of an answer. */
function expectBilled(end: ModelEnd, answer = LEAST.answer): void {
  expect(end.isEstimated).toBe(true);
  expect(promptTokensIn(end.usage)).toBeGreaterThan(LEAST.prompt);
  expect(promptTokensIn(end.usage)).toBeLessThan(3 * LEAST.prompt);
  expect(end.usage.outputTokens).toBeGreaterThanOrEqual(answer);
  expect(end.usage.outputTokens).toBeLessThanOrEqual(2 * answer);
  // A cache write costs more than a read.
  expect(end.usage.cacheWriteTokens).toBe(promptTokensIn(end.usage));
  expect(costOfEnd(end, PRICE)).toBeGreaterThan((LEAST.prompt * 6 + answer * 15) / 1e6);
}

const free = { usage: noUsage };

describe.each(WIRES)('a call over $name', ({ open, begun, calling, uncounted, error }) => {
  verifies('models.cost.unfinished', 'that is cut is billed for what arrived', async () => {
    server.reply(cutsAfter(begun));
    expectBilled(await endOf(await open(server.url)));
    server.reply(streams(begun));
    expectBilled(await endOf(await open(server.url)));
  });

  verifies('models.cost.unfinished', 'and so is one that was about to call its tool', async () => {
    server.reply(cutsAfter(calling));
    const end = await endOf(await open(server.url));
    expect(end.stop).toBe('failed');
    expectBilled(end);
  });

  verifies('models.cost.unfinished', 'that is aborted is billed for what arrived', async () => {
    server.reply(hangsAfter(begun));
    const model = await open(server.url);
    const stop = new AbortController();
    const events = model.stream(requestOf(user(PROMPT)), stop.signal)[Symbol.asyncIterator]();
    expect((await events.next()).value).toMatchObject({ type: 'text' });
    stop.abort();
    const { value } = await events.next();
    expect(value).toMatchObject({ type: 'end', stop: 'aborted' });
    expectBilled(value as ModelEnd);
  });

  verifies('models.cost.unfinished', 'that is aborted before any text costs its prompt', async () => {
    const model = await open(server.url);
    const end = await endOf(model, async (stop) => {
      await server.reached(1);
      stop.abort();
    });
    expect(end.stop).toBe('aborted');
    expectBilled(end, 0);
  });

  verifies('models.cost.unfinished', 'that falls silent is billed for what arrived', async () => {
    server.reply(hangsAfter(begun));
    const model = await open(server.url);
    let isOver = false;
    const ended = endOf(model).finally(() => (isOver = true));
    await server.reached(1);
    while (!isOver) await clock.advance(modelLimits.idleMs);
    const end = await ended;
    expect(end).toMatchObject({ stop: 'failed', code: 'provider_timeout' });
    expectBilled(end);
  });

  verifies(
    'models.cost.unfinished',
    'that reports an error after some text is billed for the text',
    async () => {
      server.reply(streams(begun + error));
      const end = await endOf(await open(server.url));
      expect(end.stop).toBe('failed');
      expectBilled(end);
    },
  );

  verifies(
    'models.cost.unfinished',
    'that ends well without a count is billed for what arrived',
    async () => {
      server.reply(streams(uncounted));
      const end = await endOf(await open(server.url));
      expect(end.stop).toBe('end_turn');
      expectBilled(end);
    },
  );

  verifies('models.cost.unfinished', 'that was refused costs nothing', async () => {
    for (const status of [400, 401, 403, 404, 429, 500, 503, 529]) {
      server.reply(answers(status, { error: { message: 'no', type: 'x' } }));
      const end = await endOf(await open(server.url));
      expect([status, end.stop]).toEqual([status, 'failed']);
      expect(end).toMatchObject(free);
      expect(end.isEstimated).toBeUndefined();
    }
  });

  verifies('models.cost.unfinished', 'that timed out at a gateway costs its prompt', async () => {
    for (const status of [504, 524]) {
      server.reply(answers(status, 'gateway timeout'));
      expectBilled(await endOf(await open(server.url)), 0);
    }
  });

  verifies('models.cost.unfinished', 'whose answer is only an error costs nothing', async () => {
    server.reply(streams(error));
    const end = await endOf(await open(server.url));
    expect(end).toMatchObject({ stop: 'failed', ...free });
    expect(end.isEstimated).toBeUndefined();
  });

  verifies(
    'models.cost.unfinished',
    'that finds no server, or is stopped before it is sent, costs nothing',
    async () => {
      const closed = createServer().listen(0, '127.0.0.1');
      await once(closed, 'listening');
      const { port } = closed.address() as AddressInfo;
      closed.close();
      await once(closed, 'close');
      expect(await endOf(await open(`http://127.0.0.1:${port}`))).toMatchObject({ stop: 'failed', ...free });
      const aborted = await endOf(await open(server.url), undefined, stopped());
      expect(aborted).toEqual({ type: 'end', stop: 'aborted', ...free });
      expect(server.arrived).toEqual([]);
    },
  );

  verifies('models.cost.unfinished', 'that is retried is billed for each attempt', async () => {
    // The headers come, and then nothing: the first attempt may have been worked on.
    server.reply(cutsAfter(), streams(begun));
    const model = new RetryingModel(await open(server.url), clock);
    let isOver = false;
    const ended = endOf(model).finally(() => (isOver = true));
    while (!isOver) {
      await clock.advance(modelLimits.retryMs[0] ?? 0);
      await new Promise(setImmediate);
    }
    const end = await ended;
    expect(server.arrived).toHaveLength(2);
    expect(promptTokensIn(end.usage)).toBeGreaterThan(2 * LEAST.prompt);
    expect(end.isEstimated).toBe(true);
  });
});

const stopped = (): AbortController => {
  const stop = new AbortController();
  stop.abort();
  return stop;
};

describe("a provider's count", () => {
  verifies('models.cost.unfinished', 'at the start only does not cover the answer', async () => {
    const body = [
      messages.messageStart(),
      ...messages.textBlock(0, SAID),
      messages.messageDelta('end_turn', {}),
      messages.messageStop,
    ];
    server.reply(streams(messages.written(body)));
    const { end } = await outcomeOf(
      (await openModel('custom', { url: server.url, clock })).stream(
        requestOf(user(PROMPT)),
        new AbortController().signal,
      ),
    );
    expect(end).toMatchObject({ stop: 'end_turn', isEstimated: true, usage: { inputTokens: 12 } });
    expect(end.usage.outputTokens).toBeGreaterThanOrEqual(LEAST.answer);
  });

  test('is not increased when a call ends well', async () => {
    server.reply(streams(messages.written(messages.answerOf('end_turn', messages.textBlock(0, SAID)))));
    const end = await endOf(await openModel('primary', { url: server.url, clock }));
    expect(end).toEqual({
      type: 'end',
      stop: 'end_turn',
      usage: { inputTokens: 12, outputTokens: 9, cacheReadTokens: 0, cacheWriteTokens: 0 },
    });
  });

  test('is never lowered by an estimate', async () => {
    const usage = { input_tokens: 5, cache_read_input_tokens: 70_000, output_tokens: 90_000 };
    server.reply(
      cutsAfter(
        messages.written([messages.messageStart(usage), messages.textStart(0), messages.textDelta(0, 'Hm')]),
      ),
    );
    // Hidden thoughts are believed up to the limit set by the request.
    const over = { outputLimit: 90_000 };
    const end = await endOf(await openModel('primary', { url: server.url, clock, over }));
    expect(end).toMatchObject({
      stop: 'failed',
      usage: { inputTokens: 5, outputTokens: 90_000, cacheReadTokens: 70_000, cacheWriteTokens: 0 },
    });
  });
});
