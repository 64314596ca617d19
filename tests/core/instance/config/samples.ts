import type { ConfigFile, ConfigKey } from '../../../../src/core/instance/config/model.ts';

/** A good value for each key, other than its default; a new key does not compile until it has one. */
export const samples = {
  backup_retention_days: 7,
  backup_encrypt: true,
  backup_dir: '/var/backups/svc',
  backup_clouddrive: true,
  backup_schedule: { cron: '0 3 * * *' },
  provider: 'compat',
  api_base_url: 'http://127.0.0.1:11434/v1',
  api_key: 'sk-sample-0123456789',
  api_key_for: 'http://127.0.0.1:11434',
  compat_model_id: 'some/model:7b',
  default_tier: 'deep',
  balanced_model: 'a-model-of-tomorrow',
  context_window: 8_192,
  tools_share: 0.3,
  price_input_usd: 0.25,
  price_output_usd: 1.5,
  gcp_project_id: 'my-project:1.2',
  gcp_region: 'europe-west1',
  model_profiles: {
    eu: {
      provider: 'compat',
      api_base_url: 'https://eu.example/v1',
      api_key: 'eu-sample-0123456789',
      model_id: 'large',
      context_window: 128_000,
    },
    plain: { provider: 'primary' },
  },
  instructions: 'Answer in short sentences.\nMetric units only.',
  worker_profile: 'eu',
  max_cost_per_run_usd: 5,
  max_cost_per_day_usd: 10.5,
  max_cost_per_month_usd: 0,
  max_pages_per_run: 5,
  max_page_hosts_per_run: 0,
  memory_extraction: false,
  conversation_titles: false,
  require_token: true,
  mcp_servers: [{ name: 'files', url: 'http://localhost:9000/mcp' }],
  mcp_commands: [{ name: 'notes', command: ['node', 'server.mjs', '--dir', '/home/me/notes'] }],
  mcp_agents: [{ name: 'researcher', servers: ['files'] }],
  private_hosts: ['nas.local:8080', '[fd00::1]:80'],
  secrets_for_everyone: ['WEATHER_KEY'],
  tool_servers_for_everyone: ['files'],
  google_for_everyone: true,
  searxng_url: 'https://search.example/',
} satisfies Required<ConfigFile>;

export const sampleOf = (key: ConfigKey): unknown => samples[key];

/** The values in effect when nothing is set. */
export const defaults = {
  backup_retention_days: 30,
  backup_clouddrive: false,
  default_tier: 'balanced',
  max_cost_per_run_usd: 50,
  max_cost_per_day_usd: 100,
  max_cost_per_month_usd: 500,
  max_pages_per_run: 60,
  max_page_hosts_per_run: 20,
  memory_extraction: true,
  google_for_everyone: false,
  conversation_titles: true,
  require_token: false,
} as const;
