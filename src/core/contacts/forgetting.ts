import type { Leaving } from '../graph/port.ts';
import type { EntityId } from '../kernel/ids.ts';
import type { Journal } from '../ports/journal.ts';
import type { ContactChange } from './changes.ts';

/** Removes the interactions and deals of contacts that are no more. */
export class Forgetting implements Leaving {
  readonly #journal: Journal<ContactChange>;

  constructor(journal: Journal<ContactChange>) {
    this.#journal = journal;
  }

  async leave(entityIds: readonly EntityId[]): Promise<void> {
    await this.#journal.commit([{ change: 'contact.forget', entityIds }]);
  }
}
