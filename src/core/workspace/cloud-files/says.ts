import { saying, type Quoted, type QuotedValue, type Says, type Plain } from '../../kernel/says.ts';

/** What would be written. */
type Cells = {
  rows: number;
  /** Its values may be formulas, which can ask other servers. */
  isTyped: boolean;
  values: QuotedValue;
};

/** What would be done in the cloud account of the owner. `folder`: null is the top of the drive. */
export interface CloudFileSays {
  'cloud.read': Record<never, never>;
  'cloud.fetch': { path: Quoted };
  'cloud.document-new': { title: Quoted; folder: Quoted | null; text: Quoted };
  'cloud.document-append': { name: Quoted; text: Quoted };
  'cloud.document-replace': { name: Quoted; find: Quoted; text: Quoted };
  'cloud.file-new': { name: Quoted; folder: Quoted | null; content: Says };
  'cloud.file-replace': { name: Quoted; content: Says };
  /** Content: of a file of the workspace, or a text. */
  'cloud.of-file': { path: Quoted };
  'cloud.of-text': { text: Quoted };
  'cloud.sheet-new': { title: Quoted; folder: Quoted | null } & Cells;
  'cloud.sheet-set': { name: Quoted; range: Quoted } & Cells;
  'cloud.sheet-append': { name: Quoted; range: Quoted } & Cells;
  'cloud.shared': { what: 'file' | 'folder' };
  'cloud.of-others': { what: 'file' | 'folder'; owner: Quoted | null };
  /** What lasting consent is for. `only`: this file or folder. */
  'place.cloud': {
    service: 'Google Drive' | 'Google Docs' | 'Google Sheets';
    account: Quoted | null;
    hasFormulas: boolean;
    only: Quoted | null;
    id: string | null;
  };
}

/** Why something is refused. */
export interface CloudFileProblems extends Plain<
  | 'cloud.backup_files_are_not_for_tools'
  | 'cloud.backup_check_unclear'
  | 'cloud.cloud_id_invalid'
  | 'cloud.cloud_file_not_found'
  | 'cloud.cloud_file_too_large'
  | 'cloud.cloud_file_not_permitted'
  | 'cloud.cloud_file_changed'
  | 'cloud.cloud_text_not_found'
  | 'cloud.cloud_range_unreadable'
  | 'cloud.cloud_call_stopped'
  | 'cloud.cloud_change_unclear'
  | 'cloud.secret_for_cloud'
  | 'cloud.in_bin'
  | 'cloud.no_folder'
  | 'cloud.drive_full'
  | 'cloud.document_no_text'
  | 'cloud.no_document'
  | 'cloud.no_sheet'
  | 'cloud.is_document'
  | 'cloud.is_sheet'
  | 'cloud.is_folder'
  | 'cloud.no_content'
  | 'cloud.only_at_vendor'
  | 'cloud.new_document'
  | 'cloud.new_sheet'
  | 'cloud.no_appendix'
  | 'cloud.find'
  | 'cloud.no_sheets'
  | 'cloud.no_values'
  | 'cloud.text_or_path'
  | 'cloud.new_file'
  | 'cloud.revision'
  | 'cloud.file_not_moved'
> {
  'cloud.shortcut': { target: string | null };
  'cloud.no_text': { kind: string; bytes: number };
  'cloud.new_title': { what: 'document' | 'spreadsheet' };
  'cloud.which': { action: string; needs: string };
  'cloud.not_moved': { what: 'Documents' | 'Spreadsheets' };
  'cloud.cells_unclear': { id: string };
  'cloud.cells': { most: number; cells: number };
}

export const say = saying<CloudFileSays & CloudFileProblems>();
