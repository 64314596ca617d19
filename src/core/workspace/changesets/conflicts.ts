import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import type { HeldPaths } from '../../ports/workspace.ts';
import { refuse } from './errors.ts';
import {
  isBuiltOn,
  isNewFile,
  splitRenames,
  takesAway,
  type ChangedFile,
  type Content,
  type Decisions,
} from './model.ts';

/**
 * The decisions that would lose data, each with the reason: a rename of which only one half is kept, and a file that
 * another thread has changed since.
 * @param waiting all files of the set
 * @param elsewhere files at the same paths that wait for review in other threads
 */
export async function conflictsIn(
  { accepted, rolledBack }: Decisions,
  waiting: readonly ChangedFile[],
  elsewhere: readonly ChangedFile[],
  files: Pick<HeldPaths, 'contentId'>,
): Promise<ReadonlyMap<ChangedFile, Refusal>> {
  const conflicts = new Map<ChangedFile, Refusal>();
  for (const file of rolledBack)
    if (elsewhere.some((later) => later.path === file.path && isBuiltOn(file, later)))
      conflicts.set(file, refuse.changed_in_other_thread());

  if (!accepted.some(takesAway)) return conflicts;
  const kept = new Set(accepted);
  const others = waiting.filter((file) => !kept.has(file) && isNewFile(file));
  const holders = await Promise.all(
    others.map(async (file) => ({ file, current: await contentNow(file, files) })),
  );
  for (const { gone, held } of splitRenames(accepted, holders)) {
    conflicts.set(gone, refuse.half_of_rename());
    if (rolledBack.includes(held)) conflicts.set(held, refuse.half_of_rename());
  }
  return conflicts;
}

/** If one of these is at the path, what the run left is gone. */
const SOMETHING_ELSE: ReadonlySet<string> = new Set(['outside_workspace', 'not_a_file']);

/** The content at the path. An unreadable file may still hold what the run left, so it counts as holding that. */
async function contentNow(file: ChangedFile, files: Pick<HeldPaths, 'contentId'>): Promise<Content> {
  try {
    return await files.contentId(file.path.split('/'));
  } catch (error) {
    if (isRefusal(error) && SOMETHING_ELSE.has(error.code)) return null;
    return file.stretches.at(-1)?.left.at(-1) ?? null;
  }
}
