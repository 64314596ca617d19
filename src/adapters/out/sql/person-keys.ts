import { personId, type PersonId } from '../../../core/kernel/ids.ts';
import type { KnownOwner } from '../../../core/trust/people/model.ts';

/** How a database beside history.db names people: the owner by no text, everybody else by their id. */
export class PersonKeys {
  readonly #owner: KnownOwner;

  constructor(owner: KnownOwner) {
    this.#owner = owner;
  }

  keyOf(person: PersonId): string {
    return person === this.#owner.id ? OWNERS : person;
  }

  personOf(key: string): PersonId {
    return key === OWNERS && this.#owner.id !== null ? this.#owner.id : personId(key);
  }
}

/** What stands for the owner. */
export const OWNERS = '';

/** What of it may come from another machine: the rows of people, by the ids that their own database names. */
export const ofPersonKey = {
  person_id: { checked: "person_id = '' OR length(person_id) = 36" },
} as const;
