import type { Plain } from '../../kernel/says.ts';

/** Why something is refused. */
export interface DeletedFileProblems extends Plain<
  'deleted_files.deleted_file_not_found' | 'deleted_files.too_large_to_keep'
> {}
