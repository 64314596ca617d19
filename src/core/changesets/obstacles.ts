import type { Refusal } from '../kernel/refusal.ts';
import type { HeldPaths } from '../ports/workspace.ts';
import { refuse } from './errors.ts';
import { isBuiltOn, isNewFile, splitRenames, takesAway, type ChangedFile, type Decisions } from './model.ts';

/**
 * What cannot be decided so without something being lost, each with the reason: a rename of
 * which one half is kept and the other is not, and a file that another thread has changed since.
 * @param waiting all files of the set
 * @param elsewhere those of the same paths that wait in other threads
 */
export async function obstaclesTo(
  { accepted, rolledBack }: Decisions,
  waiting: readonly ChangedFile[],
  elsewhere: readonly ChangedFile[],
  files: Pick<HeldPaths, 'contentId'>,
): Promise<ReadonlyMap<ChangedFile, Refusal>> {
  const obstacles = new Map<ChangedFile, Refusal>();
  for (const file of rolledBack)
    if (elsewhere.some((later) => later.path === file.path && isBuiltOn(file, later)))
      obstacles.set(file, refuse.changed_in_other_thread());

  if (!accepted.some(takesAway)) return obstacles;
  const kept = new Set(accepted);
  const others = waiting.filter((file) => !kept.has(file) && isNewFile(file));
  const holders = await Promise.all(
    others.map(async (file) => {
      const current = await files.contentId(file.path.split('/')).catch(() => null);
      return { file, current };
    }),
  );
  for (const { gone, held } of splitRenames(accepted, holders)) {
    obstacles.set(gone, refuse.half_of_rename());
    if (rolledBack.includes(held)) obstacles.set(held, refuse.half_of_rename());
  }
  return obstacles;
}
