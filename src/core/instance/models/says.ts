import { saying, type Plain } from '../../kernel/says.ts';

/** Why something is refused. */
export interface ModelProblems extends Plain<
  'models.provider_incomplete' | 'models.profile_unknown' | 'models.no_provider' | 'models.only_demo'
> {
  'models.settings_missing': { provider: string; missing: readonly string[] };
}

export const say = saying<ModelProblems>();
