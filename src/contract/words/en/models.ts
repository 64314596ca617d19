import type { ProviderProblems } from '../../../core/execution/providers/says.ts';
import type { ModelProblems } from '../../../core/instance/models/says.ts';
import type { Words } from '../says.ts';
import { quoted } from './forms.ts';

const MISSING: Readonly<Record<string, string>> = {
  address: 'its address ("api_base_url" or PRIMARY_BASE_URL)',
  model: 'the model ("compat_model_id" or COMPAT_MODEL_ID; in a profile "model_id")',
  key: 'a key (PRIMARY_API_KEY in the environment or the vault, or "api_key")',
  project: 'the project ("gcp_project_id" or GCP_PROJECT_ID)',
  region: 'the region ("gcp_region" or GCP_REGION)',
};

export const models: Words<ModelProblems & ProviderProblems> = {
  'models.provider_incomplete': 'The model provider is not completely configured.',
  'models.profile_unknown': 'No model profile has this name.',
  'models.no_provider':
    'A key or an address of a model provider is set, but the provider is not. Set "provider" (or SVC_LLM_PROVIDER) to primary, compat, custom or cloud_hosted.',
  'models.only_demo':
    'Only the demo model answers here, so no other model can be named. Configure a provider first.',
  'models.settings_missing': ({ provider, missing }) =>
    `The provider "${provider}" is selected, but these settings are missing: ${missing.map((one) => MISSING[one] ?? one).join('; ')}.`,

  'providers.invalid_request': 'These settings are not valid: /api_base_url must be an http or https URL.',
  'providers.provider_unknown':
    'There is no provider of this kind: use primary, compat, custom or cloud_hosted.',
  'providers.models_not_listed':
    'This provider has no list of its models. Take the id of the model from its documentation.',
  'providers.no_address':
    'The address of this provider is not set: add ?api_base_url= or set "api_base_url" in the configuration.',
  'providers.no_key': 'This provider needs a key for its list of models, and none is set.',
  'providers.list_late': 'The provider did not send its list of models in time. Try again.',
  'providers.list_unread': 'The list of models could not be read.',
  'check.reach': 'The address answers.',
  'check.key': 'The provider accepts the key, or needs none.',
  'check.model': 'The provider knows the model.',
  'check.stream': 'The answer arrives as a stream.',
  'check.tools': 'The model calls tools.',
  'check.not_checked': 'An earlier check failed.',
  'check.address_missing':
    'The address of the server is missing: set api_base_url, for example http://127.0.0.1:11434/v1.',
  'check.project_missing': 'The project at the cloud platform is missing: set gcp_project_id.',
  'check.region_missing':
    'The region of the cloud platform is missing: set gcp_region, for example europe-west1.',
  'check.key_missing': 'The provider needs a key, and none is set for this address: enter the key.',
  'check.model_missing': 'No model is chosen: enter the id of a model of this server.',
  'check.too_slow': ({ seconds }) => `The answer did not end within ${seconds} seconds.`,
  'check.no_answer': ({ seconds }) =>
    `No answer came within ${seconds} seconds. A local server may still be loading the model: try again in a minute.`,
  'check.tools_damaged':
    'The model called the tool in a way that cannot be carried out. Choose a model that is made for tool calling.',
  'check.stopped': 'The test was stopped.',
  'check.tools_ignored':
    'The model answers, but it did not call the tool it was asked to call, so it cannot act. Choose a model that is made for tool calling, or switch tool calling on at the server.',
  'check.tools_refused':
    'The model answers, but the server refuses requests with tools, so it cannot act. Choose another model, or switch tool calling on at the server.',
  'check.model_unknown': ({ model }) => `The server does not know the model ${quoted(model)}.`,
  'check.meant': ({ models }) => `Perhaps you mean ${models.map((one) => quoted(one)).join(', ')}.`,
};
