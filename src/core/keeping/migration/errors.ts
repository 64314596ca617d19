import { refusals } from '../../kernel/refusal.ts';
import type { MigrationProblems } from './says.ts';

/** Refusals of the engine that receives; the one that sends knows them by their codes. */
const ofTheTarget = refusals<MigrationProblems>()('migration', {
  migration_not_accepted: 'not_found',
  migration_proof_wrong: 'forbidden',
  migration_busy: 'unavailable',
  migration_session_unknown: 'gone',
  migration_altered: 'impossible',
  migration_out_of_order: 'conflict',
  migration_incomplete: 'conflict',
  migration_unusable: 'impossible',
  migration_not_empty: 'conflict',
  migration_key_unusable: 'impossible',
  migration_space: 'storage_full',
});

/** Refusals and failures of the engine that sends. */
const ofTheSource = refusals<MigrationProblems>()('migration', {
  migration_hosted: 'forbidden',
  migration_in_progress: 'conflict',
  migration_url: 'invalid',
  migration_address: 'invalid',
  migration_token_invalid: 'invalid',
  migration_vault_locked: 'conflict',
  migration_target_away: 'upstream_timeout',
  migration_target_unproven: 'upstream',
  migration_target_refused: 'upstream',
  migration_target_failed: 'upstream',
  migration_undone: 'upstream',
  migration_interrupted: 'unavailable',
  migration_stopped: 'conflict',
});

export const refuse = { ...ofTheTarget, ...ofTheSource };

export type TargetCode = keyof typeof ofTheTarget;

export const isTargetCode = (code: unknown): code is TargetCode =>
  typeof code === 'string' && Object.hasOwn(ofTheTarget, code);
