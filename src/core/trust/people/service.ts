import { personId, type PersonId } from '../../kernel/ids.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { isStoreUnusable } from '../../kernel/storage-refusals.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import { refusePeople as refuse } from '../../kernel/people-refusals.ts';
import type { KnownOwner } from './known-owner.ts';
import type { Asker, Person, Proof } from './model.ts';
import { admit, type Guarded } from './policy.ts';
import type { PeopleChange, PeopleStore } from './store.ts';

export interface PeopleServiceDeps {
  readonly journal: Journal<PeopleChange>;
  readonly people: PeopleStore;
  readonly ids: Ids;
  readonly clock: Clock;
  /** Learns who the owner is. */
  readonly known: KnownOwner;
}

export class PeopleService {
  readonly #deps: PeopleServiceDeps;
  #owner: Person | null = null;

  constructor(deps: PeopleServiceDeps) {
    this.#deps = deps;
  }

  /**
   * At the start: makes the owner, if there is none yet. Where a new owner cannot be stored, what they make belongs to the one
   * that a later start makes. Where the store cannot be used at all, the owner has an id of this process, so that they can
   * still see to it: nothing can be stored with that.
   * @throws Refusal storage_error if the people could not be read: with another owner, what is the owner's would be hidden
   */
  async load(): Promise<void> {
    const { people, journal, ids, clock } = this.#deps;
    const made = ownerWith(personId(ids.next()), clock.now());
    let found: Person | null;
    try {
      found = await people.owner();
    } catch (error) {
      if (!isStoreUnusable(error)) throw error;
      found = made;
    }
    this.#owner = found ?? made;
    this.#deps.known.id = this.#owner.personId;
    if (found !== null) return;
    try {
      await journal.commit([{ change: 'person.add', person: made }]);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }

  /** Whom the engine belongs to. */
  get owner(): PersonId {
    return this.#loaded().personId;
  }

  /** Whether there is such a person, also one who may not sign in. @throws Refusal storage_error */
  async isThere(id: PersonId): Promise<boolean> {
    return id === this.owner || (await this.#deps.people.get(id)) !== null;
  }

  /**
   * Who it is that may ask for the row.
   * @throws Refusal not_signed_in, owner_only, scope_too_narrow
   */
  async admit(row: Guarded, proof: Proof | null): Promise<Asker> {
    const asker = proof === null ? null : await this.#asker(proof);
    return admit(row, asker);
  }

  /** The person who asks, as stored; the owner also where they could not be. @throws Refusal not_signed_in */
  async me({ person }: Asker): Promise<Person> {
    if (person === this.owner) return this.#loaded();
    const found = await this.#deps.people.get(person);
    if (found === null) throw refuse.not_signed_in();
    return found;
  }

  #loaded(): Person {
    if (this.#owner === null)
      throw new Error('The owner is asked for before the start has loaded the people.');
    return this.#owner;
  }

  /** Nothing is read for the owner, whose rights nothing takes away. */
  async #asker({ person, scopes, signedIn }: Proof): Promise<Asker> {
    if (person === 'owner' || person === this.owner)
      return { person: this.owner, role: 'owner', scopes, signedIn };
    const found = await this.#deps.people.get(person);
    if (found === null || found.disabled) throw refuse.not_signed_in();
    return { person: found.personId, role: found.role, scopes, signedIn };
  }
}

const ownerWith = (id: PersonId, createdAt: number): Person => ({
  personId: id,
  name: null,
  role: 'owner',
  createdAt,
  lastSeenAt: null,
  disabled: false,
  dailyLimitUsd: null,
});
