import type { PersonId } from '../../kernel/ids.ts';
import type { KnownOwner } from '../../trust/people/model.ts';
import type { WorkspacePath } from '../../ports/workspace.ts';
import { refuse } from './errors.ts';

/** The folder that everybody reaches, and the one with a folder for each member. */
export const SHARED = 'shared';
export const PEOPLE = 'people';

/**
 * Where somebody is in the workspace. A member has the folder with their id below `people`: a path of theirs is below it, unless
 * it begins with that folder itself, or with `shared`. All else is the owner's, who does not reach the folders of members.
 */
export class Place {
  readonly #person: PersonId;
  readonly #isOwner: boolean;

  constructor(person: PersonId, isOwner: boolean) {
    this.#person = person;
    this.#isOwner = isOwner;
  }

  /** The folder of the person; empty for the owner, who has the workspace itself. */
  get folder(): string {
    return this.#isOwner ? '' : `${PEOPLE}/${this.#person}`;
  }

  /**
   * The path from the top of the workspace that is meant. Whether it is one is for its parser to say. @throws Refusal outside_workspace
   */
  path(text: string): string {
    const names = text.split('/').filter((name, nth) => !(name === '.' && nth === 0));
    const [first = '', second = ''] = names;
    if (this.#isOwner) {
      if (isOfMember(first, second, this.#person)) throw refuse.outside_workspace();
      return text;
    }
    // What leaves the workspace is refused as what it is.
    if (text.startsWith('/') || names.includes('..')) throw refuse.outside_workspace();
    if (names.length === 0 || (names.length === 1 && first === '')) return this.folder;
    if (first === PEOPLE && second === this.#person) return names.join('/');
    if (folded(first) === SHARED) return [SHARED, ...names.slice(1)].join('/');
    return [this.folder, ...names].join('/');
  }

  /** Whether a path from the top of the workspace is in it. */
  has(path: WorkspacePath): boolean {
    const [first = '', second = ''] = path;
    if (this.#isOwner) return !isOfMember(first, second, this.#person);
    return folded(first) === SHARED || (first === PEOPLE && second === this.#person);
  }

  /** Whether a path from the top of the workspace is in it, and not what everybody has. */
  isOwn(path: WorkspacePath): boolean {
    return this.has(path) && folded(path[0] ?? '') !== SHARED;
  }
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

/** The member in whose folder a path from the top of the workspace is; null: in none. */
export function memberAt(path: string): string | null {
  const [first = '', second = ''] = path.split('/');
  return first === PEOPLE && ID.test(second) ? second : null;
}

/** Whether a path from the top of the workspace is in what everybody shares. */
export const isShared = (path: string): boolean => folded(path.split('/')[0] ?? '') === SHARED;

/** A folder of the owner's may be called so, too; a file system may make no difference between capital and small letters. */
const isOfMember = (first: string, second: string, owner: PersonId): boolean =>
  folded(first) === PEOPLE && ID.test(folded(second)) && folded(second) !== owner;

const folded = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[.\s]+$/u, '');

/** The places of people. */
export class Places {
  readonly #owner: KnownOwner;

  constructor(owner: KnownOwner) {
    this.#owner = owner;
  }

  of(person: PersonId): Place {
    return new Place(person, person === this.#owner.id);
  }
}
