import { saying, type Plain, type Quoted } from '../../kernel/says.ts';

/** Why something is refused. */
export interface ExportProblems extends Plain<
  | 'export.export_hosted'
  | 'export.export_in_progress'
  | 'export.export_unavailable'
  | 'export.nothing_changed'
  | 'export.import_unusable'
> {
  'export.unknown_section': { unknown: readonly string[]; sections: readonly string[] };
  'export.import_not_empty': { found: string };
  'export.unusable': { why: string };
}

/** What an export lacks, and why. */
export interface ExportLostProblems extends Plain<'export.unread_section'> {
  'export.newer_database': { name: string };
  'export.unread_database': { name: string; code: string | null };
  'export.other_count': { items: number; counted: number };
  'export.file_name': { path: Quoted };
  'export.file_unread': { path: Quoted };
  'export.released': { isTooLong: boolean };
}

export const say = saying<ExportProblems & ExportLostProblems>();
