import type { Says } from '../kernel/says.ts';

/** The English of what the engine says, for the texts that the specification prints. Pure. */
export interface Words {
  /** Of several sentences, one text. @throws Error for a code that no room has */
  inEnglish(says: Says | readonly Says[]): string;
}
