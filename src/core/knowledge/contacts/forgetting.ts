import type { Leaving } from '../graph/port.ts';
import { committedInPieces } from '../../kernel/committed-in-pieces.ts';
import type { EntityId } from '../../kernel/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { ContactChange, ContactRows } from './store.ts';
import { contactLimits } from './limits.ts';

/** Removes the interactions and deals of contacts that are no more. */
export class Forgetting implements Leaving {
  readonly #journal: Journal<ContactChange>;
  readonly #rows: Pick<ContactRows, 'hasMoreThan'>;

  constructor(journal: Journal<ContactChange>, rows: Pick<ContactRows, 'hasMoreThan'>) {
    this.#journal = journal;
    this.#rows = rows;
  }

  async isNeeded(entityIds: readonly EntityId[]): Promise<boolean> {
    return await this.#rows.hasMoreThan(entityIds, 0);
  }

  async leave(entityIds: readonly EntityId[]): Promise<void> {
    await committedInPieces(
      contactLimits.forgottenAtOnce,
      (most) => this.#rows.hasMoreThan(entityIds, most),
      (piece, durability) =>
        this.#journal.commit([{ change: 'contact.forget', entityIds, ...piece }], durability),
    );
  }
}
