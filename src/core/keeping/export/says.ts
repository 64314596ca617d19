import { saying, type Plain, type Quoted, type QuotedValue, type Says } from '../../kernel/says.ts';

/** Why something is refused. */
export interface ExportProblems extends Plain<
  | 'export.export_hosted'
  | 'export.export_in_progress'
  | 'export.export_unavailable'
  | 'export.nothing_changed'
  | 'export.import_unusable'
  | 'export.notes_of_work'
> {
  'export.unknown_section': { unknown: readonly string[]; sections: readonly string[] };
  /** `found`: what there is most of; `more`: and something else. */
  'export.import_not_empty': { found: readonly Says[]; more: boolean };
  'export.items': {
    section:
      | 'threads'
      | 'memory'
      | 'entities'
      | 'records'
      | 'tasks'
      | 'triggers'
      | 'workflows'
      | 'artifacts'
      | 'deals'
      | 'files in workspace';
    count: number;
  };
  'export.unusable': { why: Says };
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

/** What is wrong with a zip, as the middle of a sentence. */
export interface ZipFaults extends Plain<
  'zip.entries' | 'zip.special' | 'zip.password' | 'zip.compression' | 'zip.mixed'
> {}

/** What is wrong with an export that comes in, or with a database that is staged: as the middle of a sentence. */
export interface UnusableReasons extends Plain<
  | 'unusable.not_complete'
  | 'unusable.no_export'
  | 'unusable.newer'
  | 'unusable.no_versions'
  | 'unusable.texts_large'
  | 'unusable.copy_name'
  | 'unusable.hash'
  | 'unusable.no_size'
  | 'unusable.time'
  | 'unusable.no_sections'
  | 'unusable.encoding'
  | 'unusable.digits'
  | 'unusable.not_json'
  | 'unusable.cut_off'
  | 'unusable.part_long'
  | 'unusable.name_no_json'
  | 'unusable.member_twice'
  | 'unusable.id'
  | 'unusable.row'
  | 'unusable.type'
  | 'unusable.folder_missing'
  | 'unusable.busy'
> {
  /** `item`: null for the section itself. */
  'unusable.in': { why: Says; item: number | null; section: string };
  'unusable.no_object': { item: number; section: string };
  'unusable.other_count': { section: string; said: QuotedValue; count: number };
  'unusable.missing_sections': { missing: readonly Quoted[] };
  'unusable.unknown_section': { section: Quoted };
  'unusable.section_twice': { section: Quoted };
  'unusable.no_version': { database: string };
  'unusable.newer_database': { database: string; schema: number; known: number; version: QuotedValue };
  'unusable.file_twice': { path: Quoted };
  'unusable.file_name': { path: Quoted };
  'unusable.no_field': { field: string };
  'unusable.near': { name: Quoted };
  'unusable.name_twice': { name: Quoted };
  'unusable.value': { table: string; column: string };
  'unusable.unknown_field': { field: Quoted };
  'unusable.leads_nowhere': { field: string };
  'unusable.form': { field: string };
  'unusable.refers': { table: string };
  'unusable.no_document': { name: string };
  'unusable.entry_twice': { name: Quoted };
  'unusable.entry': { name: Quoted };
  'unusable.no_such_name': { path: Quoted };
  'unusable.file_missing': { path: Quoted };
  'unusable.mixed': { path: Quoted };
  'unusable.other_size': { path: Quoted };
  'unusable.unnamed': { path: Quoted };
}

export const say = saying<ExportProblems & ExportLostProblems>();
export const sayFault = saying<UnusableReasons & ZipFaults>();
