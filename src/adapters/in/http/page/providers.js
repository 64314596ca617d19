// The providers in Settings and the keys that each of them needs. Nothing here touches the document.

/** In the order of the menu; '' is none. For each key that a provider needs: what to enter. */
export const providers = [
  {
    id: '',
    name: 'Demo',
    does: 'No provider: a script answers, without AI, and nothing leaves this machine.',
    needs: {},
  },
  {
    id: 'primary',
    name: 'Primary',
    does: 'Directly to the primary provider, with your own key.',
    needs: {
      api_key: 'Not needed if the engine has PRIMARY_API_KEY in its environment, which comes first.',
      balanced_model: 'Left empty, the usual one answers.',
    },
  },
  {
    id: 'compat',
    name: 'Compatible server',
    does: 'Any server that speaks OpenAI Chat Completions, including one on this machine.',
    needs: {
      api_base_url: 'Where that server answers: a URL with http or https.',
      compat_model_id: 'The model’s name on that server.',
      api_key: 'Only if that server needs one; most servers on your own machine do not.',
    },
  },
  {
    id: 'custom',
    name: 'Proxy',
    does: 'Your own proxy that speaks Anthropic Messages.',
    needs: {
      api_base_url: 'Where the proxy answers: a URL with http or https.',
      api_key: 'Only if the proxy needs one.',
      balanced_model: 'Left empty, the usual one answers.',
    },
  },
  {
    id: 'cloud_hosted',
    name: 'Cloud platform',
    does: 'A model in your project on a cloud platform, reached with a service account’s credentials file.',
    needs: {
      gcp_project_id: 'The id of your project on the platform.',
      gcp_region: 'For example europe-west1.',
      balanced_model: 'Left empty, the usual one answers.',
    },
  },
];

/** The label of a key, its valid values, and the variable that overrides what is saved. */
export const keys = {
  provider: { label: 'Provider', must: 'must be one of these', variable: 'SVC_LLM_PROVIDER' },
  api_base_url: {
    label: 'Address',
    must: 'must be an http or https URL, without a user name or password in it',
    variable: 'PRIMARY_BASE_URL',
  },
  compat_model_id: {
    label: 'Model',
    must: 'must be text of at most 200 characters',
    variable: 'COMPAT_MODEL_ID',
  },
  api_key: { label: 'API key', must: 'must be a key without spaces or accents' },
  gcp_project_id: {
    label: 'Project id',
    must: 'may have the characters a-z, 0-9, colon, dot and hyphen',
    variable: 'GCP_PROJECT_ID',
  },
  gcp_region: {
    label: 'Region',
    must: 'may have the characters a-z, 0-9 and hyphen',
    variable: 'GCP_REGION',
  },
  balanced_model: {
    label: 'Model (optional)',
    must: 'must be text of at most 200 characters',
    variable: 'SVC_BALANCED_MODEL',
  },
};

export const providerOf = (id) => providers.find((one) => one.id === id);

/** Why saving a key would have no effect: another source overrides the user's file. Null when none does. */
export function lockOf(key, { sources, problems }) {
  if (sources[key] === 'env')
    return `Set by ${keys[key].variable} in the environment of the engine, which overrides what is saved here.`;
  if (sources[key] === 'project')
    return 'Set by the project file .svc/config.json, which overrides what is saved here.';
  return problems.find((problem) => problem.source === 'env' && problem.key === key)?.message ?? null;
}

/** Saved values that conflict with this choice: a key is not sent to another provider than it was set for. */
export function inTheWay(provider, { sources }, before) {
  const saved = (key) => sources[key] === 'user';
  if (provider === '') return ['api_base_url', 'api_key'].filter(saved);
  return provider !== before && !providerOf(provider).needs.api_key ? ['api_key'].filter(saved) : [];
}

/**
 * The body of PUT /api/config: the differences from the values `before`. `given` has the text of each editable key;
 * an empty one removes the key, but an API key is kept unless `without` names it.
 */
export function changesIn(given, before, without) {
  const changes = Object.fromEntries(without.map((key) => [key, null]));
  for (const [key, text] of Object.entries(given)) {
    const value = text.trim() || null;
    if (key === 'api_key' ? value !== null : value !== (before[key] || null)) changes[key] = value;
  }
  return changes;
}

/** A violation in words, with its key. Keeps the engine's messages; replaces a schema's, which quote patterns. */
export function explained({ path, message }) {
  const key = path.split('/')[1] ?? '';
  const isSchema = /pattern|NOT have|equal to/.test(message);
  return { key, text: (isSchema && keys[key]?.must) || message };
}
