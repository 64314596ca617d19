import { saying, type Plain } from '../../kernel/says.ts';

/** Why something is refused, and why access is asked for. */
export interface AccountProblems extends Plain<
  | 'account.client_missing'
  | 'account.connection_in_progress'
  | 'account.not_connected'
  | 'account.scope_missing'
  | 'account.access_revoked'
  | 'account.client_refused'
  | 'account.login_denied'
  | 'account.login_expired'
  | 'account.login_ended'
  | 'account.scopes_not_offered'
  | 'account.cloud_busy'
  | 'account.cloud_unavailable'
  | 'account.cloud_refused'
  | 'account.not_hosted'
  | 'account.hosted'
  | 'account.claim_refused'
  | 'account.other_client'
  | 'account.client_kind'
  | 'account.unauthorized'
  | 'account.host_away'
  | 'account.too_slow'
  | 'account.connection_failed'
  | 'account.only_the_owner'
  | 'account.more_access'
  | 'account.for_backups'
  | 'account.for_read_drive'
  | 'account.for_read_documents'
  | 'account.for_read_sheets'
  | 'account.for_drive'
  | 'account.for_documents'
  | 'account.for_sheets'
> {
  'account.refused_with': { status: number; word: string | null };
  'account.strange_answer': { what: string };
  'account.client_word': { word: string };
  'account.wait': { seconds: number | null };
}

export const say = saying<AccountProblems>();
