import { saying } from '../../kernel/says.ts';
import type { Plain } from '../../kernel/says.ts';

/** Why something is refused. */
export interface FolderProblems extends Plain<'folders.invalid_folder'> {
  'folders.folder_long': { most: number };
}

export const say = saying<FolderProblems>();
