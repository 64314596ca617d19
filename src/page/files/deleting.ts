import { say } from '../app/notices.ts';
import { engine } from '../engine/client.ts';
import { codeOf, told } from '../engine/failure.ts';
import { fileWords as said } from '#words/files.ts';
import { nameOf } from './places.ts';
import { shownName } from './shown-name.ts';

/** Deleted files that are looked through for the one that was deleted last. */
const LAST = 20;

/**
 * Deletes a file, and offers to take that back. Never rejects.
 * @returns whether it is gone; `tooLarge` if it can only be deleted for good
 */
export async function deleteFile(
  path: string,
  onBack: () => void,
  permanently = false,
): Promise<boolean | 'tooLarge'> {
  const name = shownName(nameOf(path));
  try {
    await engine['files.delete']({ query: { path, ...(permanently ? { permanently } : {}) } });
  } catch (error) {
    if (codeOf(error) === 'too_large_to_keep') return 'tooLarge';
    if (codeOf(error) !== 'file_not_found') {
      say(told(error));
      return false;
    }
  }
  const id = permanently ? undefined : await keptAs(path);
  say(
    said.removed(name),
    id === undefined ? null : { label: said.undo, act: () => void bringBack(id).then(onBack) },
  );
  return true;
}

async function keptAs(path: string): Promise<string | undefined> {
  try {
    const { deletedFiles } = await engine['deletedFiles.list']({ query: { limit: LAST } });
    return deletedFiles.find((one) => one.path === path)?.deletedFileId;
  } catch {
    // It is among the deleted files all the same.
    return undefined;
  }
}

/** Says where the file is now, or why it is not back. Never rejects. */
export async function bringBack(id: string, inPlace = false): Promise<void> {
  try {
    const { path } = await engine['deletedFiles.restore']({ params: { id }, query: { inPlace } });
    say(said.back(shownName(path)));
  } catch (error) {
    say(told(error));
  }
}
