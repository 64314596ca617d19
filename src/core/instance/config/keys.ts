import { ROLES, type AgentRole } from '../agents/model.ts';
import { instructionLimits } from '../instructions/limits.ts';
import type { Json, JsonObject } from '../../kernel/json.ts';
import type { Says } from '../../kernel/says.ts';
import { say } from '../../kernel/value-says.ts';
import {
  amount,
  anything,
  argumentList,
  flag,
  folder,
  hosts,
  integer,
  key,
  lines,
  listOf,
  name,
  named,
  names,
  object,
  oneOf,
  share,
  text,
  url,
  word,
  type Shape,
  type TypeOf,
} from './shapes.ts';

/** Everything about a key. All other code that knows keys derives it from these rows. */
export interface KeyRow<T = unknown> {
  readonly value: Shape<T>;
  /** One sentence. */
  readonly doc: string;
  /** The default. A key with an environment variable has none, because it may be blocked. */
  readonly default?: T;
  /** The default in words, where it is not a fixed value. */
  readonly unset?: string;
  /** Variables that override the files; the first that is set counts. */
  readonly environment?: readonly [string, ...string[]];
  /** A project file may set it: harmless even in a stranger's folder. */
  readonly project?: true;
  /** Never shown, never logged. */
  readonly secret?: true;
  /** Not in the specification: our decision. */
  readonly ours?: true;
  /** Why nothing but the file itself and the commands of the terminal may set it, and how they do. */
  readonly onlyHere?: Says;
  /** When a change takes effect, where it is not with the next message. */
  readonly takesEffect?: 'next_backup' | 'next_request' | 'next_request_with_token';
}

const row = <T, const R extends Omit<KeyRow<T>, 'value'>>(value: Shape<T>, facts: R) => ({ value, ...facts });

const agentRoles = Object.keys(ROLES) as readonly AgentRole[];

const providers = ['primary', 'compat', 'custom', 'cloud_hosted'] as const;

/**
 * The configuration, one row for each key. From this table come the type `Config`, the strict schema of the files
 * and of PUT /api/config, the environment, the allow-list, the redaction, and the documentation.
 */
