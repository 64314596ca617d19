import type { Known } from '../../../../src/core/instance/models/catalog.ts';
import type { ModelEnvironment, ModelSettings } from '../../../../src/core/instance/models/settings.ts';
import { isPrivateAddress } from '../../../../src/adapters/out/web/addresses.ts';
import { catalog } from '../../../../src/adapters/out/llm/catalog.ts';

export const known: Known = { catalog, prices: new Map(), isPrivateAddress };

const nothing: ModelEnvironment = {
  primaryKey: null,
  compatKey: null,
  euKey: null,
  euBaseUrl: null,
  credentialsFile: null,
};

/** Only the given settings are set. */
export const settings = (
  given: Partial<Omit<ModelSettings, 'environment'>> & {
    readonly environment?: Partial<ModelEnvironment>;
  } = {},
): ModelSettings => ({
  demo: false,
  isDemoChosen: false,
  provider: null,
  baseUrl: null,
  apiKey: null,
  apiKeyFor: null,
  vaultKey: null,
  compatModelId: null,
  balancedModel: null,
  contextWindow: null,
  toolShare: null,
  priceInput: null,
  priceOutput: null,
  defaultTier: 'balanced',
  cloudProject: null,
  cloudRegion: null,
  profiles: {},
  workerProfile: null,
  problem: null,
  ...given,
  environment: { ...nothing, ...given.environment },
});
