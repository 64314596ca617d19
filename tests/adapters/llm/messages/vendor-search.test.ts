import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  costOf,
  costOfEnd,
  type ModelRequest,
  type Price,
  type ToolDefinition,
} from '../../../../src/core/ports/model.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import {
  answers,
  cutsAfter,
  startFakeProvider,
  streams,
  type FakeProvider,
} from '../../../servers/fake-provider.ts';
import {
  answered,
  blockStart,
  blockStop,
  jsonDelta,
  messageDelta,
  messageStart,
  messageStop,
  textBlock,
  textDelta,
  textStart,
  written,
} from '../../../servers/messages.ts';
import { verifies } from '../../../spec/verifies.ts';
import { ask, openModel, requestOf } from './models.ts';
import { user } from '../conversation.ts';

const FOUND = 'What a page says about otters. '.repeat(400);

/** One search and its results, as two blocks from this index on. */
const search = (index: number) => [
  blockStart(index, { type: 'server_tool_use', id: `s${index}`, name: 'web_search', input: {} }),
  jsonDelta(index, '{"query":"otters"}'),
  blockStop(index),
  blockStart(index + 1, {
    type: 'web_search_tool_result',
    tool_use_id: `s${index}`,
    content: [{ type: 'web_search_result', url: 'https://o.example/', title: 'O', encrypted_content: FOUND }],
  }),
  blockStop(index + 1),
];
const SEARCHED = answered('end_turn', search(0), textBlock(2, 'Otters swim.'));
const TOOLS: readonly ToolDefinition[] = ['read_file', 'web_search', 'read_page'].map((name) => ({
  name,
  description: `The tool ${name}.`,
  inputSchema: { type: 'object' },
}));

const asking = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  ...requestOf(user('otters?')),
  tools: TOOLS,
  ...more,
});

let server: FakeProvider;
beforeEach(async () => {
  server = await startFakeProvider(streams(SEARCHED));
});

const open = (provider: 'primary' | 'custom') =>
  openModel(provider, { url: server.url, clock: new ManualClock() });
const toolsOf = (index: number) =>
  ((server.arrived[index]?.body?.['tools'] ?? []) as readonly { type?: string; name: string }[]).map(
    ({ type, name }) => type ?? name,
  );
const refuses = (type: string, message: string) =>
  answers(400, JSON.stringify({ type: 'error', error: { type, message } }));
const BUILT_IN = ['read_file', 'web_search_20250305', 'read_page'];
const OURS = ['read_file', 'web_search', 'read_page'];

verifies('models.web-search', 'primary searches by itself, without our tool; custom does not', async () => {
  const request = asking();
  const { text, end } = await ask(await open('primary'), request);
  expect([text, end.stop]).toEqual(['Otters swim.', 'end_turn']);
  // The rules for outgoing requests must know that untrusted text was read.
  expect(end).toMatchObject({ found: ['https://o.example/'] });
  expect([(await open('primary')).searches, (await open('custom')).searches]).toEqual([true, false]);
  await ask(await open('custom'), request);
  expect([toolsOf(0), toolsOf(1)]).toEqual([BUILT_IN, OURS]);
});

verifies('context.occupied', 'the prompt is counted apart from what a search adds to the bill', async () => {
  const cumulative = SEARCHED.replace('"output_tokens":9', '"input_tokens":600000,"output_tokens":9');
  expect(cumulative).not.toBe(SEARCHED);
  server.reply(streams(cumulative));
  const { end } = await ask(await open('primary'), asking());
  expect(end).toMatchObject({ usage: { inputTokens: 600_000 }, promptTokens: 12 });
  server.reply(streams(cumulative.replace('"input_tokens":12', '"input_tokens":0')));
  const { end: unknown } = await ask(await open('primary'), asking());
  expect(unknown).toMatchObject({ promptTokens: null });
  server.reply(streams(answered('end_turn', textBlock(0, 'no search'))));
  const { end: plain } = await ask(await open('primary'), asking());
  expect(plain).not.toHaveProperty('promptTokens');
});

test('without our tool there is no search either', async () => {
  await ask(await open('primary'), asking({ tools: TOOLS.slice(0, 1) }));
  expect(toolsOf(0)).toEqual(['read_file']);
});

test('where the vendor refuses its search, our tool replaces it for all later calls', async () => {
  const message = 'Web search is not enabled for this organization.';
  server.reply(refuses('invalid_request_error', message), streams(answered('end_turn', textBlock(0, 'ok'))));
  const model = await open('primary');
  const request = asking();
  expect((await ask(model, request)).text).toBe('ok');
  await ask(model, request);
  expect([toolsOf(0), toolsOf(1), toolsOf(2)]).toEqual([BUILT_IN, OURS, OURS]);
});

