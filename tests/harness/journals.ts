import type { Change } from '../../src/core/features.ts';
import { refuseStorage } from '../../src/core/kernel/storage-refusals.ts';
import type { Journal } from '../../src/core/ports/journal.ts';

/** A disk that takes nothing of the lists that `isRefused` names. */
export const refusing =
  (
    isRefused: (changes: readonly Change[]) => boolean,
    why: () => Error = () => refuseStorage.disk_full(),
  ): ((journal: Journal<Change>) => Journal<Change>) =>
  (journal) => ({
    commit: async (changes, durability) => {
      if (isRefused(changes)) throw why();
      await journal.commit(changes, durability);
    },
  });

/** A process that dies: from then on nothing is written, and no answer comes. */
export const dyingWhen =
  (isDead: () => boolean): ((journal: Journal<Change>) => Journal<Change>) =>
  (journal) => ({
    commit: async (changes, durability) => {
      if (isDead()) await new Promise(() => undefined);
      await journal.commit(changes, durability);
    },
  });
