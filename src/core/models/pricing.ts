import type { Price } from '../ports/model.ts';

export interface Pricing {
  readonly prices: ReadonlyMap<string, Price>;
  /** Entries that were left out, in sentences for the log. */
  readonly problems: readonly string[];
}

/**
 * Reads `pricing.json`: `{"<model id>": {"input", "output", "cache_read", "cache_write"}}`, US dollars for a million
 * tokens. A malformed entry is left out alone; the others hold.
 */
export function pricingFrom(content: unknown): Pricing {
  if (content === null || typeof content !== 'object' || Array.isArray(content))
    return {
      prices: new Map(),
      problems: ['pricing.json has to be an object of prices by model id; it is ignored.'],
    };
  const prices = new Map<string, Price>();
  const problems: string[] = [];
  for (const [id, entry] of Object.entries(content)) {
    const price = priceFrom(entry);
    if (price) prices.set(id, price);
    else
      problems.push(
        `pricing.json: the entry "${id}" is ignored; it needs input, output, cache_read and cache_write as numbers from 0.`,
      );
  }
  return { prices, problems };
}

function priceFrom(entry: unknown): Price | null {
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
