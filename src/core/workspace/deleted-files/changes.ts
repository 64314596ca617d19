import type { DeletedFileId } from '../../kernel/ids.ts';
import type { DeletedFile } from './model.ts';

export type DeletedFileChange =
  /** Before the file is deleted. */
  | { readonly change: 'deletedFile.keep'; readonly file: DeletedFile }
  /** The file is gone: it is no longer only begun. Ignored if it is not there. */
  | { readonly change: 'deletedFile.gone'; readonly deletedFileId: DeletedFileId }
  /** It was brought back, or goes for good. Its copy is removed after this. Ignored if it is not there. */
  | { readonly change: 'deletedFile.forget'; readonly deletedFileIds: readonly DeletedFileId[] };
