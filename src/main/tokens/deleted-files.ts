import type { DeletedFileService } from '../../core/deleted-files/service.ts';
import type { DeletedFileStore } from '../../core/deleted-files/store.ts';
import { token } from '../token.ts';

export const deletedFileTokens = {
  deletedFileStore: token<DeletedFileStore>('deleted-file-store'),
  deletedFiles: token<DeletedFileService>('deleted-files'),
};
