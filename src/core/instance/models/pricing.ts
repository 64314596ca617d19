import type { Price, TokenPrice } from '../../ports/model.ts';
import { LONG } from './catalog.ts';
import type { AudioPrice } from './model.ts';

export interface Pricing {
  readonly prices: ReadonlyMap<string, Price>;
  /** Of models that hear or speak. */
  readonly audio: ReadonlyMap<string, AudioPrice>;
  /** One sentence for the log for each ignored entry. */
  readonly problems: readonly string[];
}

/**
 * Reads `pricing.json`: `{"<model id>": {"input", "output", "cache_read", "cache_write"}}`, US dollars for a million
 * tokens. `above_200k` may hold the same four for requests with a longer prompt; `search` is the US dollars for one search
 * that the provider itself makes. The entry of a model that hears has `per_minute` instead, of one that speaks
 * `per_million_characters`. Only malformed entries are ignored; the others count.
 */
export function pricingFrom(content: unknown): Pricing {
  if (content === null || typeof content !== 'object' || Array.isArray(content))
    return {
      prices: new Map(),
      audio: new Map(),
      problems: ['pricing.json must be an object of prices by model id; it is ignored.'],
    };
  const prices = new Map<string, Price>();
  const audio = new Map<string, AudioPrice>();
  const problems: string[] = [];
  for (const [id, entry] of Object.entries(content)) {
    const price = priceFrom(entry);
    const ofAudio = audioPriceFrom(entry);
    if (ofAudio) audio.set(id, ofAudio);
    if (price) prices.set(id, price);
    else if (!ofAudio)
      problems.push(
        `pricing.json: the entry "${id}" is ignored; input, output, cache_read and cache_write must be numbers from 0, and so must the values of above_200k and search if they are present. A model that hears needs per_minute instead, one that speaks per_million_characters.`,
      );
  }
  return { prices, audio, problems };
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

/** Null where it has none, or a wrong one. */
function audioPriceFrom(entry: unknown): AudioPrice | null {
  const { per_minute: perMinute, per_million_characters: perMillionCharacters } = (entry ?? {}) as Record<
    string,
    unknown
  >;
  const given = [perMinute, perMillionCharacters].filter((value) => value !== undefined);
  if (given.length === 0 || !given.every(isPrice)) return null;
  return {
    ...(isPrice(perMinute) ? { perMinute } : {}),
    ...(isPrice(perMillionCharacters) ? { perMillionCharacters } : {}),
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
