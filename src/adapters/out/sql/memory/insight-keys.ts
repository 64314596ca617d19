import { OWNERS } from '../person-keys.ts';

/** How the key of a pattern is stored, by which it is told from those of its kind of everybody. */
export const keyIn = (person: string, key: string): string =>
  person === OWNERS ? key : `${beginningOf(person)}${key}`;

/** The key, as its person knows it. */
export const keyFrom = (person: string, stored: string): string =>
  person === OWNERS ? stored : stored.slice(beginningOf(person).length);

const beginningOf = (person: string): string => `${person} `;
