// The providers in Settings and the keys that each of them needs. Nothing here touches the document.
import type { Answer, Rows } from '../engine/client.ts';
import type { RequestTo } from '../../contract/client.ts';
import { appWords } from '../words/app.ts';

export type Report = Answer<'config.get'>;
export type Changes = NonNullable<NonNullable<RequestTo<Rows['config.set']>>['body']>;

export type Key =
  | 'api_base_url'
  | 'compat_model_id'
  | 'api_key'
  | 'gcp_project_id'
  | 'gcp_region'
  | 'balanced_model';

export interface Provider {
  readonly id: string;
  readonly name: string;
  readonly does: string;
  /** What to enter, for each key that it needs. */
  readonly needs: Partial<Readonly<Record<Key, string>>>;
}

const nameOf = (id: string): string => appWords.providers[id] ?? id;

/** In the order of the menu; '' is none. */
export const providers: readonly Provider[] = [
  {
    id: '',
    name: 'Demo',
    does: 'No provider: a script answers, without AI, and nothing leaves this machine.',
    needs: {},
  },
  {
    id: 'primary',
    name: nameOf('primary'),
    does: 'Claude models, directly from Anthropic, with your own API key.',
    needs: {
      api_key: 'Not needed if the engine has PRIMARY_API_KEY in its environment, which comes first.',
      balanced_model: 'Left empty, the usual one answers.',
    },
  },
  {
    id: 'compat',
    name: nameOf('compat'),
    does: 'Any server that speaks OpenAI Chat Completions: a vendor such as OpenAI or Mistral, or Ollama and LM Studio on this machine.',
    needs: {
      api_base_url: 'Where that server answers: a URL with http or https.',
      compat_model_id: 'The model’s name on that server.',
      api_key: 'Only if that server needs one; most servers on your own machine do not.',
    },
  },
  {
    id: 'custom',
    name: nameOf('custom'),
    does: 'Your own proxy or gateway that speaks Anthropic Messages.',
    needs: {
      api_base_url: 'Where the proxy answers: a URL with http or https.',
      api_key: 'Only if the proxy needs one.',
      balanced_model: 'Left empty, the usual one answers.',
    },
  },
  {
    id: 'cloud_hosted',
    name: nameOf('cloud_hosted'),
    does: 'Claude or Gemini in your Google Cloud project, reached with the credentials file of a service account.',
    needs: {
      gcp_project_id: 'The id of your project on the platform.',
      gcp_region: 'For example europe-west1.',
      balanced_model: 'Left empty, the usual one answers.',
    },
  },
];

/** The label of a key, its valid values, and the variable that overrides what is saved. */
export const keys: Readonly<
  Record<Key | 'provider', { readonly label: string; readonly must: string; readonly variable?: string }>
> = {
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

export const providerOf = (id: string): Provider | undefined => providers.find((one) => one.id === id);

/** Why saving a key would have no effect: another source overrides the user's file. Null when none does. */
export function lockOf(
  key: Key | 'provider',
  { sources, problems }: Pick<Report, 'sources' | 'problems'>,
): string | null {
  if (sources[key] === 'env')
    return `Set by ${keys[key].variable} in the environment of the engine, which overrides what is saved here.`;
  if (sources[key] === 'project')
    return 'Set by the project file .svc/config.json, which overrides what is saved here.';
  return problems.find((problem) => problem.source === 'env' && problem.key === key)?.message ?? null;
}

/** Saved values that conflict with this choice: a key is not sent to another provider than it was set for. */
export function inTheWay(
  provider: string,
  { sources }: Pick<Report, 'sources'>,
  before: string,
): readonly Key[] {
  const saved = (key: Key): boolean => sources[key] === 'user';
  const conflicting: readonly Key[] =
    provider === ''
      ? ['api_base_url', 'api_key']
      : provider !== before && !providerOf(provider)?.needs.api_key
        ? ['api_key']
        : [];
  return conflicting.filter(saved);
}

/**
 * The body of PUT /api/config: the differences from the values `before`. `given` has the text of each editable key;
 * an empty one removes the key, but an API key is kept unless `without` names it.
 */
export function changesIn(
  given: Readonly<Record<string, string>>,
  before: Readonly<Record<string, unknown>>,
  without: readonly Key[],
): Changes {
  const changes: Record<string, string | null> = Object.fromEntries(without.map((key) => [key, null]));
  for (const [key, text] of Object.entries(given)) {
    const value = text.trim() || null;
    if (key === 'api_key' ? value !== null : value !== (before[key] || null)) changes[key] = value;
  }
  return changes as Changes;
}

/** A violation in words, with its key. Keeps the engine's messages; replaces a schema's, which quote patterns. */
export function explained({ path, message }: { readonly path: string; readonly message: string }): {
  readonly key: string;
  readonly text: string;
} {
  const key = path.split('/')[1] ?? '';
  const isSchema = /pattern|NOT have|equal to/u.test(message);
  const must = Object.hasOwn(keys, key) ? keys[key as Key].must : '';
  return { key, text: isSchema && must !== '' ? must : message };
}
