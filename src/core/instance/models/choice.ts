import type { Says } from '../../kernel/says.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import { capabilitiesOf, factsOf, isKnown, type Catalog, type Known } from './catalog.ts';
import { refuse } from './errors.ts';
import { answerWithin } from './fitting-model.ts';
import { keyFor } from './keys.ts';
import { say } from './says.ts';
import type { CloudAccount, Connection, Draft, Outline, Provider } from './model.ts';
import type { ModelSettings, Profile, Said } from './settings.ts';

export type Choice =
  | { readonly kind: 'demo' }
  | { readonly kind: 'connection'; readonly connection: Connection }
  | { readonly kind: 'refusal'; readonly refusal: Refusal };

/**
 * Chooses the model and the way to reach it: a pure function of the current settings.
 *
 * The demo model answers only when provider, key and address are all unset, or when it is requested explicitly. A user
 * who configured something never gets the demo model, nor another provider than the configured one.
 * `profile` null means the top-level configuration. `modelId` names another model of the same provider.
 */
export function choose(
  settings: ModelSettings,
  profile: string | null,
  known: Known,
  modelId?: string,
): Choice {
  if (profile !== null && !Object.hasOwn(settings.profiles, profile))
    return { kind: 'refusal', refusal: refuse.profile_unknown({ profile }) };
  if (settings.demo) return demo(modelId);
  if (settings.problem !== null) return incomplete(settings.problem);
  const own = profile === null ? null : (settings.profiles[profile] ?? null);
  if (!own && (settings.isDemoChosen || isUntouched(settings))) return demo(modelId);
  const top = settings.provider ?? impliedProvider(settings);
  const provider = own?.provider ?? top;
  if (provider === null) return incomplete(say('models.no_provider'));
  const byDefault = own ?? { provider, ...numbersOf(settings) };
  const named = modelId === undefined ? byDefault : { ...own, provider, model_id: modelId };
  return connect(provider, named, top, settings, known);
}

/** A request that names a model never gets the demo model instead. */
const demo = (modelId?: string): Choice =>
  modelId === undefined ? { kind: 'demo' } : incomplete(say('models.only_demo'));

/**
 * What a draft would reach as a profile of these settings. It is laid over the named profile, whose key goes only to the
 * profile's own provider and address; null when there is no profile of this name.
 */
export function outline(
  draft: Draft,
  profile: string | null,
  settings: ModelSettings,
  known: Known,
): Outline | null {
  const saved = profile === null ? undefined : settings.profiles[profile];
  if (profile !== null && (!saved || !Object.hasOwn(settings.profiles, profile))) return null;
  const { gcp_project_id: project, gcp_region: region, ...own } = draft;
  const all = {
    ...settings,
    cloudProject: project ?? settings.cloudProject,
    cloudRegion: region ?? settings.cloudRegion,
  };
  const top = settings.provider ?? impliedProvider(settings);
  if (saved) return plan(draft.provider, over(saved, own), top, all, known);
  const usual = modelIdOf(draft.provider, null, settings, known.catalog);
  const isUsual = draft.provider === top && (own.model_id ?? usual) === usual;
  return plan(draft.provider, isUsual ? { ...numbersOf(settings), ...own } : own, top, all, known);
}

/** What the settings say of the window and the price of the model that answers by default. */
const numbersOf = ({
  contextWindow,
  toolShare,
  priceInput,
  priceOutput,
}: ModelSettings): Omit<Profile, 'provider'> => ({
  ...(contextWindow === null ? {} : { context_window: contextWindow }),
  ...(toolShare === null ? {} : { tools_share: toolShare }),
  ...(priceInput === null ? {} : { price_input_usd: priceInput }),
  ...(priceOutput === null ? {} : { price_output_usd: priceOutput }),
});

