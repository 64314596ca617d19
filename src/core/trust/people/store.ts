import type { FileRead } from '../../ports/file-read.ts';
import type { PersonId } from '../../kernel/ids.ts';
import type { Person } from './model.ts';

/** Reads only: changes go through `Journal.commit`. */
export interface PeopleStore {
  get(personId: PersonId): Promise<Person | null>;
  /** Null only before the first start. */
  owner(): Promise<Person | null>;
  /** In the order in which they came; the owner is the first. */
  list(): Promise<readonly Person[]>;
  /** Whom a proxy knows by this name. */
  ofProxyUser(proxyUser: string): Promise<Person | null>;
}

export type PeopleChange =
  /** Refused (`JournalConflict`) for a second owner. */
  | { readonly change: 'person.add'; readonly person: Person }
  /**
   * All but the id and the role. `signsOut`: for good, their sessions, tokens and links end; how they can sign in anew stays.
   * Refused (`JournalConflict`) if there is no such person, or another has the proxy's name.
   */
  | { readonly change: 'person.set'; readonly person: Person; readonly signsOut: boolean }
  | { readonly change: 'person.seen'; readonly personId: PersonId; readonly at: number }
  /** What is left of them goes with them: how they signed in. */
  | { readonly change: 'person.remove'; readonly personId: PersonId };

/** `people.json`: what a restore must not undo. */
export interface AccessFile {
  /** Never throws, and changes nothing. */
  read(): Promise<FileRead>;
  /** Atomic, and durable when this resolves. @throws Refusal disk_full, storage_error */
  replace(text: string): Promise<void>;
}
