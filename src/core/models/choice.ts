import type { Refusal } from '../kernel/refusal.ts';
import { capabilitiesOf, factsOf, isKnown, type Catalog, type Known } from './catalog.ts';
import { refuse } from './errors.ts';
import { keyFor } from './keys.ts';
import type { CloudAccount, Connection, Provider } from './model.ts';
import type { ModelSettings, Profile, Said } from './settings.ts';

export type Choice =
  | { readonly kind: 'demo' }
  | { readonly kind: 'connection'; readonly connection: Connection }
  | { readonly kind: 'refusal'; readonly refusal: Refusal };

/**
 * Which model answers, and how it is reached: a pure function of what is set up now.
 *
 * The demo model answers only when provider, key and address are all unset, or when it is asked for: whoever set
 * something up is never answered by a toy, and never by another provider than the one that was named.
 * `profile` null means the top-level configuration.
 */
export function choose(settings: ModelSettings, profile: string | null, known: Known): Choice {
  if (profile !== null && !Object.hasOwn(settings.profiles, profile))
    return { kind: 'refusal', refusal: refuse.profile_unknown({ profile }) };
  if (settings.demo) return { kind: 'demo' };
  if (settings.problem !== null) return incomplete(settings.problem);
  const own = profile === null ? null : (settings.profiles[profile] ?? null);
  if (!own && isUntouched(settings)) return { kind: 'demo' };
  const top = settings.provider ?? impliedProvider(settings);
  const provider = own?.provider ?? top;
  if (provider === null)
    return incomplete(
      'A key or an address of a model provider is set, but not which provider it is. Set "provider" (or SVC_LLM_PROVIDER) to primary, compat, custom or cloud_hosted.',
    );
  return connect(provider, own, top, settings, known);
}

/**
 * The same connection with the fast model of its provider: where the catalog knows both, they are of one family, and it
 * costs less. Null otherwise: a model that may not be there is no substitute.
 */
export function fastOf(connection: Connection, known: Known): Connection | null {
  const { provider, modelId, isEuProvider, price } = connection;
  if (provider !== 'primary' && provider !== 'cloud_hosted') return null;
  const fast = known.catalog.tiers[provider].fast;
  const facts = factsOf(fast, provider, isEuProvider, known);
  const isOfFamily = familyOf(modelId) === familyOf(fast) && isKnown(modelId, known.catalog);
  if (!isOfFamily || facts.price.output >= price.output) return null;
  return { ...connection, ...facts, modelId: fast };
}

const familyOf = (modelId: string): string | undefined => modelId.split('-')[0];

function isUntouched({ provider, baseUrl, apiKey, vaultKey, environment }: ModelSettings): boolean {
  const { primaryKey, compatKey, euKey, euBaseUrl } = environment;
  return [provider, baseUrl, apiKey, vaultKey, primaryKey, compatKey, euKey, euBaseUrl].every(
    (set) => set === null,
  );
}

/** A key of the primary provider says who is meant; any other setting could mean several. */
const impliedProvider = ({ environment, apiKey, vaultKey, baseUrl }: ModelSettings): Provider | null =>
  environment.primaryKey !== null || ((apiKey ?? vaultKey) !== null && baseUrl === null) ? 'primary' : null;

