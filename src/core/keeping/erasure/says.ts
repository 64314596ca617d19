import { saying, type Plain, type Quoted } from '../../kernel/says.ts';

/** Why something is refused. */
export interface ErasureProblems extends Plain<
  | 'erasure.erasure_on_host'
  | 'erasure.erasure_in_progress'
  | 'erasure.runs_did_not_stop'
  | 'erasure.unknown_entries'
  | 'erasure.erasure_incomplete'
  | 'erasure.mounted'
  | 'erasure.name_them'
> {
  'erasure.not_confirmed': { word: string };
  'erasure.not_all_named': { names: readonly Quoted[]; more: number };
  'erasure.not_there': { names: readonly Quoted[]; more: number };
}

/** What an erasure leaves: what it is, why it stays, and how its owner removes it. */
export interface RemainsProblems extends Plain<
  | 'remains.everything'
  | 'remains.drive'
  | 'remains.access'
  | 'remains.log'
  | 'remains.sent'
  | 'how.removable'
  | 'why.more_not_removed'
  | 'how.as_others'
  | 'why.holds_a_word'
  | 'how.look'
  | 'how.remove'
  | 'why.opens_backups'
  | 'how.keep'
  | 'why.kept'
  | 'how.one_by_one'
  | 'how.drive'
  | 'why.access'
  | 'how.access'
  | 'why.workspace'
  | 'how.workspace'
  | 'why.variables'
  | 'how.variables'
  | 'why.project'
  | 'how.project'
  | 'why.log'
  | 'how.log'
  | 'why.sent'
  | 'how.sent'
  | 'how.kept_there'
  | 'why.of_others'
  | 'how.of_others'
  | 'why.unreachable'
  | 'how.unreachable'
  | 'why.not_ended'
  | 'how.start'
> {
  'remains.entry': { name: Quoted };
  'remains.more': { count: number };
  'remains.variables': { names: readonly string[] };
  'remains.backups': { folder: Quoted; count: number | null };
  'why.not_removed': { code: string };
  'why.stays': { why: string };
  'why.drive': { isReadable: boolean };
}

export const say = saying<ErasureProblems & RemainsProblems>();
