import type { Says } from '../../kernel/says.ts';
import type { EffectiveConfig } from '../config/model.ts';
import type { Provider, Tier } from './model.ts';

/** The source of a value. A key and an address from the environment belong together; others do not. */
export type Said<T> = { readonly value: T; readonly by: 'environment' | 'config' };

/** A named configuration: specification › Model profile. */
export interface Profile {
  readonly provider: Provider;
  readonly api_base_url?: string;
  readonly api_key?: string;
  readonly model_id?: string;
  readonly context_window?: number;
  readonly tools_share?: number;
  readonly price_input_usd?: number;
  readonly price_output_usd?: number;
}

/** Everything that the choice of a model depends on, at this moment. */
export interface ModelSettings {
  /** `--demo` or SVC_DEMO: the demo model, whatever else is set. */
  readonly demo: boolean;
  /** `demo` of the configuration: the demo model answers by default. */
  readonly isDemoChosen: boolean;
  readonly provider: Provider | null;
  readonly baseUrl: Said<string> | null;
  /** `api_key` of the configuration. */
  readonly apiKey: string | null;
  /** The destination that it was set for (`placeOfKey`); null when unknown. */
  readonly apiKeyFor: string | null;
  /** `PRIMARY_API_KEY` of the vault: for the primary provider's own host and no other. */
  readonly vaultKey: string | null;
  readonly compatModelId: string | null;
  readonly balancedModel: string | null;
  /** Of the model that answers by default; null: what is known of it. */
  readonly contextWindow: number | null;
  readonly toolShare: number | null;
  /** US dollars for a million tokens. */
  readonly priceInput: number | null;
  readonly priceOutput: number | null;
  readonly defaultTier: Tier;
  readonly cloudProject: string | null;
  readonly cloudRegion: string | null;
  readonly profiles: Readonly<Record<string, Profile>>;
  readonly workerProfile: string | null;
  readonly environment: ModelEnvironment;
  /** A sentence about settings that cannot be understood: the engine does not guess. */
  readonly problem: Says | null;
}

/** Variables that are not keys of the configuration. Null: unset. */
export interface ModelEnvironment {
  readonly primaryKey: string | null;
  readonly compatKey: string | null;
  readonly euKey: string | null;
  readonly euBaseUrl: string | null;
  readonly credentialsFile: string | null;
}

/** The settings for the choice of a model, from the configuration and the environment. */
export function modelSettings(
  { values, sources, problems, blocked }: EffectiveConfig,
  environment: ModelEnvironment,
  demo: boolean,
  vaultKey: string | null,
): ModelSettings {
  const url = values.api_base_url;
  const ofModels = problems.filter(
    ({ source, key }) => source === 'env' && key !== undefined && DECISIVE.has(key),
  );
  return {
    demo,
    // As for `provider`, a variable wins over the files.
    isDemoChosen: values.demo === true && sources.provider !== 'env',
    provider: values.provider ?? null,
    baseUrl:
      url === undefined
        ? null
        : { value: url, by: sources.api_base_url === 'env' ? 'environment' : 'config' },
    apiKey: values.api_key ?? null,
    apiKeyFor: values.api_key_for ?? null,
    vaultKey,
    compatModelId: values.compat_model_id ?? null,
    balancedModel: values.balanced_model ?? null,
    contextWindow: values.context_window ?? null,
    toolShare: values.tools_share ?? null,
    priceInput: values.price_input_usd ?? null,
    priceOutput: values.price_output_usd ?? null,
    defaultTier: values.default_tier,
    cloudProject: values.gcp_project_id ?? null,
    cloudRegion: values.gcp_region ?? null,
    profiles: values.model_profiles ?? {},
    workerProfile: values.worker_profile ?? null,
    environment,
    problem: blocked.size === 0 ? null : (ofModels[0]?.says ?? null),
  };
}

/** Saving one of these settings, changed or not, counts as a statement about the model. */
export const SAYS_OF_A_MODEL: ReadonlySet<string> = new Set([
  'provider',
  'demo',
  'api_base_url',
  'api_key',
  'compat_model_id',
  'balanced_model',
  'context_window',
  'tools_share',
  'price_input_usd',
  'price_output_usd',
  'model_profiles',
] satisfies (keyof EffectiveConfig['values'])[]);

/** Keys that could select another model or address if an invalid value were ignored. */
const DECISIVE: ReadonlySet<string> = new Set([
  'provider',
  'api_base_url',
  'compat_model_id',
  'balanced_model',
  'gcp_project_id',
  'gcp_region',
] satisfies (keyof EffectiveConfig['values'])[]);
