import type { Catalog, CatalogEntry } from '../../../core/instance/models/catalog.ts';

const entry = (
  contextWindow: number,
  outputLimit: number,
  input: number,
  output: number,
  thinks = true,
  long?: CatalogEntry['long'],
): CatalogEntry => ({ contextWindow, outputLimit, thinks, input, output, ...(long ? { long } : {}) });

/** The default build of the balanced tier, and the newer one that `balanced_model` selects. */
const ESTABLISHED = 'claude-sonnet-4-6';
const NEWER = 'claude-sonnet-5';

/**
 * Known models with their list prices of 2026-11, in US dollars. Unknown models work as well, at a high assumed price;
 * `pricing.json` in the data directory overrides any price.
 */
export const catalog: Catalog = {
  searchUsd: 0.01,
  euBaseUrl: 'https://api.mistral.ai/v1',
  euAudio: {
    hearing: { id: 'voxtral-mini-latest', perMinute: 0.003 },
    speaking: { id: 'voxtral-mini-tts-2603', perMillionCharacters: 16 },
  },
  tiers: {
    primary: { fast: 'claude-haiku-4-5', balanced: ESTABLISHED, deep: 'claude-opus-4-8' },
    cloud_hosted: { fast: 'claude-haiku-4-5', balanced: ESTABLISHED, deep: 'claude-opus-4-8' },
  },
  models: {
    [ESTABLISHED]: entry(200_000, 16_000, 3, 15),
    [NEWER]: entry(1_000_000, 16_000, 3, 15),
    'claude-sonnet-5-5': entry(1_000_000, 16_000, 3, 15),
    // A profile may give it the longer window, at the higher price.
    'claude-sonnet-4-5': entry(200_000, 16_000, 3, 15, false, { input: 6, output: 22.5 }),
    'claude-opus-5-5': entry(1_000_000, 32_000, 5, 25),
    'claude-opus-5': entry(1_000_000, 32_000, 5, 25),
    'claude-opus-4-8': entry(1_000_000, 32_000, 5, 25),
    'claude-opus-4-7': entry(1_000_000, 32_000, 5, 25),
    'claude-opus-4-6': entry(1_000_000, 32_000, 5, 25),
    'claude-opus-4-5': entry(200_000, 32_000, 5, 25, false),
    'claude-haiku-5-5': entry(200_000, 8_192, 1, 5, false),
    // The fast tier answers without thinking.
    'claude-haiku-4-5': entry(200_000, 8_192, 1, 5, false),
    'gemini-3-pro-preview': entry(1_048_576, 65_536, 2, 12, true, { input: 4, output: 18 }),
    'gemini-2.5-pro': entry(1_048_576, 65_536, 1.25, 10, true, { input: 2.5, output: 15 }),
    'gemini-2.5-flash': entry(1_048_576, 65_536, 0.3, 2.5),
    'gemini-2.5-flash-lite': entry(1_048_576, 65_536, 0.1, 0.4),
  },
  euModels: {
    'mistral-large': entry(262_144, 16_000, 0.5, 1.5, false),
    'mistral-medium': entry(262_144, 16_000, 0.4, 2, false),
    'mistral-small': entry(262_144, 16_000, 0.1, 0.3, false),
  },
};
