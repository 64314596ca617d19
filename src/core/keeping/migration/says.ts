import { saying, type Plain, type Quoted } from '../../kernel/says.ts';

/** Why something is refused. */
export interface MigrationProblems extends Plain<
  | 'migration.migration_not_accepted'
  | 'migration.migration_proof_wrong'
  | 'migration.migration_busy'
  | 'migration.migration_session_unknown'
  | 'migration.migration_altered'
  | 'migration.migration_out_of_order'
  | 'migration.migration_incomplete'
  | 'migration.migration_unusable'
  | 'migration.migration_not_empty'
  | 'migration.migration_key_unusable'
  | 'migration.migration_space'
  | 'migration.migration_hosted'
  | 'migration.migration_in_progress'
  | 'migration.migration_url'
  | 'migration.migration_address'
  | 'migration.migration_token_invalid'
  | 'migration.migration_vault_locked'
  | 'migration.migration_target_away'
  | 'migration.migration_target_unproven'
  | 'migration.migration_target_refused'
  | 'migration.migration_target_failed'
  | 'migration.migration_undone'
  | 'migration.migration_interrupted'
  | 'migration.migration_stopped'
  | 'migration.address_alone'
  | 'migration.own_address'
  | 'migration.plain_http'
  | 'migration.kept'
  | 'migration.nothing_sent'
  | 'migration.fault'
  | 'migration.cannot_use'
  | 'migration.unknown_name'
  | 'migration.encrypted'
  | 'migration.moved'
  | 'migration.twice'
  | 'migration.workspace_stays'
> {
  /** In the words of the other engine. */
  'migration.other_says': { words: Quoted };
  'migration.no_host': { host: Quoted };
  'migration.never': { host: Quoted };
  'migration.no_answer': { at: string; why: string | null };
  'migration.lost': { at: string; why: string };
  /** It answers, and shows a certificate that is not trusted here. */
  'migration.untrusted': { at: string; why: string };
  /** It answers, but not as https does. */
  'migration.no_https': { at: string };
  'migration.no_engine': { status: number };
  'migration.stray': { path: Quoted };
  'migration.older': { version: string };
  'migration.skipped': { count: number };
  'migration.before': { backupId: string };
}

export const say = saying<MigrationProblems>();
