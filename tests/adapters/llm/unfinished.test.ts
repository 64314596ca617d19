import { describe, expect, test } from '@jest/globals';
import { RetryingModel } from '../../../src/core/instance/models/retrying.ts';
import { modelLimits } from '../../../src/core/instance/models/limits.ts';
import {
  costOfEnd,
  noUsage,
  promptTokensIn,
  type Model,
  type ModelEnd,
  type Price,
} from '../../../src/core/ports/model.ts';
import {
  answers,
  cutsAfter,
  hangsAfter,
  saysNothing,
  startFakeProvider,
  streams,
  type Reply,
} from '../../servers/fake-provider.ts';
import * as messages from '../../servers/messages.ts';
import { verifies } from '../../spec/verifies.ts';
import { openModel, requestOf } from './messages/models.ts';
import { outcomeOf, passing, user } from './conversation.ts';
import { bench, WIRES, type Wire } from './wires.ts';

const PRICE: Price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 6 };
const SAID = 'A sentence of some length, again. '.repeat(1_200);
const PROMPT = 'What to know of this thing. '.repeat(1_000);
/** Four characters are a token of English text, and an estimate is never lower. */
const LEAST = { answer: SAID.length / 4, prompt: PROMPT.length / 4 };

const at = bench(saysNothing());

const opened = ({ open }: Wire, url?: string): Promise<Model> =>
  open({ ...at, over: { price: PRICE }, ...(url === undefined ? {} : { url }) });

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

const BILLED: readonly (readonly [what: string, reply: (wire: Wire) => Reply, stop: ModelEnd['stop']])[] = [
  ['breaks', (wire) => cutsAfter(wire.begun(SAID)), 'failed'],
  ['ends too early', (wire) => streams(wire.begun(SAID)), 'failed'],
  ['was about to call its tool', (wire) => cutsAfter(wire.calling(SAID)), 'failed'],
  ['reports an error after some text', (wire) => streams(wire.begun(SAID) + wire.error), 'failed'],
  ['ends well without a count', (wire) => streams(wire.answer(SAID)), 'end_turn'],
];

