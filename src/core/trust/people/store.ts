import type { PersonId } from '../../kernel/ids.ts';
import type { Person } from './model.ts';

/** Reads only: changes go through `Journal.commit`. */
export interface PeopleStore {
  get(personId: PersonId): Promise<Person | null>;
  /** Null only before the first start. */
  owner(): Promise<Person | null>;
}

/** Refused (`JournalConflict`) for a second owner. */
export type PeopleChange = { readonly change: 'person.add'; readonly person: Person };
