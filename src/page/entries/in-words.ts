import { dayOrPart, moment, shortMoment } from '../parts/format.ts';
import { entryWords as said } from '#words/entries.ts';
import type { Entry, Relation, Source, Stated } from './entries.ts';

/** The details that an entry of each kind may have, in the order in which they are shown. */
export const detailsOf: Readonly<Record<Entry['kind'], readonly string[]>> = (() => {
  const shared = ['description', 'notes', 'tags', 'source', 'language'];
  return {
    person: ['role', 'email', 'phone', 'website', 'birthday', 'type', ...shared],
    organization: ['domain', 'email', 'phone', 'website', 'vatNumber', 'country', 'type', ...shared],
    engagement: ['start', 'end', 'budget', 'currency', 'billing', ...shared],
    product: ['sku', 'price', 'currency', ...shared],
    service: ['rate', 'currency', ...shared],
    place: ['address', 'country', ...shared],
    topic: shared,
  };
})();

/** Details that may be several lines long. */
export const LONG: ReadonlySet<string> = new Set(['description', 'notes', 'address']);

const DAYS: ReadonlySet<string> = new Set(['birthday', 'start', 'end']);

/** A detail as it is shown. */
export const shownDetail = (attribute: string, value: string): string =>
  DAYS.has(attribute) ? dayOrPart(value) : value;

export const attributeWords = (attribute: string): string => said.attributes[attribute] ?? attribute;

/** The kind of a relation as a person reads it: `works_for` is “works for”. */
export const relationWords = (kind: string): string =>
  Object.hasOwn(said.relationKinds, kind) ? (said.relationKinds[kind] ?? kind) : kind.replaceAll('_', ' ');

type Said = Pick<Relation, 'kind' | 'since' | 'until'> & {
  readonly from: { readonly name: string };
  readonly to: { readonly name: string };
};

/** A relation as a sentence without its dates. */
export const sentenceOf = ({ from, kind, to }: Said): string =>
  `${from.name} ${relationWords(kind)} ${to.name}`;

/** From when to when it holds, as far as that is known; '' if it is not. */
export const datesOf = ({ since, until }: Pick<Relation, 'since' | 'until'>): string =>
  [
    ...(since === null ? [] : [said.from(dayOrPart(since))]),
    ...(until === null ? [] : [said.until(dayOrPart(until))]),
  ].join(', ');

/** Who stated it and when. */
export const sourceWords = (source: Source, createdAt: string): string =>
  `${said.origins[source.origin]}, ${shortMoment(createdAt)}`;

/** Whether a statement still holds. */
export const standing = (supersededAt: string | null): string =>
  supersededAt === null ? said.history.holds : said.endedOn(moment(supersededAt));

export interface Contradiction {
  readonly attribute: string;
  /** The one that is shown first. */
  readonly values: readonly { readonly value: string | null; readonly stated: Stated | null }[];
}

/** Values that contradict each other, each once, by what they are values of. */
export function contradictionsOf({
  detail,
  contradictions,
}: {
  readonly detail: Readonly<Record<string, string>>;
  readonly contradictions: readonly Stated[];
}): readonly Contradiction[] {
  const attributes = [...new Set(contradictions.map(({ attribute }) => attribute))];
  return attributes.map((attribute) => {
    const shown = detail[attribute] ?? null;
    const others = contradictions.filter((one) => one.attribute === attribute && one.value !== shown);
    const once = new Map(others.map((stated) => [stated.value, { value: stated.value, stated }]));
    return { attribute, values: [{ value: shown, stated: null }, ...once.values()] };
  });
}
