import { distance } from '../../kernel/distance.ts';
import { entityId as asEntityId, type EntityId } from '../../kernel/ids.ts';
import { refuse } from './errors.ts';
import { graphLimits } from './limits.ts';
import { ENTITY_KINDS, type Entity, type EntityKind, type NamedEntity } from './model.ts';
import { nameKey, sameName } from './names.ts';
import { nameWords } from './search-words.ts';
import type { FoundName, GraphStore } from './store.ts';
import { quote } from '../../kernel/quoted.ts';
import { say } from './says.ts';
import { cutQuote } from './values.ts';

/** Finds entities; changes nothing. */
export class EntityFinder {
  readonly #store: GraphStore;

  constructor(store: GraphStore) {
    this.#store = store;
  }

  /** The entity, or the one that it was merged into; null if there is none. */
  async shown(id: EntityId): Promise<Entity | null> {
    const entity = await this.#store.get(id);
    if (!entity || entity.mergedInto === null) return entity;
    return await this.#store.get(entity.rootId);
  }

  /**
   * The one entity that an id or a name means, among those that count.
   * @throws Refusal entity_not_found; ambiguous_name with `candidates` if several have the name: never the first of them
   */
  async meant(
    reference: string,
    kind: EntityKind | null = null,
    counts: (entity: Entity) => boolean = () => true,
  ): Promise<Entity> {
    const byId = await this.shown(asEntityId(reference));
    if (byId && (kind === null || byId.kind === kind) && counts(byId)) return byId;
    const found = (await this.called(reference, kind)).filter(counts);
    const [only] = found;
    if (!only) {
      const name = cutQuote(reference);
      throw refuse.entity_not_found({ name: reference }, say('graph.entity_not_found', { name }));
    }
    if (found.length > 1) throw await this.ambiguous(reference, found);
    return only;
  }

  /** Everything that has this name, in any spelling of it. */
  async called(name: string, kind: EntityKind | null): Promise<readonly Entity[]> {
    const kinds = kind === null ? ENTITY_KINDS : [kind];
    const wanted = [...new Set(kinds.flatMap((one) => nameKey(one, name) ?? []))];
    if (wanted.length === 0) return [];
    const found = await this.#store.named(wanted, kind, graphLimits.ofOneName);
    // A key keeps less than its name says.
    const known = await this.#store.known(found.map(({ entityId }) => entityId));
    return found.filter(({ entityId, kind: one }) =>
      known.get(entityId)?.names.some(({ text }) => sameName(one, text, name)),
    );
  }

  /**
   * The refusal that names all of them, so that the caller can choose.
   * @param why what they share with the one that is meant, where it is unsure
   */
  async ambiguous(
    name: string,
    found: readonly Entity[],
    why: 'name' | 'email' | null = null,
  ): Promise<Error> {
    const candidates = await Promise.all(
      found.slice(0, graphLimits.candidates).map((entity) => this.#toldApart(entity)),
    );
    const count = found.length;
    const isAll = count < graphLimits.ofOneName;
    return refuse.ambiguous_name({ name, candidates }, [
      why === null
        ? say('graph.fits', { name: quote(name), count, isAll })
        : say('graph.unsure', { name: quote(name), count, by: why }),
      say('graph.which', {
        candidates: candidates.map(({ entityId: id, says }) =>
          say('graph.candidate', { says: quote(says), id }),
        ),
        others: count - candidates.length,
        isAll,
      }),
    ]);
  }

  async #toldApart(entity: Entity): Promise<NamedEntity> {
    const facts = await this.#store.facts(entity.entityId, { history: false, limit: graphLimits.shownPast });
    const told = ['email', 'domain', 'vatNumber', 'role', 'phone']
      .flatMap((attribute) => facts.find((fact) => fact.attribute === attribute)?.value ?? [])
      .slice(0, 2);
    const { entityId, name, kind } = entity;
    return { entityId, name, kind, says: [name, kind, ...told].join(', ') };
  }

  /**
   * Entities by words of their names, in any order: whole words, beginnings and misspelled ones. The best first: the name
   * itself, then names with all words as they were given, then those that are mentioned most.
   */
  async search(question: string, kind: EntityKind | null, limit: number): Promise<readonly Entity[]> {
    const words = nameWords(question.slice(0, graphLimits.queryChars));
    if (words.length === 0) return [];
    const most = graphLimits.searchedNames;
    const found = new Map<EntityId, number>();
    const take = (names: readonly FoundName[], worth: number): void => {
      for (const { entityId, name, kind: one, mentions } of names) {
        if (kind !== null && kind !== one) continue;
        const score = worth + exactness(words, nameWords(name)) + Math.min(0.9, mentions / 1_000);
        found.set(entityId, Math.max(score, found.get(entityId) ?? 0));
      }
    };
    for (const entity of await this.called(question, kind)) found.set(entity.entityId, 100);
    take(await this.#store.beginning(words, most), 10);
    if (found.size < limit) {
      for (const spelled of await this.#respelled(words)) take(await this.#store.beginning(spelled, most), 1);
    }
    const best = [...found].toSorted(([, a], [, b]) => b - a).map(([id]) => id);
    return await this.#store.entities(best.slice(0, limit));
  }

  /**
   * The words as they may have been meant, the nearest first: each that is not known as it was given, and as the known
   * words that are near to it.
   */
  async #respelled(words: readonly string[]): Promise<readonly (readonly string[])[]> {
    let found: readonly { readonly spelled: readonly string[]; readonly far: number }[] = [
      { spelled: [], far: 0 },
    ];
    for (const word of words) {
      const likely = word.length < 3 ? [] : await this.#store.spelledLike(word, 20);
      const most = word.length < 6 ? 1 : 2;
      const near = (likely.includes(word) ? [] : likely)
        .map((one) => ({ one, far: distance(word, one, most) }))
        .filter(({ far }) => far <= most)
        .toSorted((a, b) => a.far - b.far)
        .slice(0, NEAR_WORDS);
      found = found
        .flatMap(({ spelled, far: before }) =>
          [{ one: word, far: 0 }, ...near].map(({ one, far }) => ({
            spelled: [...spelled, one],
            far: before + far,
          })),
        )
        .toSorted((a, b) => a.far - b.far)
        .slice(0, SPELLINGS);
    }
    return found.filter(({ far }) => far > 0).map(({ spelled }) => spelled);
  }
}

/** Known words for a misspelled one, and spellings of a whole question: each is a search. */
const NEAR_WORDS = 5;
const SPELLINGS = 16;

/** How much of the name the question names: 5 for all of it. */
function exactness(asked: readonly string[], words: readonly string[]): number {
  const whole = asked.filter((word) => words.includes(word)).length;
  return (5 * whole) / Math.max(asked.length, words.length, 1);
}
