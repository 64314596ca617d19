// Room: what the owner deleted, and what a file was before it was replaced, and bringing it back. A copy and its row are
// durable before the file goes; a restore loses nothing that is there.

import type { CopyId } from '../changesets/model.ts';
import { isPast, type Past } from '../../instance/expiry/model.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import type { DeletedFileId } from '../../kernel/ids.ts';
import type { ContentId } from '../../ports/workspace.ts';
import { deletedFileLimits as limits } from './limits.ts';

/** A file of the workspace that its owner deleted or let be replaced, with the copy that brings it back. */
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
  /** The file was not deleted: another version took its place. */
  readonly isEarlier: boolean;
}

/** When it goes for good. It may go earlier, where many or large files are deleted after it. */
export const goesAt = ({ deletedAt }: Pick<DeletedFile, 'deletedAt'>): number =>
  deletedAt + limits.keptDays * DAY_MS;

/**
 * The files that are removed for good now. Earlier versions go before deleted files, because keeping many changes must not
 * take away what the owner can bring back by no other way.
 * @param files the last deleted first
 */
export function expiredOf<File extends Pick<DeletedFile, 'deletedAt' | 'sizeBytes' | 'isEarlier'>>(
  files: readonly File[],
  past: Past,
): readonly File[] {
  let bytes = 0;
  const byWorth = [...files.filter((file) => !file.isEarlier), ...files.filter((file) => file.isEarlier)];
  return byWorth.filter((file, nth) => {
    bytes += file.sizeBytes;
    return nth >= limits.kept || bytes > limits.allBytes || isPast(past, file.deletedAt);
  });
}
