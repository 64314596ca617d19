import type { EntityId, RelationId } from '../../kernel/ids.ts';
import type { EntityKind, StatedDetail } from './model.ts';

/** What to keep of an entity. */
export interface EntityDraft {
  /** Of the entity to change. Without it, the one that fits is changed, or a new one is made. */
  readonly entityId?: string;
  /** Makes a new entity, although one of this name exists. */
  readonly isNew?: boolean;
  /** Others have its name: an address can say that it is known, and its name cannot. */
  readonly isNamesake?: boolean;
  readonly kind?: EntityKind;
  readonly name?: string;
  /** Other names, to add. */
  readonly aliases?: readonly string[];
  readonly withoutAliases?: readonly string[];
  /** Values by attribute (`detailsOf`); null takes one away. */
  readonly detail?: Readonly<Record<string, string | null>>;
  /** Notes that are there stay, and those of `detail` come below them, after this line. */
  readonly notesBelow?: string;
  /** Further addresses, numbers and websites that are there stay, and those of `detail` come after them. */
  readonly addsFurther?: boolean;
  readonly isContact?: boolean;
  /**
   * Of a person: the id or the name of the organization that it works for, which takes the place of another one that is
   * not known better; null: none. An organization that is not known is added.
   */
  readonly worksFor?: string | null;
  /** The country of national telephone numbers (ISO 3166). */
  readonly country?: string | null;
  /** How sure the source is, from 0 to 1. */
  readonly confidence?: number;
}

export interface RelationDraft {
  /** An id or a name of each end. */
  readonly from: string;
  readonly to: string;
  readonly kind: string;
  readonly since?: string | null;
  readonly until?: string | null;
  readonly confidence?: number;
}

export interface SavedEntity {
  readonly entityId: EntityId;
  readonly isNew: boolean;
  /** It was no contact before, and is one now. */
  readonly isNewContact: boolean;
  /** The details that it states anew, with what was shown before. */
  readonly stated: readonly StatedDetail[];
  /** The values that others took the place of. */
  readonly replaced: readonly { readonly attribute: string; readonly value: string }[];
  /** Notes came below others, as `notesBelow` asks. */
  readonly hasNotesBelow: boolean;
  /** What was given contradicts what is known, and both are shown. */
  readonly contradicts: readonly string[];
}

export interface SavedRelation {
  readonly relationId: RelationId;
  readonly isNew: boolean;
}
