// Room: people, organizations and things: names, facts and relations, each with its source. Nothing is
// overwritten; what fits several entities is refused with all of them. What a conversation taught is seen by its person
// alone until they share it; what was entered or imported, and every contact, is everybody's.

import type { EntityId, FactId, MergeId, PersonId, RelationId, ThreadId } from '../../kernel/ids.ts';
import type { Source } from '../memory/model.ts';

export const ENTITY_KINDS = [
  'person',
  'organization',
  'engagement',
  'product',
  'service',
  'place',
  'topic',
] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

export const ENTITY_SORTS = ['name', 'mentions', 'recent'] as const;
export type EntitySort = (typeof ENTITY_SORTS)[number];

/** How a value is checked and compared. */
export type AttributeType =
  | 'text'
  | 'email'
  | 'phone'
  | 'domain'
  | 'vat'
  | 'money'
  | 'currency'
  | 'date'
  | 'url';

/** What is kept of every entity. */
const shared = {
  description: 'text',
  notes: 'text',
  tags: 'text',
  source: 'text',
  language: 'text',
} as const;

/** The details of each kind. */
export const detailsOf = {
  person: {
    ...shared,
    email: 'email',
    phone: 'phone',
    role: 'text',
    type: 'text',
    birthday: 'date',
    website: 'url',
  },
  organization: {
    ...shared,
    email: 'email',
    phone: 'phone',
    domain: 'domain',
    vatNumber: 'vat',
    country: 'text',
    type: 'text',
    website: 'url',
  },
  engagement: {
    ...shared,
    start: 'date',
    end: 'date',
    budget: 'money',
    currency: 'currency',
    billing: 'text',
  },
  product: { ...shared, sku: 'text', price: 'money', currency: 'currency' },
  service: { ...shared, rate: 'money', currency: 'currency' },
  place: { ...shared, address: 'text', country: 'text' },
  topic: shared,
} as const satisfies Readonly<Record<EntityKind, Readonly<Record<string, AttributeType>>>>;

/** Of a longer text a newer one takes the place; two values of the others contradict each other. */
export const TEXTS: ReadonlySet<string> = new Set([
  'description',
  'notes',
  'tags',
  'source',
  'language',
  'furtherEmails',
  'furtherPhones',
  'furtherWebsites',
]);

/** Of these an entity may have several: each entry that was merged into it brings its own. */
export const SEVERAL = ['email', 'phone', 'website', 'domain'] as const;

/**
 * Details of people and organizations that hold several values of another detail, besides the one that is shown: texts
 * with semicolons between them.
 */
export const FURTHER = {
  furtherEmails: 'email',
  furtherPhones: 'phone',
  furtherWebsites: 'website',
} as const satisfies Readonly<Record<string, (typeof SEVERAL)[number]>>;
export type FurtherDetail = keyof typeof FURTHER;
export const isFurther = (attribute: string): attribute is FurtherDetail => Object.hasOwn(FURTHER, attribute);

const SEPARATOR = '; ';
export const asFurther = (values: readonly string[]): string => values.join(SEPARATOR);
export const furtherIn = (text: string | null): readonly string[] =>
  (text ?? '').split(';').flatMap((one) => one.trim() || []);

/** By these an entity is recognised, and by no name: a personal address, a firm's own domain, its VAT number. */
export const IDENTITY: Readonly<Record<string, readonly string[]>> = {
  person: ['email'],
  organization: ['domain', 'vatNumber'],
};

/** The relation of a person to the organization that is its company. */
export const WORKS_FOR = 'works_for';

/**
 * Who sees it alone; null: everybody who is let in. What is stated of an entity is seen by no more people than the entity
 * itself, and what shows another entity by no fewer than that.
 */
interface Seen {
  readonly seenBy: PersonId | null;
}

/** Instants are milliseconds since the epoch. */
export interface Entity extends Seen {
  readonly entityId: EntityId;
  readonly kind: EntityKind;
  readonly name: string;
  /** Whether it is a contact, or one that was merged into it is. */
  readonly isContact: boolean;
  readonly isContactItself: boolean;
  readonly mentionCount: number;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** What it was merged into; null for an entity that stands for itself. */
  readonly mergedInto: EntityId | null;
  /** The merge that did it. */
  readonly mergeId: MergeId | null;
  /** The entity that shows it: itself, unless it was merged away. */
  readonly rootId: EntityId;
}

/** A statement has a source and a confidence; none is overwritten: it is superseded, and stays readable. */
interface Statement extends Seen {
  /** The entity that the statement was made about, which may be merged into another. */
  readonly about: EntityId;
  readonly source: Source;
  readonly createdAt: number;
  readonly supersededAt: number | null;
}

export interface NameStatement extends Statement {
  readonly text: string;
  readonly key: string;
  /** The name is taken away, whichever of the merged entities brought it. */
  readonly hides: boolean;
}

/** A detail that is stated anew, and what was shown before. */
export interface StatedDetail {
  readonly attribute: string;
  readonly before: string | null;
  readonly value: string | null;
}

export interface Fact extends Statement {
  readonly factId: FactId;
  readonly attribute: string;
  /** Null: it has none. */
  readonly value: string | null;
  /** The value as it is compared. */
  readonly key: string | null;
  readonly confidence: number;
  readonly supersededBy: FactId | null;
}

/** An end of a relation as it is shown: of a merged entity, the one that it was merged into. */
export interface RelationEnd {
  readonly entityId: EntityId;
  readonly name: string;
  readonly kind: EntityKind;
}

export interface Relation extends Seen {
  readonly relationId: RelationId;
  readonly kind: string;
  /** The entities that were related, which may be merged into others. */
  readonly stated: { readonly from: EntityId; readonly to: EntityId };
  readonly from: RelationEnd;
  readonly to: RelationEnd;
  /** Dates as far as they are known: a year, a month or a day (ISO 8601). */
  readonly since: string | null;
  readonly until: string | null;
  readonly confidence: number;
  readonly source: Source;
  readonly createdAt: number;
  readonly supersededAt: number | null;
  /** What took its place; null also where it was only ended. */
  readonly supersededBy: RelationId | null;
}

/** An entity with what is known of it, and of all that was merged into it. */
export interface EntityInFull {
  readonly entity: Entity;
  readonly aliases: readonly string[];
  /** The values that hold, by attribute. */
  readonly detail: Readonly<Record<string, string>>;
  /** By attribute, what it and entries that were merged into it have besides the value in `detail`. */
  readonly further: Readonly<Record<string, readonly string[]>>;
  /** Values that contradict the one in `detail`, the strongest first. */
  readonly contradictions: readonly Fact[];
  /** All current facts, the stronger first. */
  readonly facts: readonly Fact[];
}

/** What a refusal names, so that the caller can choose. */
export interface NamedEntity {
  readonly entityId: EntityId;
  readonly name: string;
  readonly kind: EntityKind;
  readonly says: string;
}

export interface LinkedThread {
  readonly threadId: ThreadId;
  readonly title: string;
  /** When the conversation first spoke of it. */
  readonly at: number;
}

/** Where a page of what speaks of an entity ended: the time at which it first did, and its id. */
export interface LinkPosition {
  readonly at: number;
  readonly id: string;
}
