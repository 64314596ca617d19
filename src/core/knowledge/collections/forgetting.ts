import type { Leaving } from '../graph/port.ts';
import { committedInPieces } from '../../kernel/committed-in-pieces.ts';
import type { EntityId } from '../../kernel/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { CollectionChange, CollectionStore } from './store.ts';
import { collectionLimits } from './limits.ts';
import type { CollectionTurns } from './service.ts';

/** Empties the columns of records that name entities which are about to be erased. */
export class SubjectsForgotten implements Leaving {
  readonly #journal: Journal<CollectionChange>;
  readonly #turns: CollectionTurns;
  readonly #store: Pick<CollectionStore, 'namesMoreThan'>;

  constructor(
    journal: Journal<CollectionChange>,
    turns: CollectionTurns,
    store: Pick<CollectionStore, 'namesMoreThan'>,
  ) {
    this.#journal = journal;
    this.#turns = turns;
    this.#store = store;
  }

  async isNeeded(entityIds: readonly EntityId[]): Promise<boolean> {
    return await this.#store.namesMoreThan(entityIds, 0);
  }

  async leave(entityIds: readonly EntityId[]): Promise<void> {
    await committedInPieces(
      collectionLimits.forgottenAtOnce,
      (most) => this.#store.namesMoreThan(entityIds, most),
      (piece, durability) =>
        this.#turns.run('collections', () =>
          this.#journal.commit([{ change: 'subjects.forget', entityIds, ...piece }], durability),
        ),
    );
  }
}
