import { refuseStorage } from '../../../src/core/kernel/storage-refusals.ts';
import type { Replacements } from '../../harness/replacing.ts';

export type JournalAround = NonNullable<Replacements['journal']>;

/**
 * A journal of which each commit, counted from 1, goes through `around`. Not counted: the first start makes the key of the
 * vault (vault.test.ts is about that) and the owner, and an ended run is added to the index of words and to insights, which can be made
 * at any time.
 */
export const aroundCommits =
  (around: (nth: number, commit: () => Promise<void>) => Promise<void>): JournalAround =>
  (journal) => {
    let commits = 0;
    return {
      commit: async (changes) => {
        const commit = () => journal.commit(changes);
        if (changes.some(({ change }) => NOT_COUNTED.has(change))) return await commit();
        commits += 1;
        await around(commits, commit);
      },
    };
  };

const NOT_COUNTED: ReadonlySet<string> = new Set([
  'vault.begin',
  'person.add',
  'thread-search.fill',
  'insights.reach',
]);

/** A journal whose n-th commits fail as those of a broken disk. */
export const failing = (fails: (nth: number) => boolean): JournalAround =>
  aroundCommits(async (nth, commit) => {
    if (fails(nth)) throw refuseStorage.storage_error();
    await commit();
  });
