import { engine, type Answer } from '../engine/client.ts';
import { codeOf } from '../engine/failure.ts';

type Shown = Pick<Answer<'threads.changeset'>, 'files'>;
type Reviewed = Pick<Answer<'threads.review'>, 'earlier' | 'failed'>;

/** What makes a kept file what it was before: the id of its earlier version, or null for a file that was new. */
export type Kept = ReadonlyMap<string, string | null>;

/** @returns null where nothing was kept, or not all of it can be taken back */
export function keptBy(
  { files }: Shown,
  paths: readonly string[],
  { earlier, failed }: Reviewed,
): Kept | null {
  const notKept = new Set(failed.map(({ path }) => path));
  const ids = new Map(earlier.map(({ path, deletedFileId }) => [path, deletedFileId]));
  const kept = new Map<string, string | null>();
  for (const { path, status } of files) {
    if (!paths.includes(path) || notKept.has(path)) continue;
    const id = ids.get(path) ?? null;
    if (id === null && status !== 'added') return null;
    kept.set(path, id);
  }
  return kept.size === 0 ? null : kept;
}

/**
 * Makes the files what they were before they were kept; what they are now is kept among the deleted files.
 * @returns how many of them are, and why the first of the others is not
 */
export async function undoKeep(kept: Kept): Promise<{ readonly undone: number; readonly failure: unknown }> {
  let undone = 0;
  let failure: unknown = null;
  for (const [path, id] of kept)
    try {
      if (id === null) await engine['files.delete']({ query: { path } });
      else await engine['deletedFiles.restore']({ params: { id }, query: { inPlace: true } });
      undone += 1;
    } catch (error) {
      if (id === null && codeOf(error) === 'file_not_found') undone += 1;
      else failure ??= error;
    }
  return { undone, failure };
}
