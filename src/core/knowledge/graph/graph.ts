import type { PersonId } from '../../kernel/ids.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import type { ForWhom, Whose } from '../../trust/people/model.ts';
import { erased, nameIndexRewritten } from './erasing.ts';
import { nameWords } from './search-words.ts';
import { GraphService, type GraphDeps } from './service.ts';

/** The graph, for each as they see it. */
export class Graph implements ForWhom<GraphService> {
  readonly #deps: GraphDeps;
  readonly #turns = new OneAtATime<'graph'>();

  constructor(deps: GraphDeps) {
    this.#deps = deps;
  }

  of(whose: Whose): GraphService {
    return new GraphService(this.#deps, whose, this.#turns);
  }

  /** Goes on with an erasing that a crash cut off; at the start of the engine. */
  async begin(): Promise<void> {
    const { stores } = this.#deps;
    await this.#turns.run('graph', async () => {
      for (const entityId of await stores.ofEveryone().leaving()) await erased(this.#deps, [entityId]);
    });
  }

  /**
   * What somebody who is not known saw alone the owner does: nothing is lost because its person is unknown.
   * @param isKnown rejects where nobody can say
   */
  async adopt(owner: PersonId, isKnown: (personId: PersonId) => Promise<boolean>): Promise<void> {
    for (const from of await this.#deps.stores.members())
      if (!(await isKnown(from))) await this.handOver(from, owner);
  }

  /** Repeatable. @returns how many entities, facts and relations somebody saw alone, and another does now */
  async handOver(from: PersonId, to: PersonId): Promise<number> {
    const { stores, journal } = this.#deps;
    return await this.#turns.run('graph', async () => {
      const { count } = await stores.onlySeenBy(from);
      await journal.commit([{ change: 'graph.hand-over', from, to }]);
      return count;
    });
  }

  /** Repeatable. @returns how many entities, facts and relations somebody saw alone, and that are gone */
  async forget(personId: PersonId): Promise<number> {
    const { stores, journal } = this.#deps;
    return await this.#turns.run('graph', async () => {
      const { count } = await stores.onlySeenBy(personId);
      await journal.commit([{ change: 'person.part', personId }]);
      const { entities, names } = await stores.onlySeenBy(personId);
      await journal.commit([
        { change: 'person.unsay', personId, words: names.flatMap((name) => nameWords(name)) },
      ]);
      await erased(this.#deps, entities);
      if (entities.length === 0) await nameIndexRewritten(this.#deps);
      return count;
    });
  }
}
