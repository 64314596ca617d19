import { describe, expect, test } from '@jest/globals';
import {
  costOfEnd,
  promptTokensIn,
  type Model,
  type ModelEnd,
  type Price,
  type Usage,
} from '../../../src/core/ports/model.ts';
import * as chat from '../../servers/chat-completions.ts';
import { cutsAfter, saysNothing, sse, streams, type Reply } from '../../servers/fake-provider.ts';
import * as messages from '../../servers/messages.ts';
import { verifies } from '../../spec/verifies.ts';
import { compatAt } from './chat/compat-under-test.ts';
import { openModel, requestOf } from './messages/models.ts';
import { bench, WIRES, type Counts } from './wires.ts';
import { outcomeOf, user } from './conversation.ts';

const PRICE: Price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3, search: 0.01 };
const SAID = 'A sentence of some length, again. '.repeat(300);
const PROMPT = 'What to know of this thing. '.repeat(1_000);
/** Four characters are a token of English text. */
const LEAST = { answer: SAID.length / 4, prompt: PROMPT.length / 4 };

const at = bench(saysNothing());

/** An answer with this usage. */
const chatAnswer = (usage: object): string =>
  sse(chat.chunk({ content: SAID }), chat.chunk({}, 'stop'), { choices: [], usage }, '[DONE]');

async function endOf(model: Model, reply: Reply): Promise<ModelEnd> {
  at.server.reply(reply);
  return (await outcomeOf(model.stream(requestOf(user(PROMPT)), new AbortController().signal))).end;
}

function expectPromptEstimated({ isEstimated, usage }: ModelEnd): void {
  expect(isEstimated).toBe(true);
  expect(promptTokensIn(usage)).toBeGreaterThan(LEAST.prompt);
  expect(promptTokensIn(usage)).toBeLessThan(3 * LEAST.prompt);
}

function expectAnswerEstimated({ isEstimated, usage }: ModelEnd): void {
  expect(isEstimated).toBe(true);
  expect(usage.outputTokens).toBeGreaterThanOrEqual(LEAST.answer);
  expect(usage.outputTokens).toBeLessThanOrEqual(2 * LEAST.answer);
}

const ABSURD = [2_000_000, 9_223_372_036_854_774_784, 1.7e308] as const;
/** Values that count as no count, wherever they stand. */
const NONE = [0, -5e9, 0.4, null, undefined, '1e9', {}, []] as const;

describe.each(WIRES)('what a provider counts over $name', (wire) => {
  const open = () => wire.open({ ...at, over: { price: PRICE } });
  const counting = (counts: Counts) => wire.answer(SAID, counts);

  verifies('models.cost.counts', 'is rejected for a prompt longer than the one sent', async () => {
    const model = await open();
    for (const prompt of ABSURD) {
      const end = await endOf(model, streams(counting({ prompt, answer: 9_000 })));
      expect(end.stop).toBe('end_turn');
      expectPromptEstimated(end);
      expect(end.usage.outputTokens).toBe(9_000);
    }
  });

  verifies('models.cost.counts', 'or a prompt found in a cache', async () => {
    const model = await open();
    for (const cached of ABSURD) {
      // Some wires include them in the prompt; they never exceed it.
      const end = await endOf(model, streams(counting({ prompt: cached, cached, answer: 700 })));
      expectPromptEstimated(end);
    }
  });

  verifies('models.cost.counts', 'or an answer that did not arrive', async () => {
    const model = await open();
    for (const answer of ABSURD) {
      const end = await endOf(model, streams(counting({ prompt: 9_000, answer })));
      expectAnswerEstimated(end);
      expect(promptTokensIn(end.usage)).toBe(9_000);
    }
  });

  verifies('models.cost.counts', 'or a truncated answer', async () => {
    const model = await open();
    for (const absurd of ABSURD) {
      const end = await endOf(model, cutsAfter(counting({ prompt: absurd, answer: absurd })));
      expectPromptEstimated(end);
      expectAnswerEstimated(end);
    }
  });

  verifies('models.cost.counts', 'is estimated for a missing prompt count', async () => {
    const model = await open();
    for (const prompt of NONE) {
      const end = await endOf(model, streams(counting({ prompt, answer: 9_000 })));
      expectPromptEstimated(end);
      expect(end.usage.outputTokens).toBe(9_000);
    }
  });

  verifies('models.cost.counts', 'and for a missing answer count', async () => {
    const model = await open();
    for (const answer of NONE) {
      const end = await endOf(model, streams(counting({ prompt: 9_000, answer })));
      expectAnswerEstimated(end);
      expect(promptTokensIn(end.usage)).toBe(9_000);
    }
  });

  test('is kept where it can be true', async () => {
    const model = await open();
    // Another tokeniser, instructions added by a gateway, and hidden thoughts.
    for (const [prompt, answer] of [
      [3, 1],
      [9_000, 700],
      [60_000, 16_000],
    ]) {
      const end = await endOf(model, streams(counting({ prompt, answer })));
      expect([promptTokensIn(end.usage), end.usage.outputTokens]).toEqual([prompt, answer]);
      expect(end.isEstimated).toBeUndefined();
    }
  });
});