test('any other refusal is reported unchanged, and not retried', async () => {
  server.reply(refuses('x', 'prompt is too long'));
  const { end } = await ask(await open('primary'), asking());
  expect(end).toMatchObject({ stop: 'failed' });
  expect(server.arrived).toHaveLength(1);
});

const PRICE: Price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 6, search: 0.01 };
const priced = () =>
  openModel('primary', { url: server.url, clock: new ManualClock(), over: { price: PRICE } });
const usesOf = (index: number) =>
  ((server.arrived[index]?.body?.['tools'] ?? []) as readonly { max_uses?: number }[]).map(
    ({ max_uses: uses }) => uses,
  )[1];

describe('the cost of searching', () => {
  verifies('models.cost.searches', 'is the number of fees that the vendor counted', async () => {
    const usage = { input_tokens: 40_000, output_tokens: 9, server_tool_use: { web_search_requests: 3 } };
    const [said, start] = [textBlock(4, 'Otters swim.'), messageStart()];
    const body = [start, ...search(0), ...search(2), ...said, messageDelta('end_turn', usage), messageStop];
    server.reply(streams(written(body)));
    const { end } = await ask(await priced(), asking());
    expect(end.isEstimated).toBeUndefined();
    expect(end.usage).toMatchObject({ inputTokens: 40_000, outputTokens: 9 });
    expect(costOfEnd(end, PRICE)).toBeCloseTo(costOf(end.usage, PRICE) + 0.03, 12);
  });

  verifies('models.cost.searches', 'is one fee for each search where it counts none', async () => {
    server.reply(streams(answered('end_turn', search(0), search(2), textBlock(4, 'They swim.'))));
    const { end } = await ask(await priced(), asking());
    expect(costOfEnd(end, PRICE)).toBeCloseTo(costOf(end.usage, PRICE) + 0.02, 12);
  });

  verifies(
    ['models.cost.searches', 'models.cost.unfinished'],
    'is estimated when the answer is cut: the prompt again for each search, and its results',
    async () => {
      const start = messageStart({ input_tokens: 1_000, output_tokens: 1 });
      server.reply(
        cutsAfter(written([start, ...search(0), ...search(2), textStart(4), textDelta(4, 'They')])),
      );
      const { end } = await ask(await priced(), asking());
      expect(end).toMatchObject({ stop: 'failed', isEstimated: true, usage: { inputTokens: 1_000 } });
      expect(end.usage.cacheWriteTokens).toBeGreaterThan(2 * 1_000 + 3 * (FOUND.length / 4));
      expect(costOfEnd(end, PRICE)).toBeCloseTo(costOf(end.usage, PRICE) + 0.02, 12);
    },
  );

  verifies('models.cost.searches', 'counts in each part of a paused turn', async () => {
    server.reply(
      streams(answered('pause_turn', search(0), search(2))),
      streams(answered('end_turn', search(0), textBlock(2, 'They swim.'))),
    );
    const { end } = await ask(await priced(), asking());
    expect(costOfEnd(end, PRICE)).toBeCloseTo(costOf(end.usage, PRICE) + 0.03, 12);
  });
});

describe('the number of searches', () => {
  verifies('runs.ceilings.searches', 'is that of the request; zero leaves our tool in place', async () => {
    const model = await priced();
    for (const more of [{}, { searches: 2 }, { searches: 0 }]) await ask(model, asking(more));
    expect([usesOf(0), usesOf(1), usesOf(2)]).toEqual([5, 2, undefined]);
    expect([toolsOf(1), toolsOf(2)]).toEqual([BUILT_IN, OURS]);
  });

  verifies('runs.ceilings.searches', 'decreases by those made when a paused turn continues', async () => {
    server.reply(
      streams(answered('pause_turn', search(0), search(2))),
      streams(answered('end_turn', textBlock(0, 'They swim.'))),
    );
    await ask(await priced(), asking({ searches: 5 }));
    expect([usesOf(0), usesOf(1)]).toEqual([5, 3]);
  });

  verifies('runs.ceilings.searches', 'a paused turn continues only while the budget allows', async () => {
    const asked: number[] = [];
    const affords = async (usd: number) => {
      asked.push(usd);
      return asked.length === 1;
    };
    server.reply(streams(answered('pause_turn', search(0), textBlock(2, 'So far. '))));
    const { end, text } = await ask(await priced(), asking({ searches: 2, affords }));
    expect(server.arrived).toHaveLength(2);
    expect([end.stop, text]).toEqual(['failed', 'So far. So far. ']);
    expect(end).toMatchObject({ says: [{ code: 'model.pause_cost' }], retryable: false });
    expect(costOfEnd(end, PRICE)).toBeCloseTo(costOf(end.usage, PRICE) + 0.02, 12);
    // The cost of the first part, and then of both.
    expect(asked[0]).toBeCloseTo(costOfEnd(end, PRICE) / 2, 12);
    expect(asked[1]).toBeCloseTo(costOfEnd(end, PRICE), 12);
  });
});
