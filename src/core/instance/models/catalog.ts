import { noPrice, type Price, type TokenPrice } from '../../ports/model.ts';
import type { AudioModels, Capabilities, ModelFacts, Provider, Tier } from './model.ts';

export interface CatalogEntry {
  readonly contextWindow: number;
  readonly outputLimit: number;
  readonly thinks: boolean;
  /** US dollars for a million tokens; the prices of caching follow from its kind. */
  readonly input: number;
  readonly output: number;
  /** The prices of a request whose prompt is longer than `LONG` tokens. Absent: the same prices. */
  readonly long?: { readonly input: number; readonly output: number };
}

/** Above this prompt length, in tokens, some vendors charge another price for the whole request. */
export const LONG = 200_000;

/** The models known by name. The data lives beside the adapters, with the vendors' names. */
export interface Catalog {
  readonly tiers: Readonly<Record<'primary' | 'cloud_hosted', Readonly<Record<Tier, string>>>>;
  /** Models of the vendor and of the cloud platform. */
  readonly models: Readonly<Record<string, CatalogEntry>>;
  readonly euModels: Readonly<Record<string, CatalogEntry>>;
  /** The EU provider's address; `EU_PROVIDER_BASE_URL` replaces it. */
  readonly euBaseUrl: string;
  readonly euAudio: AudioModels;
  /** US dollars for one search that the primary provider itself makes. */
  readonly searchUsd: number;
}

/** An unknown model: a usual window, and a price at which every ceiling takes effect too early rather than too late. */
const UNKNOWN: CatalogEntry = {
  contextWindow: 200_000,
  outputLimit: 16_000,
  thinks: false,
  input: 5,
  output: 25,
};

/** Specification › Model provider selection › Capabilities by provider. */
export function capabilitiesOf(provider: Provider, isEuProvider: boolean): Capabilities {
  switch (provider) {
    case 'primary':
      return {
        thinking: true,
        promptCaching: '1h',
        toolCalling: 'native',
        builtInSearch: true,
        images: 'taken',
      };
    case 'cloud_hosted':
      return {
        thinking: true,
        promptCaching: '5m',
        toolCalling: 'native',
        builtInSearch: false,
        images: 'taken',
      };
    case 'compat':
      return isEuProvider
        ? {
            thinking: false,
            promptCaching: 'by_name',
            toolCalling: 'native',
            builtInSearch: false,
            images: 'tried',
          }
        : {
            thinking: false,
            promptCaching: 'none',
            toolCalling: 'varies',
            builtInSearch: false,
            images: 'tried',
          };
    case 'custom':
      return {
        thinking: false,
        promptCaching: 'none',
        toolCalling: 'proxied',
        builtInSearch: false,
        images: 'tried',
      };
  }
}

export interface Known {
  readonly catalog: Catalog;
  /** Prices from `pricing.json`, by model id. */
  readonly prices: ReadonlyMap<string, Price>;
  /** Whether an IP address is on this machine or a private network. False for a name. */
  readonly isPrivateAddress: (address: string) => boolean;
}

/**
 * The known facts about a model at this provider. Anyone can run an endpoint under a known model name, so there the
 * name proves nothing and only the operator's own prices count: those of its profile, then those of `pricing.json`. With
 * `costsNothing` the model is free, unless the catalog or the operator has a price for it.
 */
export function factsOf(
  modelId: string,
  provider: Provider,
  isEuProvider: boolean,
  { catalog, prices }: Known,
  { costsNothing = false, input, output }: OwnPrice = {},
): ModelFacts {
  const known = entryFor(modelId, provider, isEuProvider, catalog);
  const entry = known ?? UNKNOWN;
  const { contextWindow, outputLimit, thinks } = entry;
  const { promptCaching, builtInSearch } = capabilitiesOf(provider, isEuProvider);
  const listed = known ? priceOf(known, promptCaching) : costsNothing ? noPrice : assumed(promptCaching);
  const ofProfile = ownPrice(input, output, listed, promptCaching);
  const price = ofProfile ?? prices.get(modelId) ?? listed;
  const search = builtInSearch ? { search: price.search ?? catalog.searchUsd } : {};
  return { contextWindow, outputLimit, thinks, price: { ...price, ...search } };
}

/** US dollars for a million tokens, as a profile says; and whether a server near by is asked, which charges nothing. */
interface OwnPrice {
  readonly costsNothing?: boolean;
  readonly input?: number | undefined;
  readonly output?: number | undefined;
}

/** Null where the profile has no price. Where it has only one of the two, the other stays as listed. */
function ownPrice(
  input: number | undefined,
  output: number | undefined,
  listed: Price,
  caching: Capabilities['promptCaching'],
): Price | null {
  if (input === undefined && output === undefined) return null;
  const isPart = input === undefined || output === undefined;
  return {
    ...priceOf({ ...UNKNOWN, input: input ?? listed.input, output: output ?? listed.output }, caching),
    ...(isPart && listed.isAssumed ? { isAssumed: true } : {}),
  };
}

function entryFor(
  modelId: string,
  provider: Provider,
  isEuProvider: boolean,
  { models, euModels }: Catalog,
): CatalogEntry | undefined {
  if (provider === 'primary' || provider === 'cloud_hosted') return named(models, modelId);
  return isEuProvider ? named(euModels, modelId) : undefined;
}

/** Whether the vendor or the cloud platform has a known model of this name. */
export const isKnown = (modelId: string, { models }: Catalog): boolean =>
  named(models, modelId) !== undefined;

/** Finds it by its id, or by the id without its version suffix: `-20251001`, `@20251001`, `@default`, `-latest`. */
function named(models: Readonly<Record<string, CatalogEntry>>, modelId: string): CatalogEntry | undefined {
  const undated = modelId.replace(/(?:[-@]\d{4,8}|@default|-latest)$/u, '');
  for (const id of [modelId, undated]) if (Object.hasOwn(models, id)) return models[id];
  return undefined;
}

const assumed = (caching: Capabilities['promptCaching']): Price => ({
  ...priceOf(UNKNOWN, caching),
  isAssumed: true,
});

/** Reading from the cache costs a tenth; the price of writing depends on the lifetime. */
function priceOf({ long, ...entry }: CatalogEntry, caching: Capabilities['promptCaching']): Price {
  const written = { '1h': 2, '5m': 1.25, by_name: 1, none: 1 }[caching];
  const tokens = ({ input, output }: Pick<CatalogEntry, 'input' | 'output'>): TokenPrice => ({
    input,
    output,
    cacheRead: round(input * 0.1),
    cacheWrite: round(input * written),
  });
  return { ...tokens(entry), ...(long ? { long: { above: LONG, ...tokens(long) } } : {}) };
}

const round = (usd: number): number => Math.round(usd * 10_000) / 10_000;
