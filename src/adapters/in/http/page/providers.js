// What Settings knows of the providers and of the keys that each of them needs. Nothing here touches the document.

/** In the order in which they are offered; '' is none. Of each key that it needs: what to enter. */
export const providers = [
  {
    id: '',
    name: 'Demo',
    does: 'Nothing is set up: a script answers, without AI, and nothing leaves this machine.',
    needs: {},
  },
  {
    id: 'primary',
    name: 'Primary',
    does: 'Straight to the primary provider, with a key of your own.',
    needs: {
      api_key: 'Not needed if the engine has PRIMARY_API_KEY in its environment; that one counts first.',
      balanced_model: 'Left empty, the usual one answers.',
    },
  },
  {
    id: 'compat',
    name: 'Compatible server',
    does: 'Any server that speaks OpenAI Chat Completions, also one on this machine.',
    needs: {
      api_base_url: 'Where that server answers: a URL with http or https.',
      compat_model_id: 'As that server calls it.',
      api_key: 'Only if that server asks for one; most on your own machine do not.',
    },
  },
  {
    id: 'custom',
    name: 'Proxy',
    does: 'A proxy of your own that speaks Anthropic Messages.',
    needs: {
      api_base_url: 'Where the proxy answers: a URL with http or https.',
      api_key: 'Only if the proxy asks for one.',
      balanced_model: 'Left empty, the usual one answers.',
    },
  },
  {
    id: 'cloud_hosted',
    name: 'Cloud platform',
    does: 'A model in your project on a cloud platform, reached with a service account’s credentials file.',
    needs: {
      gcp_project_id: 'As the platform calls your project.',
      gcp_region: 'For example europe-west1.',
      balanced_model: 'Left empty, the usual one answers.',
    },
  },
];

/** What a key is called here, what it has to be, and the variable that sets it, whatever is saved. */
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

/** Why saving a key would change nothing: something else counts over the user's file. Null when nothing does. */
export function lockOf(key, { sources, problems }) {
  if (sources[key] === 'env')
    return `Set by ${keys[key].variable} in the environment of the engine, which counts over what is saved here.`;
  if (sources[key] === 'project')
    return 'Set by the project file .svc/config.json, which counts over what is saved here.';
  return problems.find((problem) => problem.source === 'env' && problem.key === key)?.message ?? null;
}

/** What is saved and would be in the way of this choice: a key is not told to another provider than it was given for. */
export function inTheWay(provider, { sources }, before) {
  const saved = (key) => sources[key] === 'user';
  if (provider === '') return ['api_base_url', 'api_key'].filter(saved);
  return provider !== before && !providerOf(provider).needs.api_key ? ['api_key'].filter(saved) : [];
}

/**
 * The body of PUT /api/config: what differs from the values `before`. `given` has the text of each key that can be
 * changed; an empty one removes the key, but an API key is kept unless `without` names it.
 */
export function changesIn(given, before, without) {
  const changes = Object.fromEntries(without.map((key) => [key, null]));
  for (const [key, text] of Object.entries(given)) {
    const value = text.trim() || null;
    if (key === 'api_key' ? value !== null : value !== (before[key] || null)) changes[key] = value;
  }
  return changes;
}

/** A violation in words, with the key that it is about. The engine's own are kept; a schema speaks in patterns. */
export function explained({ path, message }) {
  const key = path.split('/')[1] ?? '';
  const isSchema = /pattern|NOT have|equal to/.test(message);
  return { key, text: (isSchema && keys[key]?.must) || message };
}
