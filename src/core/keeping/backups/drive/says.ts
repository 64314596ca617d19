import { saying, type Plain, type Quoted, type Says } from '../../../kernel/says.ts';

/** Why something is refused. */
export interface DriveProblems extends Plain<
  | 'drive.drive_full'
  | 'drive.upload_altered'
  | 'drive.drive_file_gone'
  | 'drive.drive_backup_not_found'
  | 'drive.drive_backup_unusable'
  | 'drive.root_file_unreadable'
  | 'drive.root_unclear'
  | 'drive.no_new_id'
  | 'drive.listing_too_long'
  | 'drive.upload_not_possible'
  | 'drive.why_hosted'
  | 'drive.why_off'
  | 'drive.why_not_connected'
  | 'drive.why_scope_missing'
  | 'drive.why_not_encrypted'
  | 'drive.why_no_key'
  | 'drive.why_paused'
  | 'drive.why_failed'
  | 'drive.manifest_long'
  | 'drive.manifest_of_other'
  | 'drive.busy'
  | 'drive.fault'
  | 'drive.no_answer'
  | 'drive.call_failed'
  | 'drive.asked_to_wait'
  | 'drive.strange'
  | 'drive.refused'
> {
  'drive.missing': { path: Quoted };
  'drive.not_uploaded': { why: Says };
  'drive.unknown_owner': { what: string };
  'drive.late': { seconds: number };
  'drive.not_deleted': { what: string; why: readonly Says[] };
  'drive.not_listed': { what: string; why: readonly Says[] };
  'drive.not_all_listed': { what: string; why: readonly Says[] };
}

export const say = saying<DriveProblems>();
