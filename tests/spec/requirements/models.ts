import { heading } from './headings.ts';
import { long, quick, type Requirements } from './requirement.ts';

const { modelProfile, providers, authentication, versioning } = heading;

/** Which model answers, with which key, and its capabilities. */
export const ofModels = [
  // Model profile
  quick(modelProfile, {
    'profiles.provider': 'The provider of a profile has the same values as the provider key.',
    'profiles.api_base_url': 'The api_base_url of a profile is a URL.',
    'profiles.api_key': 'The api_key of a profile is a string and a secret.',
    'profiles.model_id': 'The model_id of a profile is a string.',
    'profiles.context_window': 'The context_window of a profile is an integer (tokens), and optional.',
    'models.profiles':
      'A named profile has its own provider, address, key, model, context window, share for tools and price.',
    'models.profiles.worker':
      'Interactive sessions use the top-level provider; background work uses the worker_profile.',
    'models.profiles.background': 'Cron jobs, watch tasks and scheduled reports run on worker_profile.',
    'models.profiles.sub-agents': 'A sub-agent spawn specification may name a profile.',
  }),
  quick('ours: contract', {
    'models.window.stated':
      'context_window and tools_share of the configuration count for the model that answers by default, and for no profile and no other model.',
    'models.window.learnt':
      'The window that a server says it has is kept for its base URL and model, across restarts, for a day at most: until the stated one changes, a setting of a model is saved or its provider is tested.',
    'models.overflow':
      'A request that is refused for its length is recognised as such at every known provider and local server, by its status, in a stream and by its words, and the window that it names is read.',
  }),

  // The four providers
  quick(providers, {
    'models.primary': 'primary is a direct connection to the primary provider; it needs an API key.',
    'models.compat':
      'compat is any Chat Completions endpoint: api_base_url, compat_model_id, a key only where the endpoint needs one.',
    'models.custom': 'custom is a Messages-compatible proxy; it needs api_base_url.',
    'models.cloud-hosted':
      'cloud_hosted needs an extra SDK, a service-account file, gcp_project_id and gcp_region.',
  }),

  // Trying providers
  long('ours: contract', {
    'providers.test':
      'POST /api/providers/test makes one streamed call that carries what a conversation begins with, and a tool to call, and names, for each of address, key, model, stream and tools, what is right or wrong in words a person can act on.',
    'providers.test.bounded':
      'A test of a provider ends after 30 seconds, after a short answer, and with its client.',
    'providers.test.key':
      'A key in a test is used for that test only: it is not stored, logged or shown. Without one, the saved key goes only where it may go.',
    'providers.models':
      "GET /api/providers/:provider/models lists the models of the provider's own server, and refuses in words where there is no list.",
    'providers.models.key':
      'A request for a list of models sends no saved key to an address that the settings do not name.',
    'providers.local':
      'GET /api/providers/local lists the servers of models that answer on the usual ports of this machine, and asks only then.',
  }),

  // Environment equivalents
  long(providers, {
    'models.environment':
      'SVC_LLM_PROVIDER, PRIMARY_BASE_URL, COMPAT_MODEL_ID and SVC_BALANCED_MODEL are equivalents of the configuration.',
    'models.environment.provider': 'SVC_LLM_PROVIDER is the equivalent of provider.',
    'models.environment.base-url': 'PRIMARY_BASE_URL is the endpoint for compat and custom.',
    'models.environment.compat-model': 'COMPAT_MODEL_ID is the equivalent of compat_model_id.',
    'models.environment.balanced': 'SVC_BALANCED_MODEL overrides the model of the balanced tier.',
  }),
  quick(providers, {
    'models.environment.eu-key': 'The key variable of the EU provider is the key for that provider.',
    'models.environment.compat-key': 'COMPAT_API_KEY is the key of a compat endpoint when no other is set.',
    'models.balanced.newer':
      'balanced_model overrides the balanced tier; the newer build has a window of 1M tokens.',
  }),

  // Capabilities
  quick(providers, {
    'models.capabilities': 'Each provider has the capabilities of the table.',
    'models.streaming': 'primary, compat and custom support chat and streaming.',
    'models.tools':
      'Tool calls work on primary, on compat (natively at the EU provider), and on custom via the proxy.',
    'models.thinking': 'Extended thinking is on for primary and auto-disabled for compat and custom.',
    'models.prompt-caching':
      'Prompts are cached for 1 hour on primary, 5 minutes on cloud_hosted and natively on the EU provider; elsewhere they are not cached.',
    'models.web-search': 'Web search is built in on primary, but not on compat and custom.',
    'models.switch': 'A provider change takes effect on the next message, without a restart.',
  }),
  long(providers, {
    'models.search-fallback': 'Search by SearXNG or DDG is the fallback on every provider.',
  }),
  quick(versioning, {
    'models.minimum-versions':
      'Optional set-ups need at least: a local model server 0.4, and a self-hosted inference server build 0.6 for function calling.',
    'models.balanced.default':
      'The balanced tier is the established build; an unset balanced_model leaves existing setups unchanged.',
  }),

  // Credentials
  quick(authentication, {
    'models.keys':
      'Provider credentials come from the environment (PRIMARY_API_KEY and the others), api_key or a profile, and reach only the address they belong to.',
    'models.keys.service-account':
      'cloud_hosted uses a service-account credentials file that an environment variable names.',
  }),

  // Ours
  quick('ours: promise R23', {
    'models.switch.running': 'A running run ends on the provider it began with.',
  }),
  quick('ours: behaviour', {
    'models.keys.redirect': 'A key never follows a redirect to another host.',
  }),
  quick('ours: promise R20', {
    'models.retry':
      '429, 529, 5xx and transport errors are retried three times, after 2, 4 and 8 s or Retry-After, at most 60 s.',
    'models.retry.never':
      'Other 4xx and spending limits are not retried, and nothing is retried after the first delta.',
    'models.retry.abort': 'The pause before a retry can be aborted.',
  }),
  quick('ours: contract', {
    'models.retry.event': 'A retry event informs the client.',
  }),
  quick('ours: promise R21', {
    'models.stream.faults':
      'A stream that errors, is cut, falls silent or is damaged ends the run with one error, keeps its text and runs no tool.',
  }),
  quick('ours: behaviour', {
    'models.call-bounds':
      'A model call that sends only pings or never ends fails as provider_timeout; slow deltas keep the call alive.',
    'models.wire-corpus':
      'Whatever order, repetition, cut or absence of fields the two wires allow, an answer is read right or ends with a reason, within 15 s of its last word.',
    'models.tagged-thoughts':
      'Thoughts in marks such as <think> at the beginning of an answer are told as thoughts, and from the second such answer in a row on those of which only the end mark comes, alone on its line before an answer; marks elsewhere are text.',
    'models.optional-fields':
      'An optional field that a server refuses is left out, once it helped for all requests to that model; a required one never.',
    'models.thoughts-own-origin': 'Thinking blocks go back only to the scheme, host and port they came from.',
    'models.thoughts-in-place':
      'Thinking blocks between the text and the calls of a reply go back to their model in their original places.',
    'models.abort-frees-socket': 'An abort frees the socket to the provider at once.',
    'models.cost':
      'Usage is priced from one table, pricing.json overrides it, and an unknown model gets a high price.',
    'models.answer-bounds':
      'An answer with more text or more parts than the limits is dropped while it arrives, and its call fails; nothing of the rest is read.',
    'models.cost.unfinished':
      'A call that ended without usage gets an estimate on the high side; a refused call costs nothing.',
    'models.cost.counts':
      'Implausible token counts from a provider are replaced by an estimate, and so is a missing prompt count.',
    'models.cost.long':
      'Each request is priced by the length of its own prompt, where the vendor has another price beyond 200,000 tokens.',
    'models.cost.searches':
      "The provider's charge for its own searches is part of the cost of the turn, the run and the history.",
    'models.cost.nearby':
      'A compat or custom model at a loopback or private address is free, with a key or without, unless its profile or pricing.json sets a price.',
  }),
  quick('ours: promise R22', {
    'models.stream.quirks':
      'Malformed output of real servers yields the right calls or a refused call, and truncated arguments are never executed.',
  }),
  long('ours: promise D33', {
    'models.stream.one-end': 'However a stream is split, its text arrives complete with exactly one end.',
  }),
] satisfies Requirements;
