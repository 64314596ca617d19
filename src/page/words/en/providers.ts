/** The words of the providers of models in the settings. */
export const providerWords = {
  does: {
    demo: 'No provider: a script answers, without AI, and nothing leaves this machine.',
    primary: 'Claude models, directly from Anthropic, with your own API key.',
    compat:
      'Any server that speaks OpenAI Chat Completions: a vendor such as OpenAI or Mistral, or Ollama and LM Studio on this machine.',
    custom: 'Your own proxy or gateway that speaks Anthropic Messages.',
    cloud_hosted:
      'Claude or Gemini in your Google Cloud project, reached with the credentials file of a service account.',
  },
  /** What to enter, for each key that a provider needs. */
  needs: {
    primary: {
      api_key: 'Not needed if svc has PRIMARY_API_KEY in its environment, which comes first.',
      balanced_model: 'Left empty, the usual one answers.',
    },
    compat: {
      api_base_url: 'Where that server answers, for example http://127.0.0.1:11434/v1.',
      compat_model_id: 'The model’s name on that server.',
      api_key: 'Only if that server needs one; most servers on your own machine do not.',
    },
    custom: {
      api_base_url: 'Where the proxy answers: a URL with http or https.',
      api_key: 'Only if the proxy needs one.',
      balanced_model: 'Left empty, the usual one answers.',
    },
    cloud_hosted: {
      gcp_project_id: 'The id of your project on the platform.',
      gcp_region: 'For example europe-west1.',
      balanced_model: 'Left empty, the usual one answers.',
    },
  },
  labels: {
    api_base_url: 'Address',
    compat_model_id: 'Model',
    api_key: 'API key',
    gcp_project_id: 'Project id',
    gcp_region: 'Region',
    balanced_model: 'Model (optional)',
  },
  setByVariable: (name: string) =>
    `Set by ${name} in the environment of svc, which overrides what is saved here.`,
  setByProject: 'Set by the project file .svc/config.json, which overrides what is saved here.',
} as const;