export const configKeys = {
  backup_retention_days: row(integer(0, 36_500), {
    default: 30,
    doc: 'Local backups that are older than this many days are deleted.',
  }),
  backup_encrypt: row(flag(), {
    unset: 'on when SVC_VAULT_KEY is non-empty',
    doc: 'Encrypt backups with the vault key.',
  }),
  backup_dir: row(folder(), {
    unset: '`<data dir>/backups/`',
    doc: 'Where backups are kept.',
  }),
  backup_clouddrive: row(flag(), {
    default: false,
    doc: 'Upload backups to the connected cloud drive. Only the user file can set it.',
    takesEffect: 'next_backup',
  }),
  backup_schedule: row(anything(), {
    project: true,
    doc: 'Accepted, but has no effect.',
  }),
  provider: row(oneOf(providers), {
    environment: ['SVC_LLM_PROVIDER'],
    doc: 'The kind of model provider.',
  }),
  demo: row(flag(), {
    ours: true,
    unset: 'false',
    doc: 'The demo model answers by default, and what is set of a provider is kept. Setting provider removes it.',
  }),
  api_base_url: row(url(), {
    environment: ['PRIMARY_BASE_URL'],
    doc: 'The endpoint, for the providers compat and custom.',
  }),
  api_key: row(key(), { secret: true, ours: true, doc: 'The key of the provider.' }),
  api_key_for: row(text(2_048), {
    ours: true,
    unset: 'the address of the provider when api_key is set',
    doc: 'Where api_key may be sent: "primary", or the origin of an address; it is sent nowhere else. The engine updates it with each change.',
  }),
  compat_model_id: row(text(200), {
    environment: ['COMPAT_MODEL_ID'],
    doc: 'The model of the provider compat.',
  }),
  default_tier: row(oneOf(['fast', 'balanced', 'deep']), {
    default: 'balanced',
    ours: true,
    doc: 'The model tier that answers by default.',
  }),
  balanced_model: row(text(200), {
    environment: ['SVC_BALANCED_MODEL'],
    project: true,
    unset: 'the default balanced-tier model',
    doc: 'The model of the balanced tier.',
  }),
  context_window: row(integer(1_000, 10_000_000), {
    ours: true,
    unset: 'what is known of the model',
    doc: 'The size of the window of the model that answers by default, in tokens.',
  }),
  tools_share: row(share(), {
    ours: true,
    unset: 'a quarter',
    doc: 'How much of that window tools may take, from 0.05 to 0.9.',
  }),
  price_input_usd: row(amount(1_000_000), {
    ours: true,
    unset: 'what is known of the model',
    doc: 'What the model that answers by default costs: US dollars for a million tokens that it reads.',
  }),
  price_output_usd: row(amount(1_000_000), {
    ours: true,
    unset: 'what is known of the model',
    doc: 'The same for tokens that it writes.',
  }),
  gcp_project_id: row(word('a-z0-9:.-', 200), {
    environment: ['GCP_PROJECT_ID'],
    doc: 'The project, for the provider cloud_hosted.',
  }),
  gcp_region: row(word('a-z0-9-', 63), {
    environment: ['GCP_REGION'],
    doc: 'The region, for the provider cloud_hosted.',
  }),
  model_profiles: row(
    named({
      provider: { value: oneOf(providers), required: true, doc: 'As the key provider.' },
      api_base_url: { value: url(), doc: 'The endpoint of this profile.' },
      api_key: { value: key(), secret: true, doc: 'The key of this profile.' },
      model_id: { value: text(200), doc: 'The model of this profile.' },
      context_window: { value: integer(1_000, 10_000_000), doc: 'Its size in tokens.' },
      tools_share: {
        value: share(),
        doc: 'How much of the window tools may take, from 0.05 to 0.9; by default a quarter.',
      },
      price_input_usd: {
        value: amount(1_000_000),
        doc: 'US dollars for a million tokens that it reads; 0: it costs nothing.',
      },
      price_output_usd: { value: amount(1_000_000), doc: 'The same for tokens that it writes.' },
    }),
    { doc: 'Named model configurations, each with its own provider.' },
  ),
  instructions: row(lines(instructionLimits.chars, instructionLimits.pattern), {
    ours: true,
    doc: 'What its owner wants of the agent in all conversations. It allows nothing that the owner is asked about.',
  }),
  worker_profile: row(name(), { doc: 'The model profile that background tasks use.' }),
  max_cost_per_run_usd: row(amount(1_000_000), {
    default: 50,
    ours: true,
    doc: 'A run ends before a model call that could bring its cost above this.',
  }),
  max_cost_per_day_usd: row(amount(1_000_000), {
    default: 100,
    ours: true,
    doc: 'The same limit for all runs of a day (UTC) together.',
  }),
  max_cost_per_month_usd: row(amount(1_000_000), {
    default: 500,
    ours: true,
    doc: 'The same limit for all runs of a month (UTC) together.',
  }),
  max_pages_per_run: row(integer(0, 100_000), {
    default: 60,
    ours: true,
    doc: 'The most web pages that a run and its sub-agents may read. Each part of a long page counts, and so does a page that cannot be read. 0 turns page reading off.',
  }),
  max_page_hosts_per_run: row(integer(0, 100_000), {
    default: 20,
    ours: true,
    doc: 'The most hosts that these pages may come from.',
  }),
  memory_extraction: row(flag(), {
    default: true,
    ours: true,
    doc: 'After a run, store in memory what the owner said that will matter later. Costs one more model call.',
  }),
  conversation_titles: row(flag(), {
    default: true,
    ours: true,
    doc: 'After the first answer, let the model name a conversation whose task is longer than a title. Costs one small model call; none where the price of the model is unknown.',
  }),
  require_token: row(flag(), {
    default: false,
    ours: true,
    doc: 'Require the token on loopback too, from the next request on; `svc token` prints it. Commands of the terminal need none.',
    takesEffect: 'next_request_with_token',
  }),
  mcp_servers: row(
    listOf(
      {
        name: { value: name(), required: true, doc: 'Its name in this configuration.' },
        url: { value: url(), required: true, doc: 'Where it answers.' },
      },
      100,
    ),
    { doc: 'External tool servers; the engine connects to them at every start.' },
  ),
  mcp_commands: row(
    listOf(
      {
        name: { value: name(), required: true, doc: 'Its name in this configuration.' },
        command: {
          value: argumentList(),
          required: true,
          doc: 'The program and its arguments; no shell reads them.',
        },
      },
      20,
    ),
    {
      ours: true,
      doc: 'Tool servers that the engine starts as programs of this machine. Set only with `svc mcp add NAME --command …`, or by hand in this file. Arguments are shown in answers: put no secret there.',
      onlyHere: say('wrong.programs'),
    },
  ),
  mcp_agents: row(
    listOf(
      {
        name: { value: oneOf(agentRoles), required: true, doc: 'The role of the sub-agents.' },
        servers: {
          value: names(100),
          required: true,
          doc: 'The names of the tool servers that they may use.',
        },
      },
      agentRoles.length,
    ),
    { ours: true, doc: 'The tool servers that sub-agents of a role may use; without an entry, none.' },
  ),
  private_hosts: row(hosts(100), {
    ours: true,
    unset: 'none but those of SVC_ALLOW_PRIVATE_HOSTS',
    doc: 'Servers of this machine and its network that the agent may reach, and that may be watched, each as host:port. Never the ports of the engine itself.',
  }),
  secrets_for_everyone: row(names(500), {
    ours: true,
    doc: 'Secrets of the owner that the runs of everybody who was let in may send to their hosts. Without it they are the owner’s alone.',
  }),
  tool_servers_for_everyone: row(names(100), {
    ours: true,
    doc: 'Tool servers that the runs of everybody who was let in may use. Without it they are the owner’s alone.',
  }),
  google_for_everyone: row(flag(), {
    default: false,
    ours: true,
    doc: 'Lets the runs of everybody who was let in use the connected cloud account of the owner.',
  }),
  member_files_gb: row(amount(100_000), {
    default: 5,
    ours: true,
    doc: 'How many GB the files, uploads and artifacts of each member and the copies for their reviews may take, and what members put in the folder shared. The owner has no limit.',
  }),
  private_hosts_for_everyone: row(flag(), {
    default: false,
    ours: true,
    doc: 'Lets the runs and watches of everybody who was let in reach the servers of private_hosts and SVC_ALLOW_PRIVATE_HOSTS.',
  }),
  faces: row(
    object({
      openai: {
        value: flag(),
        doc: 'Serves clients of the OpenAI API at /v1, each with a token that its person made.',
      },
    }),
    {
      ours: true,
      unset: 'none',
      doc: 'What programs made for the API of another may speak to this engine.',
      takesEffect: 'next_request',
    },
  ),
  searxng_url: row(url(), {
    environment: ['SVC_SEARXNG_URL'],
    ours: true,
    doc: 'A SearXNG server, for searching the web.',
  }),
} as const satisfies Readonly<Record<string, KeyRow>>;

