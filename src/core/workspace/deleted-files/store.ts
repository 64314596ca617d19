import type { DeletedFileId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Place } from '../files/model.ts';
import type { DeletedFile } from './model.ts';

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface DeletedFileStore {
  get(deletedFileId: DeletedFileId): Promise<DeletedFile | null>;
  /** Those in this place, the one that was deleted last first, after the number `after`. */
  list(
    place: Pick<Place, 'has'>,
    query: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<DeletedFile, number>>;
  /** All, the one that was deleted last first; a little more than are kept, at most. */
  all(): Promise<readonly DeletedFile[]>;
}

export type DeletedFileChange =
  /** Before the file is deleted or replaced; or, of an earlier version, with the review that keeps the later one. */
  | { readonly change: 'deletedFile.keep'; readonly file: DeletedFile }
  /** The file is gone: it is no longer only begun. Ignored if it is not there. */
  | { readonly change: 'deletedFile.gone'; readonly deletedFileId: DeletedFileId }
  /** It was brought back, or goes for good. Its copy is removed after this. Ignored if it is not there. */
  | { readonly change: 'deletedFile.forget'; readonly deletedFileIds: readonly DeletedFileId[] };
