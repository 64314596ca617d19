import { asFurther, type StatedDetail } from '../graph/model.ts';
import type { Contact, ContactKind } from './model.ts';

/** What to keep of a contact. Null takes a value away. */
export interface ContactDraft {
  /** Of the entity of the graph that becomes a contact, by its id or its name. */
  readonly entityId?: string;
  /** Creates a new contact even if there is one of this name. */
  readonly isNew?: boolean;
  /** Others have this name, so only an address can identify the contact, not the name. */
  readonly isNamesake?: boolean;
  /** Of a new one; by default a person. */
  readonly kind?: ContactKind;
  readonly name?: string;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly furtherEmails?: readonly string[] | null;
  readonly furtherPhones?: readonly string[] | null;
  readonly furtherWebsites?: readonly string[] | null;
  /** Keeps the existing further addresses, and adds the given ones. */
  readonly addsFurther?: boolean;
  /** The id or the name of an organization. */
  readonly company?: string | null;
  readonly type?: string | null;
  readonly source?: string | null;
  readonly language?: string | null;
  readonly notes?: string | null;
  /** Keeps the existing notes, and appends the given ones below this line. */
  readonly notesBelow?: string;
  /** Of a person. */
  readonly role?: string | null;
  /** Of a person, in ISO 8601. */
  readonly birthday?: string | null;
  readonly website?: string | null;
  readonly tags?: readonly string[] | null;
  /** The country of national telephone numbers (ISO 3166). */
  readonly country?: string | null;
  readonly confidence?: number;
}

/** Within an address, what separates them is written as RFC 3986 has it. */
export const furtherDetail = (all: readonly string[]): string =>
  asFurther(all.map((one) => one.replaceAll(';', '%3B')));

export interface SavedContact {
  readonly contact: Contact;
  readonly isNew: boolean;
  /** The details that it states anew, with what was shown before. */
  readonly stated: readonly StatedDetail[];
  /** The values that were replaced. */
  readonly replaced: readonly { readonly attribute: string; readonly value: string }[];
  readonly hasNotesBelow: boolean;
  /** What was given contradicts what is known, and both are kept. */
  readonly contradicts: readonly string[];
}