describe.each(WIRES)('a call over $name', (wire) => {
  const { error } = wire;
  const begun = wire.begun(SAID);
  for (const [what, reply, stop] of BILLED)
    verifies('models.cost.unfinished', `that ${what} is billed for what arrived`, async () => {
      at.server.reply(reply(wire));
      const end = await endOf(await opened(wire));
      expect(end.stop).toBe(stop);
      expectBilled(end);
    });

  verifies('models.answer-bounds', 'that grows beyond an answer ends where it does', async () => {
    const text = 'word '.repeat(modelLimits.answerChars / 5 + 1);
    for (const beyond of [wire.begun(text), wire.calls(modelLimits.answerBlocks + 1)]) {
      // The provider would go on for ever.
      at.server.reply(hangsAfter(beyond));
      expect(await endOf(await opened(wire))).toMatchObject({ stop: 'failed', retryable: false });
    }
    at.server.reply(hangsAfter(`[${'{"a":1},'.repeat(modelLimits.eventChars / 8 + 1)}`));
    expect(await endOf(await opened(wire))).toMatchObject({ stop: 'failed', retryable: false });
  });

  verifies('models.cost.unfinished', 'that is aborted is billed for what arrived', async () => {
    at.server.reply(hangsAfter(begun));
    const model = await opened(wire);
    const stop = new AbortController();
    const events = model.stream(requestOf(user(PROMPT)), stop.signal)[Symbol.asyncIterator]();
    expect((await events.next()).value).toMatchObject({ type: 'text' });
    stop.abort();
    const { value } = await events.next();
    expect(value).toMatchObject({ type: 'end', stop: 'aborted' });
    expectBilled(value as ModelEnd);
  });

  verifies('models.cost.unfinished', 'that is aborted before any text costs its prompt', async () => {
    const model = await opened(wire);
    const end = await endOf(model, async (stop) => {
      await at.server.reached(1);
      stop.abort();
    });
    expect(end.stop).toBe('aborted');
    expectBilled(end, 0);
  });

  verifies('models.cost.unfinished', 'that falls silent is billed for what arrived', async () => {
    at.server.reply(hangsAfter(begun));
    const model = await opened(wire);
    const ended = endOf(model);
    await at.server.reached(1);
    const end = await passing(at.clock, modelLimits.idleMs, ended);
    expect(end).toMatchObject({ stop: 'failed', code: 'provider_timeout' });
    expectBilled(end);
  });

  verifies('models.cost.unfinished', 'that was refused costs nothing', async () => {
    for (const status of [400, 401, 403, 404, 429, 500, 503, 529]) {
      at.server.reply(answers(status, { error: { message: 'no', type: 'x' } }));
      const end = await endOf(await opened(wire));
      expect([status, end.stop]).toEqual([status, 'failed']);
      expect(end).toMatchObject(free);
      expect(end.isEstimated).toBeUndefined();
    }
  });

  verifies('models.cost.unfinished', 'that timed out at a gateway costs its prompt', async () => {
    for (const status of [504, 524]) {
      at.server.reply(answers(status, 'gateway timeout'));
      expectBilled(await endOf(await opened(wire)), 0);
    }
  });

  verifies('models.cost.unfinished', 'whose answer is only an error costs nothing', async () => {
    at.server.reply(streams(error));
    const end = await endOf(await opened(wire));
    expect(end).toMatchObject({ stop: 'failed', ...free });
    expect(end.isEstimated).toBeUndefined();
  });

  verifies('models.cost.unfinished', 'that finds no server, or is not sent, costs nothing', async () => {
    const gone = await startFakeProvider();
    await gone.close();
    expect(await endOf(await opened(wire, gone.url))).toMatchObject({ stop: 'failed', ...free });
    const aborted = await endOf(await opened(wire), undefined, stopped());
    expect(aborted).toEqual({ type: 'end', stop: 'aborted', ...free });
    expect(at.server.arrived).toEqual([]);
  });

  verifies('models.cost.unfinished', 'that is retried is billed for each attempt', async () => {
    // The headers come, and then nothing: the first attempt may have been worked on.
    at.server.reply(cutsAfter(), streams(begun));
    const model = new RetryingModel(await opened(wire), at.clock);
    const end = await passing(at.clock, modelLimits.retryMs[0] ?? 0, endOf(model));
    expect(at.server.arrived).toHaveLength(2);
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
    at.server.reply(streams(messages.written(body)));
    const { end } = await outcomeOf(
      (await openModel('custom', { url: at.server.url, clock: at.clock })).stream(
        requestOf(user(PROMPT)),
        new AbortController().signal,
      ),
    );
    expect(end).toMatchObject({ stop: 'end_turn', isEstimated: true, usage: { inputTokens: 12 } });
    expect(end.usage.outputTokens).toBeGreaterThanOrEqual(LEAST.answer);
  });

  test('is not increased when a call ends well', async () => {
    at.server.reply(streams(messages.answered('end_turn', messages.textBlock(0, SAID))));
    const end = await endOf(await openModel('primary', { url: at.server.url, clock: at.clock }));
    expect(end).toEqual({
      type: 'end',
      stop: 'end_turn',
      usage: { inputTokens: 12, outputTokens: 9, cacheReadTokens: 0, cacheWriteTokens: 0 },
    });
  });

  test('is never lowered by an estimate', async () => {
    const usage = { input_tokens: 5, cache_read_input_tokens: 70_000, output_tokens: 90_000 };
    at.server.reply(
      cutsAfter(
        messages.written([messages.messageStart(usage), messages.textStart(0), messages.textDelta(0, 'Hm')]),
      ),
    );
    // Hidden thoughts are believed up to the limit set by the request.
    const over = { outputLimit: 90_000 };
    const end = await endOf(await openModel('primary', { url: at.server.url, clock: at.clock, over }));
    expect(end).toMatchObject({
      stop: 'failed',
      usage: { inputTokens: 5, outputTokens: 90_000, cacheReadTokens: 70_000, cacheWriteTokens: 0 },
    });
  });
});
