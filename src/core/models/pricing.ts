import type { Price, TokenPrice } from '../ports/model.ts';
import { LONG } from './catalog.ts';

export interface Pricing {
  readonly prices: ReadonlyMap<string, Price>;
  /** One sentence for the log for each ignored entry. */
  readonly problems: readonly string[];
}

/**
 * Reads `pricing.json`: `{"<model id>": {"input", "output", "cache_read", "cache_write"}}`, US dollars for a million
 * tokens. `above_200k` may hold the same four for requests with a longer prompt; `search` is the US dollars for one search
 * that the provider itself makes. Only malformed entries are ignored; the others count.
 */
export function pricingFrom(content: unknown): Pricing {
  if (content === null || typeof content !== 'object' || Array.isArray(content))
    return {
      prices: new Map(),
      problems: ['pricing.json must be an object of prices by model id; it is ignored.'],
    };
  const prices = new Map<string, Price>();
  const problems: string[] = [];
  for (const [id, entry] of Object.entries(content)) {
    const price = priceFrom(entry);
    if (price) prices.set(id, price);
    else
      problems.push(
        `pricing.json: the entry "${id}" is ignored; input, output, cache_read and cache_write must be numbers from 0, and so must the values of above_200k and search if they are present.`,
      );
  }
  return { prices, problems };
}

function priceFrom(entry: unknown): Price | null {
  const { search, above_200k: above } = (entry ?? {}) as Record<string, unknown>;
  const price = tokenPriceFrom(entry);
  const long = above === undefined ? undefined : tokenPriceFrom(above);
  if (price === null || long === null || !(search === undefined || isPrice(search))) return null;
  return {
    ...price,
    ...(long ? { long: { above: LONG, ...long } } : {}),
    ...(search === undefined ? {} : { search }),
  };
}

function tokenPriceFrom(entry: unknown): TokenPrice | null {
  const {
    input,
    output,
    cache_read: cacheRead,
    cache_write: cacheWrite,
  } = (entry ?? {}) as Record<string, unknown>;
  if (!isPrice(input) || !isPrice(output) || !isPrice(cacheRead) || !isPrice(cacheWrite)) return null;
  return { input, output, cacheRead, cacheWrite };
}

const isPrice = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;
