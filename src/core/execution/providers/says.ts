import { saying, type Plain, type Quoted } from '../../kernel/says.ts';

/** Why something is refused, and what a test of a provider found. */
export interface ProviderProblems extends Plain<
  | 'providers.invalid_request'
  | 'providers.provider_unknown'
  | 'providers.models_not_listed'
  | 'providers.no_address'
  | 'providers.no_key'
  | 'providers.list_late'
  | 'providers.list_unread'
  | 'check.reach'
  | 'check.key'
  | 'check.model'
  | 'check.stream'
  | 'check.tools'
  | 'check.not_checked'
  | 'check.address_missing'
  | 'check.project_missing'
  | 'check.region_missing'
  | 'check.key_missing'
  | 'check.model_missing'
  | 'check.tools_damaged'
  | 'check.stopped'
  | 'check.tools_ignored'
  | 'check.tools_refused'
> {
  'check.too_slow': { seconds: number };
  'check.no_answer': { seconds: number };
  'check.model_unknown': { model: Quoted };
  'check.meant': { models: readonly Quoted[] };
}

export const say = saying<ProviderProblems>();
