import type { PersonId } from '../../kernel/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { BelongingChange } from '../../trust/removal/store.ts';
import type { Belongings } from '../../trust/removal/port.ts';
import type { HandedOverFiles } from './handed-over.ts';

export interface FileBelongingsDeps {
  readonly journal: Journal<BelongingChange>;
  /** Copies of files that a person deleted. */
  readonly deletedFiles: { forgetOf(person: PersonId): Promise<void> };
  readonly hasFilesOf: HasFilesOf;
}

/**
 * Whether the files of this person are the engine's to give out and to erase. Those of the owner in a workspace outside the data
 * directory are not: it is a folder of theirs, in which the engine only works.
 */
export type HasFilesOf = (person: PersonId) => boolean;

/**
 * The files of somebody: of a member the folder that they have. Handed over, each file is copied before anything of the old place goes, and what was
 * sent in their conversations is found at its new one.
 */
export const fileBelongings = (
  files: HandedOverFiles,
  { journal, deletedFiles, hasFilesOf }: FileBelongingsDeps,
): Belongings => {
  const erase = async (person: PersonId): Promise<number> => {
    await deletedFiles.forgetOf(person);
    return hasFilesOf(person) ? await files.erased(person) : 0;
  };
  return {
    erase,
    handOver: async (person, to) => {
      const paths: string[] = [];
      for await (const path of files.of(person)) paths.push(path.join('/'));
      const { files: moved } = await files.copied(paths, person, to);
      await journal.commit([{ change: 'belongings.files-moved', from: person, files: moved }]);
      await erase(person);
      return Object.keys(moved).length;
    },
  };
};
