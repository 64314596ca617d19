import { heading } from './headings.ts';
import { requirement, type Requirements } from './requirement.ts';

const { modelProfile, providers, authentication, versioning } = heading;

/** Which model answers, with which key, and what it can. */
export const ofModels = {
  // Model profile
  'profiles.provider': requirement(
    modelProfile,
    'The provider of a profile has the same values as the provider key.',
  ),
  'profiles.api_base_url': requirement(modelProfile, 'The api_base_url of a profile is a URL.'),
  'profiles.api_key': requirement(modelProfile, 'The api_key of a profile is a string and a secret.'),
  'profiles.model_id': requirement(modelProfile, 'The model_id of a profile is a string.'),
  'profiles.context_window': requirement(
    modelProfile,
    'The context_window of a profile is an integer (tokens), and optional.',
  ),
  'models.profiles': requirement(
    modelProfile,
    'A named profile has its own provider, address, key, model and context window.',
  ),
  'models.profiles.worker': requirement(
    modelProfile,
    'Interactive sessions use the top-level provider; what is opened for background work is the worker_profile.',
  ),
  'models.profiles.background': requirement(
    modelProfile,
    'Cron jobs, watch tasks and scheduled reports run on worker_profile.',
    'triggers',
  ),
  'models.profiles.sub-agents': requirement(
    modelProfile,
    'A sub-agent spawn specification may name a profile.',
  ),

  // The four providers
  'models.primary': requirement(
    providers,
    'primary is a direct connection to the primary provider; it needs an API key.',
  ),
  'models.compat': requirement(
    providers,
    'compat is any Chat Completions endpoint: api_base_url, compat_model_id, a key only where the endpoint needs one.',
  ),
  'models.custom': requirement(providers, 'custom is a Messages-compatible proxy; it needs api_base_url.'),
  'models.cloud-hosted': requirement(
    providers,
    'cloud_hosted needs an extra SDK, a service-account file, gcp_project_id and gcp_region.',
  ),

  // Environment equivalents
  'models.environment': requirement(
    providers,
    'SVC_LLM_PROVIDER, PRIMARY_BASE_URL, COMPAT_MODEL_ID and SVC_BALANCED_MODEL are equivalents of the configuration.',
  ),
  'models.environment.provider': requirement(providers, 'SVC_LLM_PROVIDER is the equivalent of provider.'),
  'models.environment.base-url': requirement(
    providers,
    'PRIMARY_BASE_URL is the endpoint for compat and custom.',
  ),
  'models.environment.compat-model': requirement(
    providers,
    'COMPAT_MODEL_ID is the equivalent of compat_model_id.',
  ),
  'models.environment.eu-key': requirement(
    providers,
    'The key variable of the EU provider is the key for that provider.',
  ),
  'models.environment.compat-key': requirement(
    providers,
    'COMPAT_API_KEY is the key of a compat endpoint where no other is given.',
  ),
  'models.environment.balanced': requirement(
    providers,
    'SVC_BALANCED_MODEL overrides the model of the balanced tier.',
  ),
  'models.balanced.newer': requirement(
    providers,
    'balanced_model overrides the balanced tier; the newer build has a window of 1M tokens.',
  ),

  // Capabilities
  'models.capabilities': requirement(providers, 'Each provider has the capabilities of the table.'),
  'models.streaming': requirement(providers, 'primary, compat and custom chat and stream.'),
  'models.tools': requirement(
    providers,
    'Tools are called on primary, on compat (natively at the EU provider), and on custom via the proxy.',
  ),
  'models.thinking': requirement(
    providers,
    'Extended thinking is on for primary and auto-disabled for compat and custom.',
  ),
  'models.prompt-caching': requirement(
    providers,
    'Prompts are cached for 1 hour on primary, 5 minutes on cloud_hosted, natively on the EU provider, otherwise not.',
  ),
  'models.web-search': requirement(
    providers,
    'Web search is built in on primary, and on compat and custom it is not.',
  ),
  'models.search-fallback': requirement(
    providers,
    'Search by SearXNG or DDG is the fallback on every provider.',
  ),
  'models.switch': requirement(
    providers,
    'A provider change takes effect on the next message, without a restart.',
  ),
  'models.minimum-versions': requirement(
    versioning,
    'Named for optional set-ups: a local model server from 0.4, a self-hosted inference server from build 0.6 for function calling.',
  ),
  'models.balanced.default': requirement(
    versioning,
    'The balanced tier is the established build; an unset balanced_model leaves existing setups unchanged.',
  ),

  // Credentials
  'models.keys': requirement(
    authentication,
    'Provider credentials come from the environment (PRIMARY_API_KEY and the others), api_key or a profile, and reach only the address they belong to.',
  ),
  'models.keys.service-account': requirement(
    authentication,
    'cloud_hosted uses a service-account credentials file that an environment variable names.',
  ),

  // Ours
  'models.switch.running': requirement(
    'ours: promise R23',
    'A running run ends on the provider it began with.',
  ),
  'models.keys.redirect': requirement('ours: behaviour', 'A key never follows a redirect to another host.'),
  'models.retry': requirement(
    'ours: promise R20',
    'Of 429, 529, 5xx and transport errors three more attempts are made after 2, 4, 8 s or Retry-After, 60 s at most.',
  ),
  'models.retry.never': requirement(
    'ours: promise R20',
    'Other 4xx and spending limits are not retried, and nothing is after the first delta.',
  ),
  'models.retry.abort': requirement('ours: promise R20', 'The pause before a retry can be aborted.'),
  'models.retry.event': requirement('ours: contract', 'A retry event tells the client.'),
  'models.stream.faults': requirement(
    'ours: promise R21',
    'A stream that errors, is cut, silent or damaged ends the run with one error, keeps its text, and calls no tool.',
  ),
  'models.call-bounds': requirement(
    'ours: behaviour',
    'A call that only pings, or does not come to its end, is given up as provider_timeout; pieces of an answer are waited for.',
  ),
  'models.thoughts-own-origin': requirement(
    'ours: behaviour',
    'Thoughts go back only to the scheme, host and port that they came from.',
  ),
  'models.thoughts-in-place': requirement(
    'ours: behaviour',
    'Thoughts between the text and the calls of a reply go back to their model in the places where they stood.',
  ),
  'models.stream.quirks': requirement(
    'ours: promise R22',
    'What real servers send amiss yields the right calls or a refused call, and truncated arguments are never executed.',
  ),
  'models.stream.one-end': requirement(
    'ours: promise D33',
    'However a stream is cut into pieces, its text comes whole with exactly one end.',
  ),
  'models.abort-frees-socket': requirement(
    'ours: behaviour',
    'An abort frees the socket to the provider at once.',
  ),
  'models.cost': requirement(
    'ours: behaviour',
    'Usage is priced from one table, pricing.json overrides it, and an unknown model is priced high.',
  ),
  'models.cost.unfinished': requirement(
    'ours: behaviour',
    'What a call has used that did not end with its usage is estimated, rather too high; a call that was refused costs nothing.',
  ),
  'models.cost.counts': requirement(
    'ours: behaviour',
    'Counts of a provider that its request cannot have come to are not believed: an estimate stands in their place, and so it does for a prompt that was not counted.',
  ),
  'models.cost.long': requirement(
    'ours: behaviour',
    'Each request is priced by the length of its own prompt, where its vendor has another price beyond 200,000 tokens.',
  ),
  'models.cost.searches': requirement(
    'ours: behaviour',
    'What a provider takes for its own searches is in the cost of the turn, the run and the history.',
  ),
  'models.cost.nearby': requirement(
    'ours: behaviour',
    'A compat model at a loopback or private address, without a key, is free unless pricing.json has a price for it.',
  ),
} satisfies Requirements;
