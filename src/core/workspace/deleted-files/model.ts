// Room: what the owner deleted, and bringing it back. A copy and its row are durable before the file goes;
// a restore overwrites nothing.

import type { CopyId } from '../changesets/model.ts';
import { isPast, type Past } from '../../instance/expiry/model.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import type { DeletedFileId } from '../../kernel/ids.ts';
import type { ContentId } from '../../ports/workspace.ts';
import { deletedFileLimits as limits } from './limits.ts';

/** A file of the workspace that its owner deleted, with the copy that brings it back. */
export interface DeletedFile {
  readonly deletedFileId: DeletedFileId;
  readonly path: string;
  readonly copyId: CopyId;
  readonly contentId: ContentId;
  readonly sizeBytes: number;
  readonly mode: number;
  readonly deletedAt: number;
  /** Recorded, and not known to be gone: the engine may have died in between. */
  readonly isBegun: boolean;
}

/** When it goes for good. It may go earlier, where many or large files are deleted after it. */
export const goesAt = ({ deletedAt }: Pick<DeletedFile, 'deletedAt'>): number =>
  deletedAt + limits.keptDays * DAY_MS;

/** The files that are removed for good now. @param files the last deleted first */
export function expiredOf<File extends Pick<DeletedFile, 'deletedAt' | 'sizeBytes'>>(
  files: readonly File[],
  past: Past,
): readonly File[] {
  let bytes = 0;
  return files.filter((file, nth) => {
    bytes += file.sizeBytes;
    return nth >= limits.kept || bytes > limits.allBytes || isPast(past, file.deletedAt);
  });
}
