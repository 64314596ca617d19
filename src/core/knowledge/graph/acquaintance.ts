import type { Acquaintances, RelatedName } from '../memory/port.ts';
import { graphLimits } from './limits.ts';
import type { Relation } from './model.ts';
import { spotted } from './spotting.ts';
import type { GraphStore } from './store.ts';

/** Entities of one question whose relations are followed, and names that it gets from them. */
const MOST_ENTITIES = 4;
const MOST_NAMES = 24;

/** How much another name of the same entity counts for a search, and the name of a related one. */
const ALIAS = 0.8;
const RELATED = 0.35;
/** A relation that held in the year that the question names, and one that did not. */
const IN_ITS_TIME = 0.6;
const OUT_OF_TIME = 0.15;

/** What the graph knows of the names in a question, as one person sees it. */
export class GraphAcquaintances implements Acquaintances {
  readonly #store: GraphStore;

  constructor(store: GraphStore) {
    this.#store = store;
  }

  async namesFor(question: string): Promise<readonly RelatedName[]> {
    if (await this.#store.isEmpty()) return [];
    const named = await spotted(this.#store, question.slice(0, graphLimits.queryChars));
    const years = (question.match(/\b(?:1[5-9]|20)\d{2}\b/gu) ?? []).map(Number);
    const found: RelatedName[] = [];
    for (const { entityId, text } of named.slice(0, MOST_ENTITIES)) {
      for (const name of await this.#store.names(entityId))
        if (name.supersededAt === null && !name.hides && name.text !== text)
          found.push({ asked: text, name: name.text, weight: ALIAS });
      const relations = await this.#store.relations(entityId, { history: false, limit: MOST_NAMES });
      for (const relation of relations) {
        const other = relation.from.entityId === entityId ? relation.to : relation.from;
        found.push({ asked: text, name: other.name, weight: weightOf(relation, years) });
      }
    }
    return found.toSorted((a, b) => b.weight - a.weight).slice(0, MOST_NAMES);
  }
}

function weightOf({ since, until }: Relation, years: readonly number[]): number {
  if (years.length === 0 || (since === null && until === null)) return RELATED;
  const from = since === null ? -Infinity : Number(since.slice(0, 4));
  const to = until === null ? Infinity : Number(until.slice(0, 4));
  return years.some((year) => year >= from && year <= to) ? IN_ITS_TIME : OUT_OF_TIME;
}
