import type { PersonId } from '../../kernel/ids.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Belongings } from '../../trust/removal/port.ts';
import { namespaces } from './model.ts';
import type { MemoryService } from './service.ts';
import type { MemoryChange } from './store.ts';

type OfOne = Pick<ReturnType<MemoryService['of']>, 'page' | 'history' | 'eraseEntry' | 'counts'>;

/** What somebody's memory holds, current entries and those of the past, when they are removed. */
export const memoryBelongings = (
  of: (person: PersonId) => OfOne,
  journal: Journal<MemoryChange>,
): Belongings => ({
  erase: async (person) => {
    const mine = of(person);
    let erased = 0;
    for (const namespace of namespaces)
      for (;;) {
        const current = (await mine.page(namespace, null, PIECE)).items.filter(
          (entry) => entry.personId === person,
        );
        const all = [...current, ...(await mine.history(namespace, null, PIECE)).items];
        if (all.length === 0) break;
        for (const { entryId } of all) erased += await mine.eraseEntry(entryId).catch(noneIfGone);
      }
    return erased;
  },
  handOver: async (person, to) => {
    const counts = await of(person).counts();
    await journal.commit([{ change: 'memory.hand-over', from: person, to }]);
    return counts.reduce((sum, { current, past }) => sum + current + past, 0);
  },
});

const PIECE = 200;

/** It went meanwhile. */
const noneIfGone = (error: unknown): number => {
  if (!isRefusal(error) || (error.kind !== 'not_found' && error.kind !== 'conflict')) throw error;
  return 0;
};
