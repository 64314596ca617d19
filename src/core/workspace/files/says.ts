import { saying, type Plain, type Quoted } from '../../kernel/says.ts';

/** What would be done to files of the workspace. */
export interface FileSays {
  'file.write': { path: Quoted; content: Quoted; encoding: 'utf-8' | 'base64' };
  'file.edit': { path: Quoted; before: Quoted; after: Quoted; isEverywhere: boolean };
  'file.delete': { path: Quoted };
  'file.move': { from: Quoted; to: Quoted };
}

/** Why something is refused. */
export interface FileProblems extends Plain<
  | 'files.invalid_path'
  | 'files.outside_workspace'
  | 'files.not_a_file'
  | 'files.file_too_large'
  | 'files.file_not_found'
  | 'files.file_exists'
  | 'files.invalid_base64'
  | 'files.not_permitted'
  | 'files.file_changed'
  | 'files.change_stopped'
  | 'files.not_text'
  | 'files.letter_without_place'
  | 'files.nothing_to_change'
  | 'files.same_names'
> {
  'files.too_large_to_read': { sizeBytes: number; mostBytes: number };
  'files.no_line': { lines: number; line: number };
  'files.matches': { count: number; lines: readonly number[]; hasMore: boolean };
  'files.nearest': { line: number | null };
  /** `isShared`: what members write to the folder of everybody. */
  'files.member_files_full': { gb: number; isShared: boolean };
  'files.run_wrote_too_much': { left: number; bytes: number };
}

export const say = saying<FileSays & FileProblems>();
