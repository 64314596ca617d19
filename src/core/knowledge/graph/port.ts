import type { EntityId, PersonId, RunId, ThreadId } from '../../kernel/ids.ts';
import type { EntityKind } from './model.ts';

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
  /** Whether telephone numbers of this country are known (ISO 3166). */
  isCountry(code: string): boolean;
  /** An international number, or one of the country (ISO 3166). */
  phone(text: string, country: string | null): Checked | null;
  /**
   * The registrable domain of a host name or an address; of a page at a host such as sites.google.com, the host name. `key`
   * is the same for both spellings of an internationalized domain.
   */
  domain(text: string): Checked | null;
  vatNumber(text: string): Checked | null;
  url(text: string): Checked | null;
  currency(text: string): Checked | null;
  /** A mailbox of a person, and not one of a role such as `info@`. */
  isPersonal(email: string): boolean;
  /** A domain that many share: of mail that is open to anyone, or of a host of pages. It is no firm's own. */
  isShared(domain: string): boolean;
}

/** People, organisations and things that a model found in what the owner said, not checked yet. */
export interface ExtractedThings {
  readonly entities: readonly {
    readonly kind: EntityKind;
    readonly name: string;
    readonly aliases: readonly string[];
    readonly detail: Readonly<Record<string, string>>;
  }[];
  readonly relations: readonly {
    readonly from: string;
    readonly kind: string;
    readonly to: string;
    readonly since: string | null;
    readonly until: string | null;
  }[];
}

/** Keeps what somebody said of people, organisations and things; they alone see it. */
export interface ExtractionStore {
  /** Repeatable. Rejects only if what was found could not be written. */
  keep(
    found: ExtractedThings,
    said: string,
    from: { readonly personId: PersonId; readonly threadId: ThreadId; readonly runId: RunId },
  ): Promise<void>;
}

/** Takes leave of entities that are about to be erased: removes what hangs on them elsewhere. Repeatable. */
export interface Leaving {
  leave(entityIds: readonly EntityId[]): Promise<void>;
  /** Whether it would remove anything. */
  isNeeded(entityIds: readonly EntityId[]): Promise<boolean>;
}
