import { describe, expect, test } from '@jest/globals';
import type { Price } from '../../../../../src/core/ports/model.ts';
import { worstOfCall } from '../../../../../src/core/execution/runs/loop/worst-case.ts';
import { text, toolCalls } from '../../../../doubles/scripted-model.ts';
import { aTool, runOnce } from '../../../../harness/core.ts';
import { verifies } from '../../../../spec/verifies.ts';
import { an, played, reader, spawn } from '../agents/stage.ts';

const SEARCHES: Price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 6, search: 0.01 };
const facts = { price: SEARCHES, outputLimit: 16_000, contextWindow: 200_000 };

describe('the worst case of a call', () => {
  test('is an uncached prompt, and the longest answer', () => {
    expect(worstOfCall(10_000, facts)).toBeCloseTo((10_000 * 6 + 16_000 * 15) / 1e6, 12);
  });

  verifies(
    'runs.ceilings.searches',
    'adds the prompt for each search, and the results found before it',
    () => {
      const found = (15_000 + 30_000 + 45_000) * 3;
      const once = worstOfCall(10_000, facts, 3);
      expect(once).toBeCloseTo(0.03 + (4 * 10_000 * 6 + found + 16_000 * 15) / 1e6, 12);
      // Never more than the window holds.
      const full = worstOfCall(190_000, facts, 3);
      expect(full).toBeCloseTo(0.03 + (4 * 190_000 * 6 + 3 * 10_000 * 3 + 16_000 * 15) / 1e6, 12);
    },
  );

  verifies('models.cost.long', 'has the price of a long prompt', () => {
    const long = { above: 200_000, input: 6, output: 22.5, cacheRead: 0.6, cacheWrite: 12 };
    const model = { price: { ...SEARCHES, long }, outputLimit: 16_000, contextWindow: 1_000_000 };
    expect(worstOfCall(200_001, model)).toBeCloseTo((200_001 * 12 + 16_000 * 22.5) / 1e6, 12);
    expect(worstOfCall(200_000, model)).toBeCloseTo((200_000 * 6 + 16_000 * 15) / 1e6, 12);
    // Search results may make it one.
    expect(worstOfCall(190_000, model, 1)).toBeGreaterThan((2 * 190_000 * 12) / 1e6);
  });
});

const search = aTool('web_search', async () => ({ output: 'found', success: true }));

/** The number of searches allowed in each call of a run with this ceiling. */
async function offered(run: number, price = SEARCHES, tools = [search]) {
  const { events, ...core } = await runOnce({
    price,
    spendingLimits: { run, day: Infinity, month: Infinity },
    tools,
    turns: [[toolCalls({ name: 'web_search', input: {} })], [text('Done.')]],
  });
  return { searches: core.model.requests.map((request) => request.searches), last: events.at(-1) };
}

describe('a model whose provider searches by itself', () => {
  verifies('runs.ceilings.searches', 'may search as often as a ceiling has room for', async () => {
    expect((await offered(Infinity)).searches).toEqual([5, 5]);
    // Five could find 225,000 tokens to read; two find 45,000; none leaves the prompt and the answer.
    expect((await offered(0.3)).searches).toEqual([2, 2]);
    expect((await offered(0.1)).searches).toEqual([0, 0]);
  });

  verifies(
    'runs.ceilings.searches',
    'is refused only when a call without a search is too expensive',
    async () => {
      const { searches, last } = await offered(0.01);
      expect(searches).toEqual([]);
      expect(last).toMatchObject({ type: 'done', data: { stopReason: 'budget' } });
    },
  );

  verifies('runs.ceilings.searches', 'is never allowed more searches than earlier in the run', async () => {
    const spendingLimits = { run: 0.3, day: Infinity, month: Infinity };
    const raises = aTool('web_search', async () => {
      spendingLimits.run = Infinity;
      return { output: 'found', success: true };
    });
    const turns = [[toolCalls({ name: 'web_search', input: {} })], [text('Done.')]];
    const core = await runOnce({ price: SEARCHES, spendingLimits, tools: [raises], turns });
    expect(core.model.requests.map((request) => request.searches)).toEqual([2, 2]);
  });

  test('is not offered searches where it has none, or without our tool', async () => {
    const { search: _none, ...without } = SEARCHES;
    expect((await offered(Infinity, without)).searches).toEqual([undefined, undefined]);
    const other = aTool('look', async () => ({ output: 'x', success: true }));
    expect((await offered(Infinity, SEARCHES, [other])).searches).toEqual([undefined, undefined]);
  });

  verifies('runs.ceilings.searches', 'stays within its own budget as a sub-agent', async () => {
    const parts = {
      svc: [[spawn(an('Ann', { max_budget_usd: 0.3 }))], [text('Done.')]],
      Ann: [[text('Found nothing.')]],
    };
    const { cast } = await played(parts, { price: SEARCHES, tools: [reader(), reader('web_search')] });
    const ofAnn = cast.requestsTo('Ann');
    expect(ofAnn.map((request) => request.searches)).toEqual([2]);
  });
});
