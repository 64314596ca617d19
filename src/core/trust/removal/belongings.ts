import type { PersonId } from '../../kernel/ids.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Journal } from '../../ports/journal.ts';
import type { BelongingKind } from './model.ts';
import type { AllBelongings, Belongings } from './port.ts';
import type { BelongingChange, BelongingStore } from './store.ts';

export interface RowBelongingsDeps {
  readonly store: BelongingStore;
  readonly journal: Journal<BelongingChange>;
  /** Erases one, where its row is not all of it. */
  readonly one: Readonly<Partial<Record<BelongingKind, (id: string, person: PersonId) => Promise<unknown>>>>;
}

/** What becomes of each kind; `others`: of what has no rows of its own here. */
export function belongingsOf(
  deps: RowBelongingsDeps,
  others: Pick<AllBelongings, 'memories' | 'graph' | 'secrets' | 'files'>,
): AllBelongings {
  const ofRows = (kind: BelongingKind): Belongings => rowBelongings(kind, deps);
  return {
    triggers: ofRows('triggers'),
    workflowRuns: ofRows('workflowRuns'),
    workflows: ofRows('workflows'),
    tasks: ofRows('tasks'),
    threads: ofRows('threads'),
    runs: ofRows('runs'),
    artifacts: ofRows('artifacts'),
    assistants: ofRows('assistants'),
    ...others,
    // A yes, and what somebody was told, are nobody else's.
    notices: ofNobodyElse(ofRows('notices')),
    grants: ofNobodyElse(ofRows('grants')),
  };
}

function rowBelongings(kind: BelongingKind, { store, journal, one: ones }: RowBelongingsDeps): Belongings {
  const one = ones[kind];
  return {
    erase: async (person) => {
      const ids = await store.ids(kind, person);
      // One may have gone with another.
      if (one) for (const id of ids) await one(id, person).catch(unlessGone);
      await journal.commit([{ change: 'belongings.erased', kind, person }]);
      return ids.length;
    },
    handOver: async (person, to) => {
      const ids = await store.ids(kind, person);
      await journal.commit([{ change: 'belongings.handed-over', kind, from: person, to }]);
      return ids.length;
    },
  };
}

const ofNobodyElse = ({ erase }: Pick<Belongings, 'erase'>): Belongings => ({
  erase,
  handOver: erase,
});

/** What is gone or has ended meanwhile is as it should be. */
function unlessGone(error: unknown): void {
  if (!isRefusal(error) || (error.kind !== 'not_found' && error.kind !== 'conflict')) throw error;
}