function over(saved: Profile, draft: Profile): Profile {
  const { api_key, ...others } = saved;
  if (saved.provider !== draft.provider) return draft;
  const url = draft.api_base_url;
  const staysThere =
    url === undefined || (saved.api_base_url !== undefined && originOf(url) === originOf(saved.api_base_url));
  return { ...others, ...(staysThere && api_key !== undefined ? { api_key } : {}), ...draft };
}

/**
 * The same connection with the provider's fast model, if the catalog knows both, they are of one family, and the fast
 * one costs less. Null otherwise: a model that may not exist is no substitute.
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

/** Only a key of the primary provider is unambiguous; any other setting could mean several providers. */
const impliedProvider = ({ environment, apiKey, vaultKey, baseUrl }: ModelSettings): Provider | null =>
  environment.primaryKey !== null || ((apiKey ?? vaultKey) !== null && baseUrl === null) ? 'primary' : null;

function connect(
  provider: Provider,
  own: Profile | null,
  top: Provider | null,
  settings: ModelSettings,
  known: Known,
): Choice {
  const { connection, missing } = plan(provider, own, top, settings, known);
  if (missing.length === 0) return { kind: 'connection', connection };
  return incomplete(say('models.settings_missing', { provider, missing }));
}

/** `top` is the provider of the top-level configuration; that address and key apply to it only. */
function plan(
  provider: Provider,
  own: Profile | null,
  top: Provider | null,
  settings: ModelSettings,
  known: Known,
): Outline {
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

  const needsAddress = provider === 'compat' || provider === 'custom';
  const missing = [
    ...(needsAddress && endpoint === null ? ['address' as const] : []),
    ...(modelId === null ? ['model' as const] : []),
    ...(provider === 'primary' && key === null ? ['key' as const] : []),
    ...(provider === 'cloud_hosted' && settings.cloudProject === null ? ['project' as const] : []),
    ...(provider === 'cloud_hosted' && settings.cloudRegion === null ? ['region' as const] : []),
  ];

  const isLocal =
    (provider === 'compat' || provider === 'custom') && endpoint !== null && isNearby(endpoint.value, known);
  const facts = factsOf(modelId ?? '', provider, isEuProvider, known, {
    costsNothing: isLocal,
    input: own?.price_input_usd,
    output: own?.price_output_usd,
  });
  const contextWindow = own?.context_window ?? facts.contextWindow;
  return {
    missing,
    isNamed: isTopLevel || isEuProvider || own?.api_key !== undefined,
    connection: {
      ...facts,
      contextWindow,
      outputLimit:
        contextWindow < facts.contextWindow
          ? answerWithin(contextWindow, facts.outputLimit)
          : facts.outputLimit,
      toolShare: own?.tools_share,
      provider,
      modelId: modelId ?? '',
      endpoint: endpoint === null ? null : endpoint.value.replace(/\/+$/u, ''),
      key,
      isEuProvider,
      capabilities: capabilitiesOf(provider, isEuProvider),
      cloud,
    },
  };
}

/**
 * Whether the text of an address places it on this machine or a private network. A server that answers there charges
 * nothing. Any other name may point to another machine tomorrow, so it counts as remote.
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
 * The address for this provider from the top-level configuration. `api_base_url` is for `compat` and `custom`
 * (specification › Configuration); `primary` takes an address from the environment only together with a key from there.
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

/** Whether `api_key` was set for exactly this address. */
const isFor = (endpoint: Said<string> | null, { apiKeyFor }: ModelSettings): boolean =>
  apiKeyFor === null || apiKeyFor === (endpoint === null ? 'primary' : originOf(endpoint.value));

const sameOrigin = (a: Said<string> | null, b: Said<string> | null): boolean =>
  a === null || b === null ? a === b : originOf(a.value) === originOf(b.value);

/** Scheme, host and port: a key for `https` is not for `http`, nor for another port of the machine. */
export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

const incomplete = (detail: Says): Choice => ({
  kind: 'refusal',
  refusal: refuse.provider_incomplete({}, detail),
});
