import type { EntityId } from '../kernel/ids.ts';

/** A value in the form that is stored and shown, and the form that is compared. */
export interface Checked {
  readonly value: string;
  readonly key: string;
}

/**
 * Checks values by the rules of their kind; null for what is none. Pure, and the same on every machine.
 */
export interface ContactPoints {
  email(text: string): Checked | null;
  /** An international number, or one of the country (ISO 3166). */
  phone(text: string, country: string | null): Checked | null;
  /** The registrable domain of a host name or an address. */
  domain(text: string): Checked | null;
  vatNumber(text: string): Checked | null;
  url(text: string): Checked | null;
  currency(text: string): Checked | null;
  /** A mailbox of a person, and not one of a role such as `info@`. */
  isPersonal(email: string): boolean;
  /** Mail of a provider that is open to anyone. */
  isPublicMail(domain: string): boolean;
}

/** Takes leave of entities that are about to be erased: removes what hangs on them elsewhere. Repeatable. */
export interface Leaving {
  leave(entityIds: readonly EntityId[]): Promise<void>;
}
