import { SEVERAL, TEXTS, type Entity, type EntityInFull, type Fact, type NameStatement } from './model.ts';
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
    if (strongest === undefined) continue;
    const isSeveral = SEVERAL.some((one) => one === attribute);
    if (isSeveral) {
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
  return { entity, aliases: aliasesOf(entity, names), detail, further, contradictions, facts };
}

/** What entries that were merged into it say beside the value that is shown, each value once. */
function broughtBeside(shown: Fact, facts: readonly Fact[], { entityId }: Entity): readonly string[] {
  const found = new Map<string | null, string>();
  const brought = facts.filter(({ attribute, about }) => attribute === shown.attribute && about !== entityId);
  for (const { key, value } of strongestFirst(brought))
    if (value !== null && key !== shown.key && !found.has(key)) found.set(key, value);
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
  const hidden = new Set(current.filter(({ hides }) => hides).map(({ key }) => key));
  const shown = new Map<string, string>();
  for (const { text, key, hides } of current)
    if (!hides && !hidden.has(key) && text !== entity.name && !shown.has(key)) shown.set(key, text);
  return [...shown.values()];
}
