import { expect, test } from '@jest/globals';
import { factsOf } from '../../../src/core/models/catalog.ts';
import { pricingFrom } from '../../../src/core/models/pricing.ts';
import { costOf } from '../../../src/core/ports/model.ts';
import { verifies } from '../../spec/verifies.ts';
import { known } from './settings.ts';

const MILLION = {
  inputTokens: 1_000_000,
  outputTokens: 1_000_000,
  cacheReadTokens: 1_000_000,
  cacheWriteTokens: 1_000_000,
};

verifies(
  'models.cost',
  'each kind of token has its own price; a written cache costs what its lifetime costs',
  () => {
    const balanced = known.catalog.tiers.primary.balanced;
    expect(factsOf(balanced, 'primary', false, known).price).toEqual({
      input: 3,
      output: 15,
      cacheRead: 0.3,
      cacheWrite: 6,
    });
    expect(factsOf(balanced, 'cloud_hosted', false, known).price.cacheWrite).toBe(3.75);
    expect(costOf(MILLION, { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 6 })).toBeCloseTo(24.3, 10);
  },
);

verifies(
  'models.cost',
  'an unknown model is priced high, and a known name proves nothing behind any endpoint',
  () => {
    const dearest = { input: 5, output: 25, cacheRead: 0.5 };
    expect(factsOf('never-heard-of', 'primary', false, known).price).toMatchObject(dearest);
    for (const provider of ['compat', 'custom'] as const) {
      const facts = factsOf(known.catalog.tiers.primary.fast, provider, false, known);
      expect(facts.price).toMatchObject(dearest);
      expect(facts.contextWindow).toBe(200_000);
    }
    expect(factsOf('constructor', 'primary', false, known).price).toMatchObject(dearest);
  },
);

test('a model is known by its id with or without the date of its build', () => {
  for (const id of ['claude-haiku-4-5', 'claude-haiku-4-5-20251001', 'claude-haiku-4-5@20251001'])
    expect(factsOf(id, 'primary', false, known).price.input).toBe(1);
  expect(factsOf('mistral-small-latest', 'compat', true, known).price.input).toBe(0.1);
});

verifies('models.cost', 'pricing.json overrides single models; a malformed entry is left out alone', () => {
  const good = { input: 1, output: 2, cache_read: 0, cache_write: 3 };
  const { prices, problems } = pricingFrom({
    mine: good,
    'no cache': { input: 1, output: 2 },
    negative: { ...good, input: -1 },
    text: { ...good, output: '2' },
    nothing: null,
    'claude-haiku-4-5': good,
  });
  const price = { input: 1, output: 2, cacheRead: 0, cacheWrite: 3 };
  expect([...prices]).toEqual([
    ['mine', price],
    ['claude-haiku-4-5', price],
  ]);
  expect(problems).toHaveLength(4);
  expect(factsOf('mine', 'compat', false, { ...known, prices }).price).toEqual(price);
  expect(factsOf('claude-haiku-4-5', 'primary', false, { ...known, prices }).price).toEqual(price);
  for (const content of [[], null, 'text', 3]) expect(pricingFrom(content).problems).toHaveLength(1);
});
