import { expect, test } from '@jest/globals';
import { choose } from '../../../../src/core/instance/models/choice.ts';
import { factsOf } from '../../../../src/core/instance/models/catalog.ts';
import { pricingFrom } from '../../../../src/core/instance/models/pricing.ts';
import { costOf, noPrice, noUsage } from '../../../../src/core/ports/model.ts';
import { verifies } from '../../../spec/verifies.ts';
import { known, settings } from './settings.ts';

const MILLION = {
  inputTokens: 1_000_000,
  outputTokens: 1_000_000,
  cacheReadTokens: 1_000_000,
  cacheWriteTokens: 1_000_000,
};

verifies(
  'models.cost',
  'each kind of token has its own price; a cache write costs the price of its lifetime',
  () => {
    const balanced = known.catalog.tiers.primary.balanced;
    expect(factsOf(balanced, 'primary', false, known).price).toEqual({
      input: 3,
      output: 15,
      cacheRead: 0.3,
      cacheWrite: 6,
      search: 0.01,
    });
    expect(factsOf(balanced, 'cloud_hosted', false, known).price.cacheWrite).toBe(3.75);
    expect(costOf(MILLION, { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 6 })).toBeCloseTo(24.3, 10);
  },
);

verifies(
  'models.cost',
  'an unknown model gets a high price, and a known name proves nothing behind another endpoint',
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

verifies(
  'runs.cost.estimated',
  'a price is assumed unless a list, pricing.json or the place tells it',
  () => {
    const price = { input: 1, output: 2, cacheRead: 0, cacheWrite: 3 };
    const prices = new Map([['mine', price]]);
    const isAssumed = (id: string, isFree = false, more = known) =>
      factsOf(id, 'compat', true, more, { costsNothing: isFree }).price.isAssumed === true;
    expect(isAssumed('never-heard-of')).toBe(true);
    expect(isAssumed('mistral-small-latest')).toBe(false);
    expect(isAssumed('mine', false, { ...known, prices })).toBe(false);
    // A model on this machine costs nothing.
    expect(isAssumed('never-heard-of', true)).toBe(false);
  },
);

test('a model is recognised by its id with or without the build date', () => {
  for (const id of ['claude-haiku-4-5', 'claude-haiku-4-5-20251001', 'claude-haiku-4-5@20251001'])
    expect(factsOf(id, 'primary', false, known).price.input).toBe(1);
  expect(factsOf('mistral-small-latest', 'compat', true, known).price.input).toBe(0.1);
});

verifies('models.cost', 'pricing.json overrides single models; only a malformed entry is ignored', () => {
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
  // The vendor's fee for a search is not the price of a model.
  expect(factsOf('claude-haiku-4-5', 'primary', false, { ...known, prices }).price).toEqual({
    ...price,
    search: 0.01,
  });
  for (const content of [[], null, 'text', 3]) expect(pricingFrom(content).problems).toHaveLength(1);
});

verifies('models.cost', 'pricing.json may set the price of what hears and what speaks', () => {
  const { prices, audio, problems } = pricingFrom({
    'voxtral-mini-latest': { per_minute: 0.001 },
    speaks: { per_million_characters: 0 },
    both: { per_minute: 1, per_million_characters: 2 },
    negative: { per_minute: -1 },
    text: { per_million_characters: '1' },
  });
  expect([prices.size, problems.length]).toEqual([0, 2]);
  expect([...audio]).toEqual([
    ['voxtral-mini-latest', { perMinute: 0.001 }],
    ['speaks', { perMillionCharacters: 0 }],
    ['both', { perMinute: 1, perMillionCharacters: 2 }],
  ]);
});

verifies('models.cost', 'pricing.json may set the price of long prompts, and of a search', () => {
  const good = { input: 1, output: 2, cache_read: 0, cache_write: 3 };
  const { prices, problems } = pricingFrom({
    both: { ...good, search: 0.02, above_200k: { ...good, input: 9 } },
    'bad search': { ...good, search: -1 },
    'bad above': { ...good, above_200k: { input: 9 } },
    'no above': { ...good, above_200k: null },
  });
  expect(problems).toHaveLength(3);
  const both = { ...known, prices };
  expect(factsOf('both', 'primary', false, both).price).toEqual({
    input: 1,
    output: 2,
    cacheRead: 0,
    cacheWrite: 3,
    search: 0.02,
    long: { above: 200_000, input: 9, output: 2, cacheRead: 0, cacheWrite: 3 },
  });
});

verifies('models.cost.long', 'a prompt beyond 200,000 tokens is priced as its vendor prices it', () => {
  const { price } = factsOf('gemini-2.5-pro', 'cloud_hosted', false, known);
  const tokens = (inputTokens: number, cacheReadTokens: number) =>
    costOf({ inputTokens, outputTokens: 1_000, cacheReadTokens, cacheWriteTokens: 0 }, price) * 1e6;
  expect(tokens(200_000, 0)).toBeCloseTo(200_000 * 1.25 + 1_000 * 10, 6);
  expect(tokens(100_000, 100_001)).toBeCloseTo(100_000 * 2.5 + 100_001 * 0.25 + 1_000 * 15, 6);
  const flat = factsOf('gemini-2.5-flash', 'cloud_hosted', false, known).price;
  expect(costOf({ ...noUsage, inputTokens: 300_000 }, flat) * 1e6).toBeCloseTo(300_000 * 0.3, 6);
});

/** The price of a model at this address. */
function priceAt(url: string, more: Parameters<typeof settings>[0] = {}, prices = known.prices) {
  const baseUrl = { value: url, by: 'config' } as const;
  const set = settings({ provider: 'compat', compatModelId: 'mine', baseUrl, ...more });
  const choice = choose(set, null, { ...known, prices });
  if (choice.kind !== 'connection') throw new Error(`no connection: ${JSON.stringify(choice)}`);
  return choice.connection.price;
}

const NEARBY = [
  'http://localhost:11434/v1',
  'http://localhost./v1',
  'http://models.localhost/v1',
  'http://127.0.0.1:8000/v1',
  'http://127.9.9.9/v1',
  'http://0x7f.1/v1',
  'http://0.0.0.0:11434',
  'http://[::1]:8000/v1',
  'http://[::ffff:192.168.1.2]/v1',
  'http://10.1.2.3/v1',
  'https://172.31.0.9/v1',
  'http://192.168.1.20:1234/v1',
  'http://100.64.0.7/v1',
  'http://[fd12:3456::1]/v1',
];
const ELSEWHERE = [
  'http://8.8.8.8/v1',
  'http://172.32.0.1/v1',
  'http://169.254.169.254/v1',
  'http://[2606:4700::1]/v1',
  'http://[fe80::1]/v1',
  'https://api.example.com/v1',
  'http://localhost.example.com/v1',
  'http://127.0.0.1.nip.io/v1',
  'http://notlocalhost/v1',
  'http://host.docker.internal:11434/v1',
  'http://gpu.lan/v1',
  'http://user@8.8.8.8:80/127.0.0.1/v1',
];

verifies('models.cost.nearby', 'a model on this machine or in a private network is free', () => {
  for (const url of NEARBY) expect([url, priceAt(url)]).toEqual([url, noPrice]);
});

verifies(
  'models.cost',
  'a model at any other address gets a high price, whatever its name resolves to',
  () => {
    for (const url of ELSEWHERE) expect([url, priceAt(url).output]).toEqual([url, 25]);
  },
);

verifies('models.cost.nearby', 'is free with a key and behind a proxy, and not with a price', () => {
  const url = NEARBY[0] ?? '';
  expect(priceAt(url, { apiKey: 'k' })).toEqual(noPrice);
  expect(priceAt(url, { environment: { compatKey: 'k' } })).toEqual(noPrice);
  expect(priceAt(url, { provider: 'custom' })).toEqual(noPrice);
  const price = { input: 1, output: 2, cacheRead: 0, cacheWrite: 3 };
  expect(priceAt(url, {}, new Map([['mine', price]]))).toEqual(price);
  // A model with a price in the catalog is not known to be free there.
  const ofEu = { compatModelId: 'mistral-large', environment: { euBaseUrl: url } };
  expect(priceAt(url, ofEu).output).toBe(1.5);
  const near = { provider: 'compat', api_base_url: url, api_key: 'k', model_id: 'mine' } as const;
  const priceOf = (more: object) => {
    const profiles = { near: { ...near, ...more } };
    return choose(settings({ provider: 'compat', profiles }), 'near', {
      ...known,
      prices: new Map([['mine', price]]),
    });
  };
  // The price of the profile goes before that of the list.
  expect(priceOf({ price_input_usd: 3, price_output_usd: 7 })).toMatchObject({
    connection: { price: { input: 3, output: 7 } },
  });
  expect(priceOf({})).toMatchObject({ connection: { price: { output: 2 } } });
  expect(priceOf({ price_input_usd: 0, price_output_usd: 0 })).toMatchObject({
    connection: { price: { input: 0, output: 0 } },
  });
});
