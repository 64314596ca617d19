// Room: what the owner deleted, and what a file was before it was replaced, and bringing it back. A copy and its row are
// durable before the file goes; a restore loses nothing that is there.

import type { CopyId } from '../changesets/model.ts';
import { isShared, memberAt } from '../files/model.ts';
import { shareOfMember, shareOfMembers } from '../../trust/people/limits.ts';
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
 * The files that are removed for good now. Those of a member give way first where they take more than a member's part of what is
 * kept, or those of all members and what is shared more than the members' part: nobody pushes out what others deleted. Earlier versions go before
 * deleted files, because keeping many changes must not take away what can be brought back by no other way.
 * @param files the last deleted first
 */
export function expiredOf<File extends Pick<DeletedFile, 'path' | 'deletedAt' | 'sizeBytes' | 'isEarlier'>>(
  files: readonly File[],
  past: Past,
): readonly File[] {
  const all = new Kept(limits.kept, limits.allBytes);
  const ofMembers = new Kept(shareOfMembers(limits.kept), shareOfMembers(limits.allBytes));
  const parts = new Map<string, Kept>();
  const byWorth = [...files.filter((file) => !file.isEarlier), ...files.filter((file) => file.isEarlier)];
  return byWorth.filter((file) => {
    const member = memberAt(file.path);
    if (member !== null) {
      const part = parts.get(member) ?? new Kept(shareOfMember(limits.kept), shareOfMember(limits.allBytes));
      parts.set(member, part);
      if (!part.has(file)) return true;
    }
    if ((member !== null || isShared(file.path)) && !ofMembers.has(file)) return true;
    return !all.has(file) || isPast(past, file.deletedAt);
  });
}

/** Counts files, until there are too many of them. */
class Kept {
  readonly #most: number;
  readonly #mostBytes: number;
  #count = 0;
  #bytes = 0;

  constructor(most: number, mostBytes: number) {
    this.#most = most;
    this.#mostBytes = mostBytes;
  }

  /** Whether there is room for this one, too. */
  has({ sizeBytes }: { readonly sizeBytes: number }): boolean {
    this.#count += 1;
    this.#bytes += sizeBytes;
    return this.#count <= this.#most && this.#bytes <= this.#mostBytes;
  }
}
