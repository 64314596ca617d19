import { saying, type Plain, type Quoted } from '../../kernel/says.ts';

/** Why something is refused. */
export interface ModelProblems extends Plain<
  'models.provider_incomplete' | 'models.profile_unknown' | 'models.no_provider' | 'models.only_demo'
> {
  'models.settings_missing': { provider: string; missing: readonly string[] };
}

/** Why a call of a model failed, at its provider or on the way to it. What the provider said itself is `model.said`. */
export interface ModelFailures extends Plain<
  | 'model.too_much'
  | 'model.not_found'
  | 'model.overflow'
  | 'model.broke'
  | 'model.lost'
  | 'model.port'
  | 'model.no_host'
  | 'model.nothing_listens'
  | 'model.unreached'
  | 'model.check_address'
  | 'model.web_page'
  | 'model.empty'
  | 'model.nothing'
  | 'model.cut'
  | 'model.damaged'
  | 'model.key_damaged'
  | 'model.no_api'
  | 'model.pause_cost'
  | 'model.broken_off'
  | 'model.call_form'
  | 'model.thought_missing'
  | 'model.no_reason'
  | 'model.id_damaged'
  | 'model.no_batches'
  | 'model.batch_damaged'
  | 'model.batch_too_much'
  | 'model.cloud_region'
  | 'model.cloud_project'
  | 'model.cloud_role'
  | 'model.cloud_not_found'
  | 'model.cloud_request'
  | 'model.cloud_no_credentials'
  | 'model.cloud_no_key'
  | 'model.cloud_no_file'
  | 'model.cloud_file_unread'
  | 'model.cloud_no_token'
> {
  'model.said': { message: Quoted };
  'model.account': { status: number };
  'model.key': { status: number };
  'model.busy': { status: number };
  'model.fault': { status: number };
  'model.redirected': { status: number };
  'model.refused': { status: number };
  'model.window': { tokens: number };
  'model.unreached_by': { error: string };
  'model.insecure': { error: string };
  /** `name`: the provider's own of the error. */
  'model.reported': { name: string | null };
  'model.silent': { seconds: number };
  'model.no_content': { minutes: number };
  'model.late': { minutes: number };
  'model.paused': { times: number };
  'model.cloud_package': { package: string };
  'model.cloud_credentials': { status: number };
  'model.cloud_sign_in': { status: number; name: string | null; mayPass: boolean };
}

export const say = saying<ModelProblems>();

export const sayFailure = saying<ModelFailures>();