describe('only a total over Chat Completions', () => {
  const open = async () => (await compatAt(`${at.server.url}/v1`, { price: PRICE })).model;
  const all = ({ usage }: { readonly usage: Usage }) => promptTokensIn(usage) + usage.outputTokens;

  verifies('models.cost.counts', 'is a prompt and an answer, and together never less', async () => {
    const model = await open();
    for (const total of [1, 9_000, 12_000, 40_000, 90_000]) {
      const end = await endOf(model, streams(chatAnswer({ total_tokens: total })));
      expectPromptEstimated(end);
      expect(end.usage.outputTokens).toBeGreaterThanOrEqual(LEAST.answer);
      expect(all(end)).toBeGreaterThanOrEqual(total);
      // While the visible prompt and answer explain the total, nothing counts as hidden thoughts.
      expect(all(end)).toBeLessThan(Math.max(total, LEAST.prompt + LEAST.answer) * 1.8);
    }
  });

  verifies('models.cost.counts', 'does not replace a counted answer', async () => {
    const counted = { prompt_tokens: 0, completion_tokens: 5_000, total_tokens: 12_000 };
    const end = await endOf(await open(), streams(chatAnswer(counted)));
    expectPromptEstimated(end);
    expect(end.usage.outputTokens).toBe(5_000);
  });

  verifies('models.cost.counts', 'is rejected when it is absurd', async () => {
    const model = await open();
    for (const total_tokens of ABSURD) {
      const end = await endOf(model, streams(chatAnswer({ total_tokens })));
      expectPromptEstimated(end);
      expectAnswerEstimated(end);
    }
  });
});

describe('searches over Messages', () => {
  verifies(['models.cost.counts', 'models.cost.searches'], 'are limited to the allowed number', async () => {
    const usage = { output_tokens: 9, server_tool_use: { web_search_requests: 1e15 } };
    const start = messages.messageStart({ input_tokens: 9_000 });
    const body = [start, ...messages.textBlock(0, SAID), messages.messageDelta('end_turn', usage)];
    for (const [provider, most] of [
      ['primary', 5],
      ['custom', 0],
    ] as const)
      for (const reply of [streams(messages.written(body)), cutsAfter(messages.written(body))]) {
        const opened = { url: at.server.url, clock: at.clock, over: { price: PRICE } };
        const end = await endOf(await openModel(provider, opened), reply);
        expect(end.isEstimated).toBe(true);
        expect(promptTokensIn(end.usage)).toBeLessThanOrEqual((most + 1) * 9_000);
        expect(costOfEnd(end, PRICE)).toBeLessThan(0.5);
      }
  });

  verifies('models.cost.counts', 'without permission cause no second prompt', async () => {
    const results = Array.from({ length: 2_000 }, (_, index) => [
      messages.blockStart(index * 2, {
        type: 'server_tool_use',
        id: `s${index}`,
        name: 'web_search',
        input: {},
      }),
      messages.blockStart(index * 2 + 1, {
        type: 'web_search_tool_result',
        content: [{ url: SAID.slice(0, 500) }],
      }),
    ]);
    const body = [messages.messageStart({ input_tokens: 9_000 }), ...results.flat()];
    const opened = { url: at.server.url, clock: at.clock, over: { price: PRICE } };
    const end = await endOf(await openModel('custom', opened), cutsAfter(messages.written(body)));
    expect(costOfEnd(end, PRICE)).toBeLessThan(1);
  });
});

verifies('models.cost.counts', 'an endless answer is limited to the room in the window', async () => {
  const endless = sse(...Array.from({ length: 40 }, () => chat.chunk({ content: 'word '.repeat(50_000) })));
  const { model } = await compatAt(`${at.server.url}/v1`, { price: PRICE });
  const end = await endOf(model, cutsAfter(endless));
  expect(end.usage.outputTokens).toBeGreaterThan(128_000);
  expect(costOfEnd(end, PRICE)).toBeLessThan(6);
});

verifies('models.cost.counts', 'what is sent back after a pause is limited to the window', async () => {
  const long = messages.textBlock(0, ...Array.from({ length: 16 }, () => 'word '.repeat(50_000)));
  at.server.reply(
    streams(messages.answered('pause_turn', long)),
    cutsAfter(messages.written([messages.messageStart({})])),
  );
  const opened = { url: at.server.url, clock: at.clock, over: { price: PRICE } };
  const model = await openModel('custom', opened);
  const stop = new AbortController();
  const { end } = await outcomeOf(model.stream(requestOf(user(PROMPT)), stop.signal));
  expect(at.server.arrived).toHaveLength(2);
  expect(promptTokensIn(end.usage)).toBeGreaterThan(200_000);
  expect(promptTokensIn(end.usage)).toBeLessThan(400_000);
});