export type ConfigKey = keyof typeof configKeys;
type Rows = typeof configKeys;
type ValueOf<K extends ConfigKey> = TypeOf<Rows[K]['value']>;

/** The contents of a config file. */
export type ConfigFile = { readonly [K in ConfigKey]?: ValueOf<K> };

/** The values in effect from all sources; keys with a default are always present. */
export type Config = {
  readonly [K in ConfigKey as Rows[K] extends { readonly default: unknown } ? K : never]: ValueOf<K>;
} & {
  readonly [K in ConfigKey as Rows[K] extends { readonly default: unknown } ? never : K]?: ValueOf<K>;
};

/** Changes to the user file: a value sets a key, null removes it. */
export type ConfigPatch = { readonly [K in ConfigKey]?: ValueOf<K> | null };

/** The rows in their order, where their own types do not matter. */
export const keyRows = Object.entries(configKeys) as readonly (readonly [ConfigKey, KeyRow])[];

/**
 * Who else than its owner at this machine may set it: `anyone`, by a file to import; `restored`, a restored configuration
 * of another machine, as `anyone` may, too; `stays`: neither, as it says where data and requests go, who may come in,
 * what may be spent, what the engine starts, or what it deletes.
 */
const FROM_ELSEWHERE: Readonly<Record<ConfigKey, 'anyone' | 'restored' | 'stays'>> = {
  backup_retention_days: 'stays',
  backup_encrypt: 'stays',
  backup_dir: 'stays',
  backup_clouddrive: 'stays',
  backup_schedule: 'anyone',
  provider: 'restored',
  demo: 'restored',
  api_base_url: 'restored',
  api_key: 'restored',
  api_key_for: 'restored',
  compat_model_id: 'restored',
  default_tier: 'anyone',
  balanced_model: 'anyone',
  context_window: 'restored',
  tools_share: 'restored',
  price_input_usd: 'restored',
  price_output_usd: 'restored',
  gcp_project_id: 'restored',
  gcp_region: 'restored',
  model_profiles: 'restored',
  instructions: 'restored',
  worker_profile: 'restored',
  max_cost_per_run_usd: 'stays',
  max_cost_per_day_usd: 'stays',
  max_cost_per_month_usd: 'stays',
  max_pages_per_run: 'anyone',
  max_page_hosts_per_run: 'anyone',
  memory_extraction: 'anyone',
  conversation_titles: 'anyone',
  require_token: 'stays',
  mcp_servers: 'stays',
  mcp_commands: 'stays',
  mcp_agents: 'stays',
  private_hosts: 'stays',
  secrets_for_everyone: 'stays',
  tool_servers_for_everyone: 'stays',
  google_for_everyone: 'stays',
  member_files_gb: 'stays',
  private_hosts_for_everyone: 'stays',
  faces: 'stays',
  searxng_url: 'stays',
};

