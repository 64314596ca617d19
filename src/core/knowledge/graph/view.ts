import {
  FURTHER,
  furtherIn,
  isFurther,
  SEVERAL,
  TEXTS,
  type Entity,
  type EntityInFull,
  type Fact,
  type NameStatement,
} from './model.ts';
import type { Origin, Source } from '../memory/model.ts';

/** Whom to believe: the owner before an import, that before the agent, that before a stranger. */
export const RANK: Readonly<Record<Origin, number>> = { user: 3, import: 2, agent: 1, external: 0 };

export const rankOf = ({ source }: { readonly source: Pick<Source, 'origin'> }): number =>
  RANK[source.origin];

/** An entity as it is shown, from the current statements about it and about all that was merged into it. */
export function inFull(
  entity: Entity,
  names: readonly NameStatement[],
  facts: readonly Fact[],
): EntityInFull {
  const detail: Record<string, string> = {};
  const further: Record<string, readonly string[]> = {};
  const contradictions: Fact[] = [];
  for (const [attribute, own] of byAttribute(entity, facts)) {
    const [strongest, ...others] = own;
    if (strongest === undefined || isFurther(attribute)) continue;
    const isSeveral = SEVERAL.some((one) => one === attribute);
    if (isSeveral && !isListed(attribute)) {
      // They stay where its own value was taken away.
      const brought = broughtBeside(strongest, facts, entity);
      if (brought.length > 0) further[attribute] = brought;
    }
    if (strongest.value === null) continue;
    detail[attribute] = strongest.value;
    if (!TEXTS.has(attribute))
      contradictions.push(
        ...others.filter(
          ({ key, value, about }) =>
            value !== null && key !== strongest.key && !(isSeveral && about !== entity.entityId),
        ),
      );
  }
  for (const [attribute, of] of Object.entries(FURTHER)) {
    const values = statedBeside(entity, facts, attribute, of);
    if (values.length > 0) further[of] = values;
  }
  return { entity, aliases: aliasesOf(entity, names), detail, further, contradictions, facts };
}

const isListed = (attribute: string): boolean => Object.values(FURTHER).some((one) => one === attribute);

/** What entries that were merged into it say beside the value that is shown, each value once. */
function broughtBeside(shown: Fact, facts: readonly Fact[], { entityId }: Entity): readonly string[] {
  const found = new Map<string | null, string>();
  const brought = facts.filter(({ attribute, about }) => attribute === shown.attribute && about !== entityId);
  for (const { key, value } of strongestFirst(brought))
    if (value !== null && key !== shown.key && !found.has(key)) found.set(key, value);
  return [...found.values()];
}

/** What is stated as further values, and then what merges brought; each value once. */
function statedBeside(
  entity: Entity,
  facts: readonly Fact[],
  attribute: string,
  of: string,
): readonly string[] {
  const [shown] = byAttribute(entity, facts).get(of) ?? [];
  const found = new Map<string, string>();
  const add = (key: string | undefined, value: string) => {
    if (key !== undefined && key !== shown?.key && !found.has(key)) found.set(key, value);
  };
  const lists = new Map<string, Fact>();
  const ownFirst = strongestFirst(facts.filter((fact) => fact.attribute === attribute)).toSorted(
    (a, b) => Number(b.about === entity.entityId) - Number(a.about === entity.entityId),
  );
  for (const fact of ownFirst) if (!lists.has(fact.about)) lists.set(fact.about, fact);
  for (const { key, value } of lists.values()) {
    const keys = furtherIn(key);
    for (const [nth, one] of furtherIn(value).entries()) add(keys[nth], one);
  }
  const brought = facts.filter((fact) => fact.attribute === of && fact.about !== entity.entityId);
  if (shown !== undefined)
    for (const { key, value } of strongestFirst(brought)) if (value !== null) add(key ?? undefined, value);
  return [...found.values()];
}

const strongestFirst = (facts: readonly Fact[]): readonly Fact[] =>
  facts.toSorted((a, b) => rankOf(b) - rankOf(a) || b.createdAt - a.createdAt);

/**
 * The statements that count for each detail, the strongest first. What was said about the entity itself takes the place
 * of what was said about those that were merged into it.
 */
export function byAttribute(entity: Entity, facts: readonly Fact[]): ReadonlyMap<string, readonly Fact[]> {
  const found = new Map<string, Fact[]>();
  for (const fact of facts) {
    const list = found.get(fact.attribute) ?? [];
    list.push(fact);
    found.set(fact.attribute, list);
  }
  for (const [attribute, list] of found) {
    const own = list.filter(({ about }) => about === entity.entityId);
    found.set(attribute, [...strongestFirst(own.length > 0 ? own : list)]);
  }
  return found;
}

function aliasesOf(entity: Entity, names: readonly NameStatement[]): readonly string[] {
  const current = names.filter(({ supersededAt }) => supersededAt === null);
  const shown = new Map<string, string>();
  for (const [nth, { text, key, hides, seenBy }] of current.entries()) {
    // What everybody sees taken away, one may have heard again since.
    const isHidden = current.some(
      (one, its) => one.hides && one.key === key && (one.seenBy === seenBy || its > nth),
    );
    if (!hides && !isHidden && text !== entity.name && !shown.has(key)) shown.set(key, text);
  }
  return [...shown.values()];
}
