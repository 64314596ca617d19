// The providers in Settings and the keys that each of them needs. Nothing here touches the document.
import type { Answer, Rows } from '../engine/client.ts';
import type { RequestTo } from '../../contract/client.ts';
import { appWords } from '#words/app.ts';
import { providerWords } from '#words/providers.ts';

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

const { does, needs, labels } = providerWords;

/** In the order of the menu; '' is none. */
export const providers: readonly Provider[] = [
  { id: '', name: 'Demo', does: does.demo, needs: {} },
  ...(['primary', 'compat', 'custom', 'cloud_hosted'] as const).map((id) => ({
    id,
    name: appWords.providers[id] ?? id,
    does: does[id],
    needs: needs[id],
  })),
];

/** The variable that overrides what is saved. */
export const variables: Readonly<Partial<Record<Key | 'provider', string>>> = {
  provider: 'SVC_LLM_PROVIDER',
  api_base_url: 'PRIMARY_BASE_URL',
  compat_model_id: 'COMPAT_MODEL_ID',
  gcp_project_id: 'GCP_PROJECT_ID',
  gcp_region: 'GCP_REGION',
  balanced_model: 'SVC_BALANCED_MODEL',
};

/** What can be set, each with its label. */
export const settable: Readonly<Record<Key, string>> = labels;

export const providerOf = (id: string): Provider | undefined => providers.find((one) => one.id === id);

/** Why saving a key would have no effect: another source overrides the user's file. Null when none does. */
export function lockOf(
  key: Key | 'provider',
  { sources, problems }: Pick<Report, 'sources' | 'problems'>,
): string | null {
  if (sources[key] === 'env') return providerWords.setByVariable(variables[key] ?? '');
  if (sources[key] === 'project') return providerWords.setByProject;
  return problems.find((problem) => problem.source === 'env' && problem.key === key)?.message ?? null;
}

/** Saved values that conflict with this choice: a key is not sent to another provider than it was set for. */
export function inTheWay(
  provider: string,
  { sources }: Pick<Report, 'sources'>,
  before: string,
): readonly Key[] {
  const isOther = provider !== '' && provider !== before;
  return isOther && !providerOf(provider)?.needs.api_key && sources.api_key === 'user' ? ['api_key'] : [];
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

/** A violation with its key. */
export const explained = ({ path, message }: { readonly path: string; readonly message: string }) => ({
  key: path.split('/')[1] ?? '',
  text: message,
});