const keysThat = (may: (typeof FROM_ELSEWHERE)[ConfigKey]): readonly ConfigKey[] =>
  keyRows.map(([name]) => name).filter((name) => FROM_ELSEWHERE[name] === may);

/** What stays as it is here when the configuration of another machine is restored. */
export const keysOfThisMachine = keysThat('stays');

/** What the file of a stranger may set. */
export const keysFromAnyone = keysThat('anyone');

/** The row of a key; undefined when there is no such key. */
export const keyRow = (name: string): KeyRow | undefined =>
  Object.hasOwn(configKeys, name) ? configKeys[name as ConfigKey] : undefined;

const describe = ({ doc, ours }: KeyRow): string => (ours ? `${doc} Beyond the specification.` : doc);

const shown = (row: KeyRow): JsonObject => ({
  ...row.value.schema,
  description: describe(row),
  ...(row.default === undefined ? {} : { default: row.default as Json }),
});

const changed = (row: KeyRow): JsonObject => ({ ...orNull(row.value.schema), description: describe(row) });

function orNull({ type, ...rest }: JsonObject): JsonObject {
  if (type === undefined) return rest;
  const values = rest['enum'];
  return { ...rest, type: [type, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}

const propertiesOf = (schemaOf: (row: KeyRow) => JsonObject, rows = keyRows): JsonObject =>
  Object.fromEntries(rows.map(([name, one]) => [name, schemaOf(one)]));

/** The strict schema of a config file: one bad key, and the whole file is ignored. */
export const configFileSchema: JsonObject = {
  type: 'object',
  properties: propertiesOf(shown),
  additionalProperties: false,
};

/** The schema of a change: the same keys, and null to remove one. */
export const configPatchSchema: JsonObject = {
  type: 'object',
  properties: propertiesOf(changed),
  additionalProperties: false,
};

const byKey = (schema: JsonObject): ReadonlyMap<string, JsonObject> =>
  new Map(
    Object.entries(schema['properties'] as JsonObject).map(([key, one]) => [
      key,
      { ...schema, properties: { [key]: one } },
    ]),
  );

/**
 * The same schemas, one for each key: a start compiles those of the keys that a file has, which takes a small part of the
 * time that the whole schema takes.
 */
export const configFileSchemas = byKey(configFileSchema);
export const configPatchSchemas = byKey(configPatchSchema);

/** The schema of a change that a request to the API may make. */
export const configRequestSchema: JsonObject = {
  ...configPatchSchema,
  properties: propertiesOf(
    changed,
    keyRows.filter(([, { onlyHere }]) => onlyHere === undefined),
  ),
};

/** The schema of the configuration in answers: the same keys; others may be added. */
export const configShownSchema: JsonObject = { type: 'object', properties: propertiesOf(shown) };