/** `top` is the provider of the top-level configuration: its address and its key are meant for that one only. */
function connect(
  provider: Provider,
  own: Profile | null,
  top: Provider | null,
  settings: ModelSettings,
  known: Known,
): Choice {
  const topEndpoint = top === null ? null : endpointOf(top, settings);
  const endpoint = ownEndpoint(provider, own) ?? (provider === top ? topEndpoint : null);
  const isTopLevel = provider === top && sameOrigin(endpoint, topEndpoint);
  const isEuProvider =
    provider === 'compat' && endpoint !== null && isEu(endpoint.value, settings, known.catalog);
  const key = keyFor(
    {
      provider,
      endpoint,
      isEuProvider,
      ownKey: own?.api_key ?? null,
      isTopLevel,
      takesCompatKey: isTopLevel || top !== 'compat',
    },
    {
      ...settings.environment,
      vaultKey: settings.vaultKey,
      apiKey: isFor(endpoint, settings) ? settings.apiKey : null,
    },
  );
  const modelId = modelIdOf(provider, own, settings, known.catalog);
  const cloud = provider === 'cloud_hosted' ? cloudOf(settings) : null;

  const missing = [
    ...((provider === 'compat' || provider === 'custom') && endpoint === null
      ? ['its address ("api_base_url" or PRIMARY_BASE_URL)']
      : []),
    ...(modelId === null
      ? ['the model ("compat_model_id" or COMPAT_MODEL_ID; in a profile "model_id")']
      : []),
    ...(provider === 'primary' && key === null
      ? ['a key (PRIMARY_API_KEY in the environment or the vault, or "api_key")']
      : []),
    ...(provider === 'cloud_hosted' && settings.cloudProject === null
      ? ['the project ("gcp_project_id" or GCP_PROJECT_ID)']
      : []),
    ...(provider === 'cloud_hosted' && settings.cloudRegion === null
      ? ['the region ("gcp_region" or GCP_REGION)']
      : []),
  ];
  if (missing.length > 0 || modelId === null)
    return incomplete(`The provider "${provider}" is chosen, but this is not set: ${missing.join('; ')}.`);

  const costsNothing =
    provider === 'compat' && key === null && endpoint !== null && isNearby(endpoint.value, known);
  const facts = factsOf(modelId, provider, isEuProvider, known, costsNothing);
  return {
    kind: 'connection',
    connection: {
      ...facts,
      contextWindow: own?.context_window ?? facts.contextWindow,
      provider,
      modelId,
      endpoint: endpoint === null ? null : endpoint.value.replace(/\/+$/u, ''),
      key,
      isEuProvider,
      capabilities: capabilitiesOf(provider, isEuProvider),
      cloud,
    },
  };
}

/**
 * Whether the text of an address says that it is on this machine or in a private network. What answers there without a
 * key sends no bill. Any other name may lead to another machine tomorrow, so it counts as far away.
 */
function isNearby(endpoint: string, { isPrivateAddress }: Known): boolean {
  if (!URL.canParse(endpoint)) return false;
  const host = new URL(endpoint).hostname.replace(/^\[|\]$|\.$/gu, '');
  return host === 'localhost' || host.endsWith('.localhost') || isPrivateAddress(host);
}

const ownEndpoint = (provider: Provider, own: Profile | null): Said<string> | null =>
  own?.api_base_url === undefined || provider === 'cloud_hosted'
    ? null
    : { value: own.api_base_url, by: 'config' };

/**
 * The address that the top-level configuration gives this provider. `api_base_url` is for `compat` and `custom`
 * (specification › Configuration); `primary` takes an address from the environment only together with its key.
 */
function endpointOf(provider: Provider, { baseUrl, environment }: ModelSettings): Said<string> | null {
  switch (provider) {
    case 'primary':
      return baseUrl?.by === 'environment' && environment.primaryKey !== null ? baseUrl : null;
    case 'custom':
      return baseUrl;
    case 'compat':
      return (
        baseUrl ??
        (environment.euBaseUrl === null ? null : { value: environment.euBaseUrl, by: 'environment' })
      );
    case 'cloud_hosted':
      return null;
  }
}

function modelIdOf(
  provider: Provider,
  own: Profile | null,
  { compatModelId, balancedModel, defaultTier }: ModelSettings,
  { tiers }: Catalog,
): string | null {
  if (own?.model_id) return own.model_id;
  if (provider === 'compat') return compatModelId;
  if (defaultTier === 'balanced' && balancedModel !== null) return balancedModel;
  return tiers[provider === 'cloud_hosted' ? 'cloud_hosted' : 'primary'][defaultTier];
}

const cloudOf = ({ cloudProject, cloudRegion, environment }: ModelSettings): CloudAccount => ({
  projectId: cloudProject ?? '',
  region: cloudRegion ?? '',
  credentialsFile: environment.credentialsFile,
});

const isEu = (endpoint: string, { environment }: ModelSettings, { euBaseUrl }: Catalog): boolean =>
  originOf(endpoint) === originOf(environment.euBaseUrl ?? euBaseUrl);

/** Whether `api_key` was given for this very address. */
const isFor = (endpoint: Said<string> | null, { apiKeyFor }: ModelSettings): boolean =>
  apiKeyFor === null || apiKeyFor === (endpoint === null ? 'primary' : originOf(endpoint.value));

const sameOrigin = (a: Said<string> | null, b: Said<string> | null): boolean =>
  a === null || b === null ? a === b : originOf(a.value) === originOf(b.value);

/** Scheme, host and port: a key for `https` is not for `http`, nor for another port of the machine. */
export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

const incomplete = (detail: string): Choice => ({
  kind: 'refusal',
  refusal: refuse.provider_incomplete({}, detail),
});
