import type { Change } from '../../src/core/features.ts';
import { refuseStorage } from '../../src/core/kernel/storage-refusals.ts';
import type { Journal } from '../../src/core/ports/journal.ts';

/**
 * A disk that refuses the n-th commit after `begin`, and no other. `before`: nothing of that is stored; `after`: it is, and
 * its sync failed.
 */
export function failingOnce(nth: number, when: 'before' | 'after') {
  let commits: number | null = null;
  return {
    begin: () => {
      commits = 0;
    },
    hasFailed: () => (commits ?? 0) >= nth,
    journal: (journal: Journal<Change>): Journal<Change> => ({
      commit: async (changes, durability) => {
        if (commits !== null) commits += 1;
        const isNow = commits === nth;
        if (!isNow || when === 'after') await journal.commit(changes, durability);
        if (isNow) throw refuseStorage.storage_error();
      },
    }),
  };
}
