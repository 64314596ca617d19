import type { Leaving } from '../graph/port.ts';
import type { EntityId } from '../kernel/ids.ts';
import type { Journal } from '../ports/journal.ts';
import type { CollectionChange } from './changes.ts';
import type { CollectionTurns } from './service.ts';

/** Empties the columns of records that name entities which are about to be erased. */
export class SubjectsForgotten implements Leaving {
  readonly #journal: Journal<CollectionChange>;
  readonly #turns: CollectionTurns;

  constructor(journal: Journal<CollectionChange>, turns: CollectionTurns) {
    this.#journal = journal;
    this.#turns = turns;
  }

  async leave(entityIds: readonly EntityId[]): Promise<void> {
    await this.#turns.run('collections', () =>
      this.#journal.commit([{ change: 'subjects.forget', entityIds }]),
    );
  }
}
