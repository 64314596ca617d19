import type { PersonId } from '../../kernel/ids.ts';

/**
 * Whom the engine belongs to, for the stores that do not know the people. They keep what is the owner's without an id, so that
 * it stays the owner's whoever that is. The start of the people says who; null until then.
 */
export interface KnownOwner {
  id: PersonId | null;
}
