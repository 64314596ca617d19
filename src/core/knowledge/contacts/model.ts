// Room: people and organizations of the graph that are marked as contacts; their interactions and deals;
// import and export. What is known of one is kept in the graph alone; amounts of two currencies are never
// added.

import type { DealId, EntityId, InteractionId } from '../../kernel/ids.ts';

/** The kinds of entities that may be contacts. */
export const CONTACT_KINDS = ['person', 'organization'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/**
 * An entity of the graph that is marked as a contact; all of it is kept there. Instants are milliseconds since the epoch.
 */
export interface Contact {
  readonly contactId: EntityId;
  readonly kind: ContactKind;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** Those besides the one above, which were stated so or are of entries that were merged into it. */
  readonly furtherEmails: readonly string[];
  readonly furtherPhones: readonly string[];
  readonly furtherWebsites: readonly string[];
  /** The organization that a person works for. */
  readonly company: string | null;
  readonly companyId: EntityId | null;
  /** Of a person. */
  readonly role: string | null;
  /** Of a person: a year, a month or a day, in ISO 8601. */
  readonly birthday: string | null;
  readonly website: string | null;
  readonly type: string | null;
  readonly source: string | null;
  readonly language: string | null;
  readonly notes: string | null;
  readonly tags: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Of texts to import and export. */
export const CONTACT_FORMATS = ['csv', 'vcard'] as const;
export type ContactFormat = (typeof CONTACT_FORMATS)[number];

/** The columns of a table that is written. */
export const COLUMNS = [
  'contactId',
  'kind',
  'name',
  'email',
  'phone',
  'company',
  'role',
  'birthday',
  'website',
  'type',
  'source',
  'language',
  'notes',
  'tags',
  'furtherEmails',
  'furtherPhones',
  'furtherWebsites',
] as const;

/**
 * What the columns of a table that is read may be called, in any capitals; the names of other programs are known, too. With
 * yes in `new`, a row is another contact than those of its name.
 */
export const COLUMN_NAMES = [...COLUMNS, 'first name', 'last name', 'new'];

/** Of vCards. */
export const CARD_VERSIONS = ['3.0', '4.0'] as const;
export type CardVersion = (typeof CARD_VERSIONS)[number];

export interface Interaction {
  readonly interactionId: InteractionId;
  /** The entity that it was written down for, which may be merged into another. */
  readonly entityId: EntityId;
  readonly type: string;
  readonly channel: string | null;
  readonly summary: string;
  /** When it took place. */
  readonly at: number;
}

export const STAGES = ['lead', 'qualified', 'proposal', 'negotiation', 'won', 'lost'] as const;
export type Stage = (typeof STAGES)[number];

/** A deal in one of these is over. */
export const CLOSED: ReadonlySet<Stage> = new Set(['won', 'lost']);

export interface Deal {
  readonly dealId: DealId;
  /** As in an interaction. */
  readonly entityId: EntityId;
  readonly title: string;
  /** In ten-thousandths of the currency; null: it is not known. */
  readonly value: number | null;
  /** ISO 4217; a value has one. */
  readonly currency: string | null;
  readonly stage: Stage;
  readonly nextAction: string | null;
  readonly dueAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What was to be done is not done, and the deal is not over. */
export const isOverdue = ({ stage, dueAt }: Pick<Deal, 'stage' | 'dueAt'>, now: number): boolean =>
  dueAt !== null && dueAt < now && !CLOSED.has(stage);

/** A sum of money in one currency, in ten-thousandths. */
export interface Total {
  readonly currency: string;
  readonly value: bigint;
}

export interface StageSums {
  readonly stage: Stage;
  readonly count: number;
  /** By currency: money of two currencies is never added. */
  readonly totals: readonly Total[];
}

export interface ContactStats {
  readonly contacts: number;
  /** The most first; null: those without a type. */
  readonly byType: readonly { readonly type: string | null; readonly count: number }[];
  readonly deals: readonly StageSums[];
  readonly interactionsLast30Days: number;
}

export type TimelineKind = 'interaction' | 'deal' | 'thread' | 'memory';

/** Something of a contact at one time. */
export interface TimelineEntry {
  readonly kind: TimelineKind;
  /** The id of what it is. */
  readonly id: string;
  readonly at: number;
  readonly title: string;
  /** Of a deal: how it stands, in English; `deal` says it in values. */
  readonly text: string | null;
  readonly deal: Pick<Deal, 'stage' | 'value' | 'currency' | 'nextAction'> | null;
}

/** Tags are one detail of the graph: texts without commas and semicolons, with commas between them. */
export const tagsIn = (detail: string | undefined): readonly string[] => [
  ...new Set((detail ?? '').split(',').flatMap((tag) => tag.trim() || [])),
];

const SCALE = 10_000;
const AMOUNT = /^(\d{1,11})(?:\.(\d{1,4}))?$/u;

/**
 * An amount in ten-thousandths, exactly as it is written; null if it is none: negative, too large, or with more than four
 * digits after the point.
 */
export function amountFrom(written: number | string): number | null {
  const [, whole, part = ''] = AMOUNT.exec(String(written)) ?? [];
  return whole === undefined ? null : Number(whole) * SCALE + Number(part.padEnd(4, '0'));
}

/** The amount as a number; exact up to fifteen digits. */
export const amountShown = (value: number | bigint): number => Number(amountInWords(value));

/** The amount in decimal digits, exactly. */
export function amountInWords(value: number | bigint): string {
  const all = String(value).padStart(5, '0');
  const part = all.slice(-4).replace(/0+$/u, '');
  return part === '' ? all.slice(0, -4) : `${all.slice(0, -4)}.${part}`;
}
